'use client'

import { useSearchParams } from 'next/navigation'
import { useCallback, useMemo } from 'react'
import type { z } from 'zod'
import { useSample } from '../ui/sample.ts'
import { type AddressSchema, readAddress, writeAddress } from '@/lib/query/address-state.ts'

type SetOptions = {
  /** `push` (the default) can be gone back from; `replace` is for what changes with every letter. */
  history?: 'push' | 'replace'
}

/**
 * State that is in the address: what is shown can be reloaded, sent as a link and gone back to. Nothing is asked of the
 * server for it: the page's queries see the new parameters. A change of anything but the page goes to its first one.
 * @param schema see `AddressSchema`; made once, outside of the component
 */
export function useAddressState<Schema extends AddressSchema>(schema: Schema) {
  const own = useSearchParams()
  const params = useSample()?.params ?? own
  const state = useMemo(() => readAddress(schema, new URLSearchParams(params)), [schema, params])
  const setState = useCallback(
    (change: Partial<z.output<Schema>>, { history = 'push' }: SetOptions = {}) => {
      // From the address, not from the last rendering: two changes may come before the next one.
      const present = new URLSearchParams(window.location.search)
      const before = readAddress(schema, present)
      const goesToFirst = 'page' in schema.shape && !('page' in change)
      const firstPage = goesToFirst ? readAddress(schema, {}).page : undefined
      const next = { ...before, ...(firstPage !== undefined && { page: firstPage }), ...change } as z.output<Schema>
      const address = window.location.pathname + writeAddress(schema, next, present) + window.location.hash
      if (address === window.location.pathname + window.location.search + window.location.hash) return
      if (history === 'push') window.history.pushState(null, '', address)
      else window.history.replaceState(null, '', address)
    },
    [schema],
  )
  return [state, setState] as const
}
