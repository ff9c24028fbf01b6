'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { endpointOf } from '@/lib/query/dashboard-query.ts'

const answer = z.object({ last: z.string().nullable() })

/** Milliseconds before the next try after one that failed: the first, and the longest. */
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 30_000

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })

/** Resolves once the page is seen: one in the background asks for nothing. */
const untilSeen = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (document.visibilityState === 'visible') return resolve()
    document.addEventListener('visibilitychange', () => resolve(), { once: true, signal })
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** What stands for the last change: null before the first, undefined where it is not known. */
type LastChange = string | null | undefined

/** Asks until the signal is aborted; calls `onChange` when the organization's data has changed since the answer before. */
async function watchChanges(since: PromiseLike<LastChange>, onChange: () => void, signal: AbortSignal): Promise<void> {
  let last: LastChange
  try {
    last = await since
  } catch {
    // An answer that broke off does not say it; changes are watched all the same.
  }
  let wait = FIRST_PAUSE
  while (!signal.aborted) {
    await untilSeen(signal)
    try {
      const address = endpointOf('changes', last === undefined ? {} : { since: last ?? '-' })
      const response = await fetch(address, { signal })
      if (!response.ok) throw new Error(`The changes were answered with status ${response.status}`)
      const next = answer.parse(await response.json()).last
      if (last !== undefined && next !== last) onChange()
      last = next
      wait = FIRST_PAUSE
    } catch {
      // The site or the network is away, or the session has ended, which the page notices by itself: later again.
      await pause(wait, signal)
      wait = Math.min(wait * 2, LONGEST_PAUSE)
    }
  }
}

/**
 * Keeps what an open dashboard shows in step with what the assistant, colleagues and own systems do. With the id of the
 * organization as its key it begins anew for another one.
 * @param props.since the last change when the document was made, for what comes before its scripts run; it can be awaited,
 *   while React's own `then` gives no promise to go on with
 */
export function LiveChanges({ since }: { since: PromiseLike<LastChange> }) {
  const cache = useQueryClient()
  // A layout that is made anew later knows of changes that the page was not told of.
  const [first] = useState(since)
  useEffect(() => {
    const leaving = new AbortController()
    void watchChanges(first, () => void cache.invalidateQueries({ queryKey: ['dashboard'] }), leaving.signal)
    return () => leaving.abort()
  }, [cache, first])
  return null
}
