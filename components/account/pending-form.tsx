'use client'

import { useClerk } from '@clerk/nextjs'
import { useEffect, useState } from 'react'
import { AUTH_SCRIPT_TIMEOUT } from '@/lib/constants.ts'
import { CardSkeleton } from './card-skeleton.tsx'
import { type Help, Notice } from './notice.tsx'

const FAILURE = 'Sign-in did not load: a script of the authentication service failed or took longer than 15 seconds.'

/** Whether Clerk's scripts have failed, or the form has not come in time. */
function useFailure(): boolean {
  const { status } = useClerk()
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLate, AUTH_SCRIPT_TIMEOUT, true)
    return () => clearTimeout(timer)
  }, [])
  const failed = late || status === 'error'
  useEffect(() => {
    // oxlint-disable-next-line no-console -- for whoever is asked why nobody can sign in; nothing personal
    if (failed) console.error(FAILURE)
  }, [failed])
  return failed
}

const retry = (
  <button type="button" className="button button-solid cursor-pointer" onClick={() => window.location.reload()}>
    Try again
  </button>
)

type Props = {
  /** What is being waited for, for those who cannot see the skeleton. */
  label: string
  /** Fields that the form begins with. */
  rows: number
  help: Help
}

/** In the place of Clerk's form for as long as it is not there: loading, then what to do. One that comes late is shown. */
export function PendingForm({ label, rows, help }: Props) {
  if (!useFailure()) {
    return (
      <>
        <CardSkeleton rows={rows} label={label} />
        <noscript>
          <p className="mt-4 text-muted">
            This form needs JavaScript. Turn it on for this site, then load the page again.
          </p>
        </noscript>
      </>
    )
  }
  return (
    <div role="alert">
      <Notice label="Not loaded" heading="The form did not load" action={retry} help={help}>
        <p>
          Your connection or a blocker in your browser may have stopped it, or our sign-in service is down. Nothing of
          yours is lost.
        </p>
      </Notice>
    </div>
  )
}
