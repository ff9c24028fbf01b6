import type { Metadata } from 'next'
import { AuthCard } from '@/components/account/auth-card.tsx'
import { SignUpForm } from '@/components/account/auth-forms.tsx'
import { type AuthPageProps, redirectSignedIn } from '../../auth-page.ts'
import { getHelp, pageNonce } from '../../shell.ts'

export const metadata: Metadata = { title: 'Create an account' }

const STEPS = [
  'Enter your e-mail address, choose a password, and confirm the address with the code we send you.',
  'Name your company. You are its owner, and decide who may see and do what.',
  'Invite the people who answer the phone and plan the day.',
]

export default async function RegisterPage(props: AuthPageProps) {
  await redirectSignedIn(props)
  return (
    <AuthCard heading="An account for your company" steps={STEPS}>
      <SignUpForm help={await getHelp()} nonce={await pageNonce()} />
    </AuthCard>
  )
}
