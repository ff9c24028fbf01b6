'use client'

import { SignIn } from '@clerk/nextjs'
import { DASHBOARD_PATH, LOGIN_PATH, REGISTER_PATH } from '@/lib/account-paths.ts'
import { CardSkeleton } from './card-skeleton.tsx'
import { EntryStates } from './entry-states.tsx'
import type { Help } from './notice.tsx'

/** Clerk's form to sign in, in each of its states. */
export function SignInForm({ help }: { help: Help }) {
  return (
    <EntryStates help={help}>
      <SignIn
        routing="path"
        path={LOGIN_PATH}
        signUpUrl={REGISTER_PATH}
        fallbackRedirectUrl={DASHBOARD_PATH}
        fallback={<CardSkeleton rows={1} label="Loading the form to sign in" />}
      />
    </EntryStates>
  )
}
