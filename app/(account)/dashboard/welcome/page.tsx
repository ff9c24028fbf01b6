import type { Metadata } from 'next'
import { Page } from '@/components/dashboard/page.tsx'
import { Welcome } from '@/components/dashboard/welcome/welcome.tsx'
import { AREAS } from '@/lib/auth/access-table.ts'
import { requirePage } from '@/lib/auth/require-page.ts'

export const metadata: Metadata = { title: AREAS.welcome.label }

export default async function WelcomePage() {
  await requirePage('welcome')
  return (
    <Page
      title={AREAS.welcome.label}
      lead="Everything in the dashboard belongs to a company, its people and their work."
    >
      <Welcome />
    </Page>
  )
}
