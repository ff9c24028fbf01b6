'use client'

import { SignUp } from '@clerk/nextjs'
import { keepOwnRedirects } from '@/lib/account/keep-own-redirects.ts'
import { DASHBOARD_PATH, LOGIN_PATH, REGISTER_PATH } from '@/lib/routes.ts'
import { InlineScript } from '../ui/inline-script.tsx'
import { DegradedNote } from './degraded-note.tsx'
import type { Help } from './help-line.tsx'
import { PendingForm } from './pending-form.tsx'
import { useClerkLoaded } from './use-clerk-status.ts'

/** Clerk's form to register, in each of its states. */
export function SignUpForm({ help, nonce }: { help: Help; nonce: string | undefined }) {
  const isLoaded = useClerkLoaded()
  return (
    <>
      <InlineScript run={keepOwnRedirects} given={[]} nonce={nonce} />
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
