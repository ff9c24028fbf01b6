import { OrganizationPage, OrganizationTabs } from '@/components/dashboard/clerk-pages.tsx'
import { Page } from '@/components/dashboard/page.tsx'
import { buildAreaMetadata, openArea } from '../../../area.ts'

export const metadata = buildAreaMetadata('organization')

export default async function Organization({ params }: { params: Promise<{ rest?: string[] }> }) {
  const { title } = await openArea('organization', (await params).rest)
  return (
    <Page title={title} lead="Company name, members, roles and invitations.">
      <OrganizationTabs />
      <OrganizationPage />
    </Page>
  )
}
