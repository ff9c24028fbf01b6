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

type AuthFormProps = Pick<FormProps, 'nonce'> & {
  /** Shown until Clerk has loaded. */
  pending: ReactNode
  children: ReactNode
}

/**
 * What stands around each of Clerk's forms. Clerk's components render what they know at once: on a slow device Clerk has
 * loaded before React hydrates the page, and they would not match the HTML of the server. Hence they wait for both.
 */
function AuthForm({ nonce, pending, children }: AuthFormProps) {
  const isLoaded = useClerkLoaded()
  return (
    <>
      <OwnRedirectsScript nonce={nonce} />
      <OwnProblems>{isLoaded ? children : pending}</OwnProblems>
      <DegradedNote />
    </>
  )
}

/** Clerk's form to sign in, in each of its states. */
export function SignInForm({ help, nonce }: FormProps) {
  useStayWhenLocked()
  const pending = <PendingForm rows={1} label="Loading the form to sign in" help={help} />
  return (
    <AuthForm nonce={nonce} pending={pending}>
      <SignIn
        routing="path"
        path={LOGIN_PATH}
        signUpUrl={REGISTER_PATH}
        fallbackRedirectUrl={DASHBOARD_PATH}
        fallback={pending}
      />
    </AuthForm>
  )
}

/** Clerk's form to register, in each of its states. */
export function SignUpForm({ help, nonce }: FormProps) {
  const pending = <PendingForm rows={2} label="Loading the form to register" help={help} />
  return (
    <AuthForm nonce={nonce} pending={pending}>
      <SignUp
        routing="path"
        path={REGISTER_PATH}
        signInUrl={LOGIN_PATH}
        fallbackRedirectUrl={DASHBOARD_PATH}
        fallback={pending}
      />
    </AuthForm>
  )
}
