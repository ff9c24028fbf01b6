'use client'

import { useClerk } from '@clerk/nextjs'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { AUTH_SCRIPT_TIMEOUT_MS } from '@/lib/constants.ts'

/**
 * Returns Clerk's load status. `useClerk().status` can be outdated: Clerk's provider subscribes after rendering, so it
 * can miss the event on a slow device.
 */
export function useClerkStatus(): ReturnType<typeof useClerk>['status'] {
  const clerk = useClerk()
  const subscribe = useCallback(
    (onChange: () => void) => {
      clerk.on('status', onChange)
      return () => clerk.off('status', onChange)
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

const CLERK_SCRIPT_PATTERN = /\/npm\/@clerk\/[^?#]+\.js/

const parseScriptPath = (address: string): string | undefined => CLERK_SCRIPT_PATTERN.exec(address)?.[0]

/**
 * Returns whether a request failed. Status 0 means a request without a response. A browser without `responseStatus`
 * never reports a failure.
 */
const isFailedRequest = ({ responseStatus }: PerformanceResourceTiming) => responseStatus === 0 || responseStatus >= 400

function findFailedScripts(): Set<string> {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const latest = new Map(entries.map((entry) => [parseScriptPath(entry.name), entry]))
  return new Set([...latest].flatMap(([script, entry]) => (script && isFailedRequest(entry) ? [script] : [])))
}

let failedScripts = new Set<string>()

let componentState: 'loaded' | 'failed' | undefined
const componentEvents = new EventTarget()

export function reportComponents(outcome: 'loaded' | 'failed'): void {
  componentState = outcome
  componentEvents.dispatchEvent(new Event('change'))
}

function subscribe(onChange: () => void): () => void {
  failedScripts = findFailedScripts()
  const handleScriptEvent = ({ type, target }: Event) => {
    const script = target instanceof HTMLScriptElement ? parseScriptPath(target.src) : undefined
    if (!script) return
    if (type === 'error') failedScripts.add(script)
    else failedScripts.delete(script)
    onChange()
  }
  const abortController = new AbortController()
  // `error` and `load` events of scripts do not bubble, so the listeners use the capture phase.
  const options = { capture: true, signal: abortController.signal }
  window.addEventListener('error', handleScriptEvent, options)
  window.addEventListener('load', handleScriptEvent, options)
  componentEvents.addEventListener('change', onChange, options)
  return () => abortController.abort()
}

/**
 * Returns whether a Clerk script failed and no retry succeeded. Clerk's own status reports a failure only after its
 * timeout.
 */
const useFailedScripts = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => failedScripts.size > 0 || componentState === 'failed',
    () => false,
  )

const FAILURE_MESSAGE =
  'Sign-in did not load: a script of the authentication service failed or took longer than 15 seconds.'

let wasFailureLogged = false

/**
 * Returns whether Clerk's scripts failed or timed out. Logs the failure once to the console.
 * @param isWaiting false once the scripts have loaded, even after the timeout
 */
export function useLoadFailure(isWaiting: boolean): boolean {
  const status = useClerkStatus()
  const [hasTimedOut, setHasTimedOut] = useState(false)
  const hasFailedScripts = useFailedScripts()
  useEffect(() => {
    const timer = setTimeout(setHasTimedOut, AUTH_SCRIPT_TIMEOUT_MS, true)
    return () => clearTimeout(timer)
  }, [])
  const isFailed = hasFailedScripts || (isWaiting && (hasTimedOut || status === 'error'))
  useEffect(() => {
    if (!isFailed || wasFailureLogged) return
    wasFailureLogged = true
    // oxlint-disable-next-line no-console -- for support; the message contains no personal data
    console.error(FAILURE_MESSAGE)
  }, [isFailed])
  return isFailed
}
