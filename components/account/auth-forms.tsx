'use client'

import { SignIn, SignUp, useAuth } from '@clerk/nextjs'
import type { LoadedClerk } from '@clerk/nextjs/types'
import { type ReactNode, useEffect } from 'react'
import { DASHBOARD_PATH, LOGIN_PATH, REGISTER_PATH } from '@/lib/routes.ts'
import { useClerkLoaded } from './clerk-status.ts'
import { DegradedNote, FormRoom, PendingForm } from './form-states.tsx'
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

/** Fields that each form begins with. */
const ROWS = { signIn: 1, signUp: 2 }

type AuthFormProps = Pick<FormProps, 'nonce'> & { rows: number; children: ReactNode }

/** What stands round each of Clerk's forms. */
function AuthForm({ nonce, rows, children }: AuthFormProps) {
  return (
    <>
      <OwnRedirectsScript nonce={nonce} />
      <OwnProblems>
        <FormRoom rows={rows}>{children}</FormRoom>
      </OwnProblems>
      <DegradedNote />
    </>
  )
}

/** Clerk's form to sign in, in each of its states. */
export function SignInForm({ help, nonce }: FormProps) {
  useStayWhenLocked()
  const isLoaded = useClerkLoaded()
  return (
    <AuthForm nonce={nonce} rows={ROWS.signIn}>
      <SignIn
        key={String(isLoaded)}
        routing="path"
        path={LOGIN_PATH}
        signUpUrl={REGISTER_PATH}
        fallbackRedirectUrl={DASHBOARD_PATH}
        fallback={<PendingForm rows={ROWS.signIn} label="Loading the form to sign in" help={help} />}
      />
    </AuthForm>
  )
}

/** Clerk's form to register, in each of its states. */
export function SignUpForm({ help, nonce }: FormProps) {
  const isLoaded = useClerkLoaded()
  return (
    <AuthForm nonce={nonce} rows={ROWS.signUp}>
      <SignUp
        key={String(isLoaded)}
        routing="path"
        path={REGISTER_PATH}
        signInUrl={LOGIN_PATH}
        fallbackRedirectUrl={DASHBOARD_PATH}
        fallback={<PendingForm rows={ROWS.signUp} label="Loading the form to register" help={help} />}
      />
    </AuthForm>
  )
}
