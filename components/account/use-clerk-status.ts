'use client'

import { useClerk } from '@clerk/nextjs'
import { useCallback, useSyncExternalStore } from 'react'

/**
 * How far Clerk has loaded, and whether it works. Clerk's provider listens for that after it has rendered, so that on a
 * slow device it can miss the event: its own components and `useClerk().status` then stay as they were.
 */
export function useClerkStatus(): ReturnType<typeof useClerk>['status'] {
  const clerk = useClerk()
  const subscribe = useCallback(
    (changed: () => void) => {
      clerk.on('status', changed)
      return () => clerk.off('status', changed)
    },
    [clerk],
  )
  return useSyncExternalStore(
    subscribe,
    () => clerk.status,
    () => 'loading',
  )
}

/** Whether Clerk has loaded. A component of Clerk's with this as its key is made anew when its provider missed that. */
export function useClerkLoaded(): boolean {
  const status = useClerkStatus()
  return status === 'ready' || status === 'degraded'
}
