'use client'

import { callListState } from '@/lib/calls/list-state.ts'
import { DownloadCsv } from '../download-csv.tsx'
import { useAddressState } from '../use-address-state.ts'

/** Downloads the calls of the list, as far as the address narrows it. */
export function DownloadCalls() {
  const [state] = useAddressState(callListState)
  return <DownloadCsv name="calls/export" params={state} />
}
