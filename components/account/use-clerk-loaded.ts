'use client'

import { useClerk } from '@clerk/nextjs'
import { useCallback, useSyncExternalStore } from 'react'

/**
 * Whether Clerk has loaded. Clerk's provider listens for that after it has rendered, so that on a slow device it can miss
 * the event, and its parts then stay at their fallbacks: a part with this as its key is made anew all the same.
 */
export function useClerkLoaded(): boolean {
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
    () => clerk.loaded,
    () => false,
  )
}
