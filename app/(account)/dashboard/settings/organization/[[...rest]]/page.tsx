import type { Metadata } from 'next'
import { OrganizationPage, OrganizationTabs } from '@/components/dashboard/clerk-pages.tsx'
import { Page } from '@/components/dashboard/page.tsx'
import { AREAS } from '@/lib/auth/access-table.ts'
import { requirePage } from '@/lib/auth/require-page.ts'

export const metadata: Metadata = { title: AREAS.organization.label }

export default async function Organization({ params }: { params: Promise<{ rest?: string[] }> }) {
  await requirePage('organization', (await params).rest)
  return (
    <Page
      title={AREAS.organization.label}
      lead="The name of your company here, its people, their roles and invitations."
    >
      <OrganizationTabs />
      <OrganizationPage />
    </Page>
  )
}
