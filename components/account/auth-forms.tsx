'use client'

import { SignIn, SignUp, useAuth } from '@clerk/nextjs'
import type { LoadedClerk } from '@clerk/nextjs/types'
import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { cleanRedirects } from '@/browser/own-redirects.ts'
import { ownRedirectsScript } from '@/lib/browser-bundles.js'
import { INLINE_SCRIPT_TYPE } from '@/lib/platform/csp/inline-script-type.ts'
import { DASHBOARD_PATH, LOGIN_PATH, REGISTER_PATH } from '@/lib/routes.ts'
import { useClerkLoaded } from './clerk-status.ts'
import { DegradedNote, PendingForm } from './form-states.tsx'
import type { Help } from './notice.tsx'
import { ValidationMessages } from './validation-messages.tsx'

type FormProps = { help: Help; nonce: string | undefined }

/**
 * Keeps a locked account on the step that explains the lock. After a lock, Clerk navigates to "..", which is the home
 * page if the current path is /login/factor-one. Clerk has no option for this case. tests/e2e/account/flows.spec.ts
 * covers the replaced `navigate`.
 */
function useKeepLockedStep(): void {
  const { isLoaded } = useAuth()
  useEffect(() => {
    const { Clerk: clerk } = window as { Clerk?: LoadedClerk }
    if (!isLoaded || !clerk) return
    const { navigate } = clerk
    clerk.navigate = (to, ...rest) => (to === '..' ? Promise.resolve() : navigate(to, ...rest))
    return () => {
      clerk.navigate = navigate
    }
  }, [isLoaded])
}

/**
 * Cleans the URL before Clerk's form reads it. On a document load an inline script does this, before Next.js stores the
 * URL. After a client-side navigation React does it, because browsers skip inline scripts then.
 */
function RedirectScript({ nonce }: { nonce: string | undefined }) {
  useLayoutEffect(cleanRedirects, [])
  return (
    <script
      type={INLINE_SCRIPT_TYPE}
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: typeof window === 'undefined' ? ownRedirectsScript : '' }}
    />
  )
}

type AuthFormProps = Pick<FormProps, 'nonce'> & {
  pending: ReactNode
  children: ReactNode
}

/**
 * Shows the form after Clerk has loaded and React has hydrated. On a slow device Clerk may load first, and its markup
 * would not match the server's HTML.
 */
function AuthForm({ nonce, pending, children }: AuthFormProps) {
  const isLoaded = useClerkLoaded()
  return (
    <>
      <RedirectScript nonce={nonce} />
      <ValidationMessages>{isLoaded ? children : pending}</ValidationMessages>
      <DegradedNote />
    </>
  )
}

const SHARED_PROPS = { routing: 'path', fallbackRedirectUrl: DASHBOARD_PATH } as const

export function SignInForm({ help, nonce }: FormProps) {
  useKeepLockedStep()
  const pending = <PendingForm rows={1} label="Loading sign-in form…" help={help} />
  return (
    <AuthForm nonce={nonce} pending={pending}>
      <SignIn {...SHARED_PROPS} path={LOGIN_PATH} signUpUrl={REGISTER_PATH} fallback={pending} />
    </AuthForm>
  )
}

export function SignUpForm({ help, nonce }: FormProps) {
  const pending = <PendingForm rows={2} label="Loading sign-up form…" help={help} />
  return (
    <AuthForm nonce={nonce} pending={pending}>
      <SignUp {...SHARED_PROPS} path={REGISTER_PATH} signInUrl={LOGIN_PATH} fallback={pending} />
    </AuthForm>
  )
}
