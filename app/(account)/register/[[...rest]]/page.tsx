import type { Metadata } from 'next'
import { Fragment } from 'react'
import { AuthCard, AuthSteps } from '@/components/account/auth-card.tsx'
import { SignUpForm } from '@/components/account/auth-forms.tsx'
import { getLegalLinks } from '@/components/site/layout/account-frame.tsx'
import { PriceNote } from '@/components/site/pricing/lowest-price.tsx'
import { fill } from '@/components/ui/fill.tsx'
import { Link, TextLink } from '@/components/ui/link.tsx'
import { DEMO_ROOT } from '@/lib/routes.ts'
import { type AuthPageProps, isInvited, redirectSignedIn } from '../../auth-page.ts'
import { getAccountPrice, getAccountShell, getHelp, getNonce } from '../../shell.ts'

export const metadata: Metadata = { title: 'Create an account' }

function getSeparator(index: number, length: number): string {
  if (index === length - 1) return '.'
  return index === length - 2 ? ' and ' : ', '
}

export default async function RegisterPage(props: AuthPageProps) {
  await redirectSignedIn(props)
  const [{ brand, settings, labels }, lowestPlan, hasInvitation] = await Promise.all([
    getAccountShell(),
    getAccountPrice(),
    isInvited(props),
  ])
  const { account } = labels
  return (
    <AuthCard
      heading={fill(hasInvitation ? account.invitedHeading : account.signUpHeading, { brand })}
      text={hasInvitation ? account.invitedText : account.signUpText}
      below={
        <p className="label mt-4 text-muted-foreground">
          {account.signUpTerms}{' '}
          {getLegalLinks(settings).map(({ _key, href, label }, index, { length }) => (
            <Fragment key={_key}>
              <TextLink href={href}>{label}</TextLink>
              {getSeparator(index, length)}
            </Fragment>
          ))}
        </p>
      }
      aside={
        !hasInvitation && (
          <AuthSteps
            heading={account.signUpSteps}
            steps={[account.signUpConfirm, account.signUpCompany, account.signUpTeam]}
          >
            <PriceNote note={account.signUpPrice} plan={lowestPlan} className="border-t pt-4" />
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
      <SignUpForm help={await getHelp()} nonce={await getNonce()} />
    </AuthCard>
  )
}
