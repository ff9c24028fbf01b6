'use client'

import { useEffect, useState } from 'react'
import { AUTH_SCRIPT_TIMEOUT } from '@/lib/constants.ts'
import { useClerkStatus } from './use-clerk-status.ts'
import { useFailedScripts } from './use-failed-scripts.ts'

const FAILURE = 'Sign-in did not load: a script of the authentication service failed or took longer than 15 seconds.'

/**
 * Whether scripts of Clerk have failed, or what needs them has not come in time; said once in the console.
 * @param isWaiting whether something still waits for them: what comes late counts all the same
 */
export function useLoadFailure(isWaiting: boolean): boolean {
  const status = useClerkStatus()
  const [late, setLate] = useState(false)
  const isMissing = useFailedScripts()
  useEffect(() => {
    const timer = setTimeout(setLate, AUTH_SCRIPT_TIMEOUT, true)
    return () => clearTimeout(timer)
  }, [])
  const failed = isMissing || (isWaiting && (late || status === 'error'))
  useEffect(() => {
    // oxlint-disable-next-line no-console -- for whoever is asked why nobody can sign in; nothing personal
    if (failed) console.error(FAILURE)
  }, [failed])
  return failed
}
