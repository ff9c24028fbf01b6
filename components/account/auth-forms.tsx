'use client'

import { SignIn, SignUp, useAuth } from '@clerk/nextjs'
import type { LoadedClerk } from '@clerk/nextjs/types'
import { type ReactNode, useEffect } from 'react'
import { DASHBOARD_PATH, LOGIN_PATH, REGISTER_PATH } from '@/lib/routes.ts'
import { useClerkLoaded } from './clerk-status.ts'
import { DegradedNote, PendingForm } from './form-states.tsx'
import type { Help } from './notice.tsx'
import { OwnProblems } from './own-problems.tsx'
import { OwnRedirectsScript } from './own-redirects-script.tsx'

type FormProps = { help: Help; nonce: string | undefined }

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

/** What stands round each of Clerk's forms. */
function AuthForm({ nonce, children }: Pick<FormProps, 'nonce'> & { children: ReactNode }) {
  return (
    <>
      <OwnRedirectsScript nonce={nonce} />
      <OwnProblems>{children}</OwnProblems>
      <DegradedNote />
    </>
  )
}

/*
 * Clerk's components draw what they know at once: on a slow device, where Clerk is loaded before React takes over the page,
 * that is not what the server has sent. Hence they come after that, and once Clerk is loaded.
 */

/** Clerk's form to sign in, in each of its states. */
export function SignInForm({ help, nonce }: FormProps) {
  useStayWhenLocked()
  const isLoaded = useClerkLoaded()
  const pending = <PendingForm rows={1} label="Loading the form to sign in" help={help} />
  return (
    <AuthForm nonce={nonce}>
      {isLoaded ? (
        <SignIn
          routing="path"
          path={LOGIN_PATH}
          signUpUrl={REGISTER_PATH}
          fallbackRedirectUrl={DASHBOARD_PATH}
          fallback={pending}
        />
      ) : (
        pending
      )}
    </AuthForm>
  )
}

/** Clerk's form to register, in each of its states. */
export function SignUpForm({ help, nonce }: FormProps) {
  const isLoaded = useClerkLoaded()
  const pending = <PendingForm rows={2} label="Loading the form to register" help={help} />
  return (
    <AuthForm nonce={nonce}>
      {isLoaded ? (
        <SignUp
          routing="path"
          path={REGISTER_PATH}
          signInUrl={LOGIN_PATH}
          fallbackRedirectUrl={DASHBOARD_PATH}
          fallback={pending}
        />
      ) : (
        pending
      )}
    </AuthForm>
  )
}
