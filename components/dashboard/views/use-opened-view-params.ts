import { useMemo } from 'react'
import { openedView } from '@/lib/dashboard/views/list-query.ts'
import { useAddressState } from '../use-address-state.ts'

/** Returns the parameter of the opened view, for links to the same list with other filters. */
export function useOpenedViewParams(): URLSearchParams {
  const [{ saved }] = useAddressState(openedView)
  return useMemo(() => new URLSearchParams(saved ? { saved } : {}), [saved])
}
