import type { Metadata } from 'next'
import { ChooseOrganization } from '@/components/dashboard/clerk-pages.tsx'
import { Page } from '@/components/dashboard/page.tsx'
import { AREAS } from '@/lib/auth/access-table.ts'
import { requirePage } from '@/lib/auth/require-page.ts'

export const metadata: Metadata = { title: AREAS.welcome.label }

export default async function WelcomePage() {
  await requirePage('welcome')
  return (
    <Page
      title="Which company is this for?"
      lead="Everything here belongs to an organization: your company, its people and what we keep for it. Create yours, or join the one you were invited to."
    >
      <ChooseOrganization />
    </Page>
  )
}
