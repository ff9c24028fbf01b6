import type { Metadata } from 'next'
import { AccountPage, AccountTabs } from '@/components/dashboard/clerk-pages.tsx'
import { Page } from '@/components/dashboard/page.tsx'
import { SecondFactorNotice } from '@/components/dashboard/settings/second-factor.tsx'
import { AREAS } from '@/lib/auth/access-table.ts'
import { requirePage } from '@/lib/auth/require-page.ts'
import { lacksSecondFactor } from '@/lib/auth/second-factor.ts'
import { isMember } from '@/lib/auth/session-claims.ts'

export const metadata: Metadata = { title: AREAS.account.label }

export default async function Account({ params }: { params: Promise<{ rest?: string[] }> }) {
  const claims = await requirePage('account', (await params).rest)
  const isHeld = isMember(claims) && (await lacksSecondFactor(claims))
  return (
    <Page title={AREAS.account.label} lead="Your name, addresses, password, second factor and devices.">
      {isHeld && <SecondFactorNotice />}
      <AccountTabs />
      <AccountPage />
    </Page>
  )
}
