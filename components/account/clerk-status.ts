'use client'

import { useClerk } from '@clerk/nextjs'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { AUTH_SCRIPT_TIMEOUT } from '@/lib/constants.ts'

/**
 * Returns Clerk's load status. `useClerk().status` can be outdated: Clerk's provider subscribes after rendering, so it
 * can miss the event on a slow device.
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

export function useClerkLoaded(): boolean {
  const status = useClerkStatus()
  return status === 'ready' || status === 'degraded'
}

const CLERK_SCRIPT = /\/npm\/@clerk\/[^?#]+\.js/

const scriptOf = (address: string): string | undefined => CLERK_SCRIPT.exec(address)?.[0]

/**
 * Returns whether a request failed. Status 0 means a request without a response. A browser without `responseStatus`
 * never reports a failure.
 */
const hasFailed = ({ responseStatus }: PerformanceResourceTiming) => responseStatus === 0 || responseStatus >= 400

function failedSoFar(): Set<string> {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const latest = new Map(entries.map((entry) => [scriptOf(entry.name), entry]))
  return new Set([...latest].flatMap(([script, entry]) => (script && hasFailed(entry) ? [script] : [])))
}

let failed = new Set<string>()

let components: 'loaded' | 'failed' | undefined
const noted = new EventTarget()

export function noteComponents(outcome: 'loaded' | 'failed'): void {
  components = outcome
  noted.dispatchEvent(new Event('change'))
}

function subscribe(onChange: () => void): () => void {
  failed = failedSoFar()
  const note = ({ type, target }: Event) => {
    const script = target instanceof HTMLScriptElement ? scriptOf(target.src) : undefined
    if (!script) return
    if (type === 'error') failed.add(script)
    else failed.delete(script)
    onChange()
  }
  const listening = new AbortController()
  // `error` and `load` events of scripts do not bubble, so the listeners use the capture phase.
  const options = { capture: true, signal: listening.signal }
  window.addEventListener('error', note, options)
  window.addEventListener('load', note, options)
  noted.addEventListener('change', onChange, options)
  return () => listening.abort()
}

/**
 * Returns whether a Clerk script failed and no retry succeeded. Clerk's own status reports a failure only after its
 * timeout.
 */
const useFailedScripts = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => failed.size > 0 || components === 'failed',
    () => false,
  )

const FAILURE = 'Sign-in did not load: a script of the authentication service failed or took longer than 15 seconds.'

let isLogged = false

/**
 * Returns whether Clerk's scripts failed or timed out. Logs the failure once to the console.
 * @param isWaiting false once the scripts have loaded, even after the timeout
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
    if (!failed || isLogged) return
    isLogged = true
    // oxlint-disable-next-line no-console -- for support; the message contains no personal data
    console.error(FAILURE)
  }, [failed])
  return failed
}
