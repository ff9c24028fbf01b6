import type { Metadata } from 'next'
import { AccountPage } from '@/components/dashboard/clerk-pages.tsx'
import { AREAS } from '@/lib/auth/areas.ts'
import { requirePage } from '@/lib/auth/require-page.ts'

export const metadata: Metadata = { title: AREAS.account.label }

export default async function Account({ params }: { params: Promise<{ rest?: string[] }> }) {
  await requirePage('account', (await params).rest)
  return (
    <>
      <h1 className="sr-only">{AREAS.account.label}</h1>
      <AccountPage />
    </>
  )
}
