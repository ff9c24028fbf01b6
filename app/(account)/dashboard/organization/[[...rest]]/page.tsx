import type { Metadata } from 'next'
import { OrganizationPage } from '@/components/dashboard/clerk-pages.tsx'
import { AREAS } from '@/lib/auth/areas.ts'
import { requirePage } from '@/lib/auth/require-page.ts'

export const metadata: Metadata = { title: AREAS.organization.label }

export default async function Organization({ params }: { params: Promise<{ rest?: string[] }> }) {
  await requirePage('organization', (await params).rest)
  return (
    <>
      <h1 className="sr-only">{AREAS.organization.label}</h1>
      <OrganizationPage />
    </>
  )
}
