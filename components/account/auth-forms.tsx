'use client'

import { SignIn, SignUp, useAuth } from '@clerk/nextjs'
import type { LoadedClerk } from '@clerk/nextjs/types'
import { useEffect, useLayoutEffect } from 'react'
import { DASHBOARD_PATH, LOGIN_PATH, REGISTER_PATH } from '@/lib/routes.ts'
import { keepOwnRedirects } from '@/lib/auth/redirects.ts'
import { useClerkLoaded } from './clerk-status.ts'
import { DegradedNote, PendingForm } from './form-states.tsx'
import type { Help } from './notice.tsx'

/**
 * Keeps somebody whose account is locked on the step of the form that says so. Clerk navigates to "..", which from
 * /login/factor-one is the home page, where nobody is told why. Clerk documents no option for this: replacing `navigate` is
 * tried in tests/e2e/account/flows.spec.ts.
 */
function useStayWhenLocked(): void {
  const { isLoaded } = useAuth()
  useEffect(() => {
    // The form calls this instance, not the wrapper that `useClerk` returns.
    const { Clerk: clerk } = window as { Clerk?: LoadedClerk }
    if (!isLoaded || !clerk) return
    const { navigate } = clerk
    clerk.navigate = (to, ...rest) => (to === '..' ? Promise.resolve() : navigate(to, ...rest))
    return () => {
      clerk.navigate = navigate
    }
  }, [isLoaded])
}

/** Before the form in the document, since effects run in that order: Clerk reads the address when its form is mounted. */
function KeepOwnRedirects() {
  useLayoutEffect(keepOwnRedirects, [])
  return null
}

/** Clerk's form to sign in, in each of its states. */
export function SignInForm({ help }: { help: Help }) {
  useStayWhenLocked()
  const isLoaded = useClerkLoaded()
  return (
    <>
      <KeepOwnRedirects />
      <SignIn
        key={String(isLoaded)}
        routing="path"
        path={LOGIN_PATH}
        signUpUrl={REGISTER_PATH}
        fallbackRedirectUrl={DASHBOARD_PATH}
        fallback={<PendingForm rows={1} label="Loading the form to sign in" help={help} />}
      />
      <DegradedNote />
    </>
  )
}

/** Clerk's form to register, in each of its states. */
export function SignUpForm({ help }: { help: Help }) {
  const isLoaded = useClerkLoaded()
  return (
    <>
      <KeepOwnRedirects />
      <SignUp
        key={String(isLoaded)}
        routing="path"
        path={REGISTER_PATH}
        signInUrl={LOGIN_PATH}
        fallbackRedirectUrl={DASHBOARD_PATH}
        fallback={<PendingForm rows={2} label="Loading the form to register" help={help} />}
      />
      <DegradedNote />
    </>
  )
}
