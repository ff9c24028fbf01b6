import { notFound } from 'next/navigation'
import { requirePage } from '@/lib/auth/require-page.ts'

/** Addresses of the dashboard that have no page: only who is signed in learns which ones those are. */
export default async function MissingPage({ params }: { params: Promise<{ missing: string[] }> }) {
  await requirePage('missing', (await params).missing)
  notFound()
}
