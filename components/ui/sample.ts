'use client'

import { createContext, use } from 'react'

/** Says that sample data is shown to everybody: nothing is asked of a server, and what would change something is left out. */
export type Sample = {
  /** What the dashboard's own address would be for what is shown: its path, and its parameters. */
  path: string
  params: URLSearchParams
  /** Where a link of the dashboard leads among the samples; undefined where there is none. */
  hrefOf: (href: string) => string | undefined
  /** The address of a call's sound. */
  recordingOf: (callId: string) => string | undefined
}

export const SampleContext = createContext<Sample | undefined>(undefined)

/** Undefined in the dashboard itself. */
export const useSample = (): Sample | undefined => use(SampleContext)
