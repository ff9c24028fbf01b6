'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { endpointOf } from '@/lib/dashboard/query/dashboard-query.ts'

const answer = z.object({ last: z.string().nullable() })

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })

const untilSeen = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (document.visibilityState === 'visible') return resolve()
    document.addEventListener('visibilitychange', () => resolve(), { once: true, signal })
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** Null before the first change, undefined if unknown. */
type LastChange = string | null | undefined

async function watchChanges(since: PromiseLike<LastChange>, onChange: () => void, signal: AbortSignal): Promise<void> {
  let last: LastChange
  try {
    last = await since
  } catch {
    // An interrupted response is not fatal: keep polling.
  }
  let wait = FIRST_PAUSE_MS
  while (!signal.aborted) {
    await untilSeen(signal)
    try {
      const address = endpointOf('changes', last === undefined ? {} : { since: last ?? '-' })
      const response = await fetch(address, { signal })
      if (!response.ok) throw new Error(`The changes were answered with status ${response.status}`)
      const next = answer.parse(await response.json()).last
      if (last !== undefined && next !== last) onChange()
      last = next
      wait = FIRST_PAUSE_MS
    } catch {
      // Network error or expired session, which is handled elsewhere: retry later.
      await pause(wait, signal)
      wait = Math.min(wait * 2, LONGEST_PAUSE_MS)
    }
  }
}

/**
 * Refetches the dashboard's data when it changes on the server. Key it by organization.
 * @param props.since last change when the document was rendered. Must be a thenable that can be awaited: React's own
 * `then` returns no promise.
 */
export function LiveChanges({ since }: { since: PromiseLike<LastChange> }) {
  const cache = useQueryClient()
  // A remounted layout has a later value that this page has not seen.
  const [first] = useState(since)
  useEffect(() => {
    const leaving = new AbortController()
    void watchChanges(first, () => void cache.invalidateQueries({ queryKey: ['dashboard'] }), leaving.signal)
    return () => leaving.abort()
  }, [cache, first])
  return null
}
