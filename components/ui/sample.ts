'use client'

import { createContext, use } from 'react'

/** Marks the sample dashboard: no requests, and no controls that change data. */
export type Sample = {
  path: string
  params: URLSearchParams
  /** Sample URL for a dashboard link; undefined where none exists. */
  hrefOf: (href: string) => string | undefined
  recordingOf: (callId: string) => string | undefined
}

export const SampleContext = createContext<Sample | undefined>(undefined)

export const useSample = (): Sample | undefined => use(SampleContext)
