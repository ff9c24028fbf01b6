import { notFound } from 'next/navigation'
import { requirePage } from '@/lib/dashboard/access/require-page.ts'

/** Unknown dashboard paths. Signed-out users are sent to sign in, so they cannot tell which paths exist. */
export default async function MissingPage({ params }: { params: Promise<{ missing: string[] }> }) {
  await requirePage('missing', (await params).missing)
  notFound()
}
