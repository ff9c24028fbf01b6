'use client'

import { useSyncExternalStore } from 'react'

/** Where Clerk's scripts are, on its own host and behind the path of this site. */
const CLERK_SCRIPT = /\/npm\/@clerk\/[^?#]+\.js/

const scriptOf = (address: string): string | undefined => CLERK_SCRIPT.exec(address)?.[0]

/** A script that was refused or never came. Browsers that do not know the status say nothing. */
const hasFailed = ({ responseStatus }: PerformanceResourceTiming) => responseStatus === 0 || responseStatus >= 400

/** Those whose latest attempt failed before anybody listened for that. */
function failedSoFar(): Set<string> {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const latest = new Map(entries.map((entry) => [scriptOf(entry.name), entry]))
  return new Set([...latest].flatMap(([script, entry]) => (script && hasFailed(entry) ? [script] : [])))
}

let failed = new Set<string>()

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
  // Neither event of an element bubbles.
  const options = { capture: true, signal: listening.signal }
  window.addEventListener('error', note, options)
  window.addEventListener('load', note, options)
  return () => listening.abort()
}

/**
 * Whether a script of Clerk's has failed and has not come since: Clerk tries some of them again. Clerk itself says so
 * only when its time is up.
 */
export const useFailedScripts = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => failed.size > 0,
    () => false,
  )
