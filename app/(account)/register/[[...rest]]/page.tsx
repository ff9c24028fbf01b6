import type { Metadata } from 'next'
import { Entry } from '@/components/account/entry.tsx'
import { SignUpForm } from '@/components/account/sign-up-form.tsx'
import { type EntryProps, sendOnWhoIsSignedIn } from '../../entry-page.ts'
import { getHelp } from '../../help.ts'
import { pageNonce } from '../../nonce.ts'

export const metadata: Metadata = { title: 'Create an account' }

const STEPS = [
  'Enter your e-mail address, choose a password, and confirm the address with the code we send you.',
  'Name your company. You are its owner, and decide who may see and do what.',
  'Invite the people who answer the phone and plan the day.',
]

export default async function RegisterPage(props: EntryProps) {
  await sendOnWhoIsSignedIn(props)
  return (
    <Entry heading="An account for your company" steps={STEPS}>
      <SignUpForm help={await getHelp()} nonce={await pageNonce()} />
    </Entry>
  )
}
