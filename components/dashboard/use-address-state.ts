import { useSearchParams } from 'next/navigation'
import { useCallback, useMemo } from 'react'
import type { z } from 'zod'
import { useSample } from '../ui/sample.ts'
import { type SearchParamsSchema, readSearchParams, writeSearchParams } from '@/lib/dashboard/query/search-params.ts'

type SetOptions = {
  /** History mode. `push` (default) adds an entry; use `replace` for updates on every keystroke. */
  history?: 'push' | 'replace'
}

/**
 * Stores state in the URL's query. A change of any other value resets the page to 1.
 * @param schema module-level constant, so that the state is stable
 */
export function useAddressState<Schema extends SearchParamsSchema>(schema: Schema) {
  const searchParams = useSearchParams()
  const params = useSample()?.params ?? searchParams
  const state = useMemo(() => readSearchParams(schema, new URLSearchParams(params)), [schema, params])
  const setState = useCallback(
    (change: Partial<z.output<Schema>>, { history = 'push' }: SetOptions = {}) => {
      // The state comes from the URL instead of the last render, because two changes may happen before the next render.
      const currentParams = new URLSearchParams(window.location.search)
      const previous = readSearchParams(schema, currentParams)
      const shouldResetPage = 'page' in schema.shape && !('page' in change)
      const firstPage = shouldResetPage ? readSearchParams(schema, {}).page : undefined
      const next = { ...previous, ...(firstPage !== undefined && { page: firstPage }), ...change } as z.output<Schema>
      const address = window.location.pathname + writeSearchParams(schema, next, currentParams) + window.location.hash
      if (address === window.location.pathname + window.location.search + window.location.hash) return
      if (history === 'push') window.history.pushState(null, '', address)
      else window.history.replaceState(null, '', address)
    },
    [schema],
  )
  return [state, setState] as const
}
