'use client'

import { SignUp } from '@clerk/nextjs'
import { DASHBOARD_PATH, LOGIN_PATH, REGISTER_PATH } from '@/lib/account-paths.ts'
import { CardSkeleton } from './card-skeleton.tsx'
import { EntryStates } from './entry-states.tsx'
import type { Help } from './notice.tsx'

/** Clerk's form to register, in each of its states. */
export function SignUpForm({ help }: { help: Help }) {
  return (
    <EntryStates help={help}>
      <SignUp
        routing="path"
        path={REGISTER_PATH}
        signInUrl={LOGIN_PATH}
        fallbackRedirectUrl={DASHBOARD_PATH}
        fallback={<CardSkeleton rows={2} label="Loading the form to register" />}
      />
    </EntryStates>
  )
}
