'use client'

import { createContext, use } from 'react'

/** Context of the sample dashboard, which sends no requests and has no controls that change data. */
export type Sample = {
  path: string
  params: URLSearchParams
  /** Returns the sample URL of a dashboard link, or undefined if there is none. */
  getHref: (href: string) => string | undefined
  getRecording: (callId: string) => string | undefined
}

export const SampleContext = createContext<Sample | undefined>(undefined)

export const useSample = (): Sample | undefined => use(SampleContext)
