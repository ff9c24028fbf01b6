'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { buildEndpoint } from '@/lib/dashboard/query/dashboard-query.ts'

const changesResponse = z.object({ last: z.string().nullable() })

const INITIAL_DELAY_MS = 1_000
const MAX_DELAY_MS = 30_000

const sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })

const waitUntilVisible = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (document.visibilityState === 'visible') return resolve()
    document.addEventListener('visibilitychange', () => resolve(), { once: true, signal })
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** Id of the last change. Null before the first change, undefined if unknown. */
type LastChange = string | null | undefined

async function watchChanges(since: PromiseLike<LastChange>, onChange: () => void, signal: AbortSignal): Promise<void> {
  let last: LastChange
  try {
    last = await since
  } catch {
    // The page's response was interrupted. Polling continues with an undefined start value.
  }
  let delayMs = INITIAL_DELAY_MS
  while (!signal.aborted) {
    await waitUntilVisible(signal)
    try {
      const address = buildEndpoint('changes', last === undefined ? {} : { since: last ?? '-' })
      const response = await fetch(address, { signal })
      if (!response.ok) throw new Error(`${buildEndpoint('changes')} returned status ${response.status}`)
      const next = changesResponse.parse(await response.json()).last
      if (last !== undefined && next !== last) onChange()
      last = next
      delayMs = INITIAL_DELAY_MS
    } catch {
      // The request failed because of the network or an expired session. `useRedirectWhenSignedOut` handles the
      // session, so the loop only retries.
      await sleep(delayMs, signal)
      delayMs = Math.min(delayMs * 2, MAX_DELAY_MS)
    }
  }
}

/**
 * Refetches the dashboard's data when it changes on the server. Use the organization id as its React key.
 * @param props.since last change when the server rendered the document. Must support `await`, because React's own
 * `then` returns no promise.
 */
export function LiveChanges({ since }: { since: PromiseLike<LastChange> }) {
  const cache = useQueryClient()
  // The component keeps the first value. A remounted layout has a later value, but the data on this page is older.
  const [first] = useState(since)
  useEffect(() => {
    const abortController = new AbortController()
    void watchChanges(first, () => void cache.invalidateQueries({ queryKey: ['dashboard'] }), abortController.signal)
    return () => abortController.abort()
  }, [cache, first])
  return null
}
