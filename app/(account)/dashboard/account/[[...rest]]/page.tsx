import type { Metadata } from 'next'
import { AccountPage } from '@/components/dashboard/clerk-pages.tsx'
import { Page } from '@/components/dashboard/page.tsx'
import { AREAS } from '@/lib/auth/access-table.ts'
import { requirePage } from '@/lib/auth/require-page.ts'

export const metadata: Metadata = { title: AREAS.account.label }

export default async function Account({ params }: { params: Promise<{ rest?: string[] }> }) {
  await requirePage('account', (await params).rest)
  return (
    <Page title={AREAS.account.label} lead="Your name, addresses, password, second factor and devices.">
      <AccountPage />
    </Page>
  )
}
