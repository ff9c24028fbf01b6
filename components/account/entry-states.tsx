'use client'

import { useClerk } from '@clerk/nextjs'
import { type ReactNode, useEffect, useState } from 'react'
import { AUTH_SCRIPT_TIMEOUT } from '@/lib/constants.ts'
import { type Help, Notice } from './notice.tsx'

const FAILURE = 'Sign-in did not load: the authentication script failed or took longer than 15 seconds.'

type Props = { children: ReactNode; help: Help }

/** Whether Clerk's scripts have failed, or have not come in time; one that comes late counts all the same. */
export function useFailure(): boolean {
  const { status, loaded } = useClerk()
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLate, AUTH_SCRIPT_TIMEOUT, true)
    return () => clearTimeout(timer)
  }, [])
  const failed = !loaded && (late || status === 'error')
  useEffect(() => {
    // oxlint-disable-next-line no-console -- for whoever is asked why nobody can sign in; nothing personal
    if (failed) console.error(FAILURE)
  }, [failed])
  return failed
}

function Retry() {
  return (
    <button type="button" className="button button-solid cursor-pointer" onClick={() => window.location.reload()}>
      Try again
    </button>
  )
}

/** Clerk's form, or what stands in for it when its scripts do not come; a word when they work with half their strength. */
export function EntryStates({ children, help }: Props) {
  const { status } = useClerk()
  if (useFailure()) {
    return (
      <div role="alert">
        <Notice label="Not loaded" heading="The form did not load" action={<Retry />} help={help}>
          <p>
            Your connection or a blocker in your browser may have stopped it, or our sign-in service is down. Nothing of
            yours is lost.
          </p>
        </Notice>
      </div>
    )
  }
  return (
    <>
      {children}
      {status === 'degraded' && (
        <output className="mt-4 block px-2 text-[0.9375rem] text-muted">
          Our sign-in service answers slowly or not at all just now. If a step fails, wait a minute and try again.
        </output>
      )}
    </>
  )
}
