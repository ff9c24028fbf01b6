'use client'

import { SignIn } from '@clerk/nextjs'
import { keepOwnRedirects } from '@/lib/account/keep-own-redirects.ts'
import { DASHBOARD_PATH, LOGIN_PATH, REGISTER_PATH } from '@/lib/routes.ts'
import { InlineScript } from '../ui/inline-script.tsx'
import { DegradedNote } from './degraded-note.tsx'
import type { Help } from './help-line.tsx'
import { PendingForm } from './pending-form.tsx'
import { useClerkLoaded } from './use-clerk-status.ts'
import { useStayWhenLocked } from './use-stay-when-locked.ts'

/** Clerk's form to sign in, in each of its states. */
export function SignInForm({ help, nonce }: { help: Help; nonce: string | undefined }) {
  useStayWhenLocked()
  const isLoaded = useClerkLoaded()
  return (
    <>
      <InlineScript run={keepOwnRedirects} given={[]} nonce={nonce} />
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
