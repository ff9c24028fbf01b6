'use client'

import { useClerk } from '@clerk/nextjs'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { AUTH_SCRIPT_TIMEOUT } from '@/lib/constants.ts'

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

/** Whether Clerk has loaded; false until React has hydrated the page. */
export function useClerkLoaded(): boolean {
  const status = useClerkStatus()
  return status === 'ready' || status === 'degraded'
}

/** Where Clerk's scripts are, on its own host and behind the path of this site. */
const CLERK_SCRIPT = /\/npm\/@clerk\/[^?#]+\.js/

const scriptOf = (address: string): string | undefined => CLERK_SCRIPT.exec(address)?.[0]

/** A request that was refused or never answered; browsers without `responseStatus` report nothing. */
const hasFailed = ({ responseStatus }: PerformanceResourceTiming) => responseStatus === 0 || responseStatus >= 400

/** Scripts whose latest request failed before this module listened. */
function failedSoFar(): Set<string> {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const latest = new Map(entries.map((entry) => [scriptOf(entry.name), entry]))
  return new Set([...latest].flatMap(([script, entry]) => (script && hasFailed(entry) ? [script] : [])))
}

let failed = new Set<string>()

let components: 'loaded' | 'failed' | undefined
const noted = new EventTarget()

/** Notes how the loading of Clerk's components ended, which takes 15 seconds to fail when nothing answers. */
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
  // `error` and `load` of a script do not bubble, so they are caught on their way down.
  const options = { capture: true, signal: listening.signal }
  window.addEventListener('error', note, options)
  window.addEventListener('load', note, options)
  noted.addEventListener('change', onChange, options)
  return () => listening.abort()
}

/**
 * Whether a script of Clerk has failed and has not loaded since (Clerk requests some again). Clerk's own status says so only
 * after its timeout.
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
 * Whether scripts of Clerk have failed, or have not loaded in time; also logged once to the console.
 * @param isWaiting whether something still waits for them; false once they have loaded, even late
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
    // oxlint-disable-next-line no-console -- helps support to find out why somebody cannot sign in; holds nothing personal
    console.error(FAILURE)
  }, [failed])
  return failed
}
