import type { Metadata } from 'next'
import { Fragment } from 'react'
import { AuthCard, AuthSteps } from '@/components/account/auth-card.tsx'
import { SignUpForm } from '@/components/account/auth-forms.tsx'
import { legalLinks } from '@/components/site/layout/account-frame.tsx'
import { PriceNote } from '@/components/site/pricing/lowest-price.tsx'
import { fill } from '@/components/ui/fill.tsx'
import { Link, TextLink } from '@/components/ui/link.tsx'
import { DEMO_ROOT } from '@/lib/routes.ts'
import { type AuthPageProps, isInvited, redirectSignedIn } from '../../auth-page.ts'
import { getAccountPrice, getAccountShell, getHelp, pageNonce } from '../../shell.ts'

export const metadata: Metadata = { title: 'Create an account' }

function separatorAfter(index: number, length: number): string {
  if (index === length - 1) return '.'
  return index === length - 2 ? ' and ' : ', '
}

export default async function RegisterPage(props: AuthPageProps) {
  await redirectSignedIn(props)
  const [{ brand, settings, words }, lowest, invited] = await Promise.all([
    getAccountShell(),
    getAccountPrice(),
    isInvited(props),
  ])
  const { account } = words
  return (
    <AuthCard
      heading={fill(invited ? account.invitedHeading : account.signUpHeading, { brand })}
      text={invited ? account.invitedText : account.signUpText}
      below={
        <p className="label mt-4 text-muted-foreground">
          {account.signUpTerms}{' '}
          {legalLinks(settings).map(({ _key, href, label }, index, { length }) => (
            <Fragment key={_key}>
              <TextLink href={href}>{label}</TextLink>
              {separatorAfter(index, length)}
            </Fragment>
          ))}
        </p>
      }
      aside={
        !invited && (
          <AuthSteps
            heading={account.signUpSteps}
            steps={[account.signUpConfirm, account.signUpCompany, account.signUpTeam]}
          >
            <PriceNote note={account.signUpPrice} plan={lowest} className="border-t pt-4" />
            <p className="mt-2 text-muted-foreground">
              {account.sampleBefore}{' '}
              <Link href={DEMO_ROOT} className="touch-link text-foreground">
                {account.sample}
              </Link>
            </p>
          </AuthSteps>
        )
      }
    >
      <SignUpForm help={await getHelp()} nonce={await pageNonce()} />
    </AuthCard>
  )
}
