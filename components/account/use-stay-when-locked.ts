'use client'

import { useAuth } from '@clerk/nextjs'
import type { LoadedClerk } from '@clerk/shared/types'
import { useEffect } from 'react'

/**
 * Keeps somebody who is locked out on the step of the form where it happens, which says so and until when. Clerk sends
 * them to "..", which from /login/factor-one is the home page, without a word: the step has shown the message before the
 * next page is there, and it is shown once.
 */
export function useStayWhenLocked(): void {
  const { isLoaded } = useAuth()
  useEffect(() => {
    // Not the one of `useClerk`, which stands before it: the form calls this one.
    const { Clerk: clerk } = window as { Clerk?: LoadedClerk }
    if (!isLoaded || !clerk) return
    const { navigate } = clerk
    clerk.navigate = (to, ...rest) => (to === '..' ? Promise.resolve() : navigate(to, ...rest))
    return () => {
      clerk.navigate = navigate
    }
  }, [isLoaded])
}
