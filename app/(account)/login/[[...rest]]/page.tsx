import type { Metadata } from 'next'
import { AuthCard } from '@/components/account/auth-card.tsx'
import { SignInForm } from '@/components/account/auth-forms.tsx'
import { type AuthPageProps, redirectSignedIn } from '../../auth-page.ts'
import { getHelp, pageNonce } from '../../shell.ts'

export const metadata: Metadata = { title: 'Sign in' }

const STEPS = [
  'Sign in with your password, or with a code that we send to your e-mail address.',
  'Choose the company you look after, if it is more than one.',
  'See your team, and who may do what.',
]

export default async function LoginPage(props: AuthPageProps) {
  await redirectSignedIn(props)
  return (
    <AuthCard heading="Good to have you back" steps={STEPS}>
      <SignInForm help={await getHelp()} nonce={await pageNonce()} />
    </AuthCard>
  )
}
