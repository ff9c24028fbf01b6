import type { Metadata } from 'next'
import { Entry } from '@/components/account/entry.tsx'
import { SignInForm } from '@/components/account/sign-in-form.tsx'
import { type EntryProps, sendOnWhoIsSignedIn } from '../../entry-page.ts'
import { getHelp } from '../../help.ts'
import { pageNonce } from '../../nonce.ts'

export const metadata: Metadata = { title: 'Sign in' }

const STEPS = [
  'Sign in with your password, or with a code that we send to your e-mail address.',
  'Choose the company you look after, if it is more than one.',
  'See your team, and who may do what.',
]

export default async function LoginPage(props: EntryProps) {
  await sendOnWhoIsSignedIn(props)
  return (
    <Entry heading="Good to have you back" steps={STEPS}>
      <SignInForm help={await getHelp()} nonce={await pageNonce()} />
    </Entry>
  )
}
