import { Page } from '@/components/dashboard/page.tsx'
import { Welcome } from '@/components/dashboard/welcome/welcome.tsx'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { requirePage } from '@/lib/dashboard/access/require-page.ts'
import { buildAreaMetadata } from '../area.ts'

export const metadata = buildAreaMetadata('welcome')

export default async function WelcomePage() {
  await requirePage('welcome')
  return (
    <Page title={AREAS.welcome.label} lead="Create or join a company to use the dashboard.">
      <Welcome />
    </Page>
  )
}
