import type { Metadata } from 'next'
import { AuthCard } from '@/components/account/auth-card.tsx'
import { SignInForm } from '@/components/account/auth-forms.tsx'
import { type AuthPageProps, redirectSignedIn } from '../../auth-page.ts'
import { TouchLink } from '@/components/ui/link.tsx'
import { CONTACT_PATH } from '@/lib/routes.ts'
import { SampleMorning } from '@/components/site/product/sample-morning.tsx'
import { getAccountShell, getHelp, getNonce } from '../../shell.ts'

export const metadata: Metadata = { title: 'Sign in' }

export default async function LoginPage(props: AuthPageProps) {
  await redirectSignedIn(props)
  const { account, demo } = (await getAccountShell()).labels
  return (
    <AuthCard
      heading={account.signInHeading}
      text={account.signInText}
      below={
        <p className="label mt-2 text-muted-foreground">
          <TouchLink href={CONTACT_PATH}>{account.signInHelp}</TouchLink>
        </p>
      }
      aside={<SampleMorning notice={demo.notice} before={account.sampleBefore} view={account.sample} />}
    >
      <SignInForm help={await getHelp()} nonce={await getNonce()} />
    </AuthCard>
  )
}
