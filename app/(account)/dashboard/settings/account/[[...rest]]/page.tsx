import { AccountPage, AccountTabs } from '@/components/dashboard/clerk-pages.tsx'
import { Page } from '@/components/dashboard/page.tsx'
import { SecondFactorNotice } from '@/components/dashboard/settings/second-factor.tsx'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { requirePage } from '@/lib/dashboard/access/require-page.ts'
import { needsSecondFactor } from '@/lib/dashboard/access/second-factor.ts'
import { isMember } from '@/lib/platform/auth/session-claims.ts'
import { buildAreaMetadata } from '../../../area.ts'

export const metadata = buildAreaMetadata('account')

export default async function Account({ params }: { params: Promise<{ rest?: string[] }> }) {
  const claims = await requirePage('account', (await params).rest)
  const isSecondFactorMissing = isMember(claims) && (await needsSecondFactor(claims))
  return (
    <Page title={AREAS.account.label} lead="Your name, email, password, two-step verification and devices.">
      {isSecondFactorMissing && <SecondFactorNotice />}
      <AccountTabs />
      <AccountPage />
    </Page>
  )
}
