import { notFound } from 'next/navigation'
import { requirePage } from '@/lib/dashboard/access/require-page.ts'

/**
 * Handles unknown dashboard paths. Redirects signed-out users to sign in, so that they cannot find out which paths
 * exist.
 */
export default async function MissingPage({ params }: { params: Promise<{ missing: string[] }> }) {
  await requirePage('missing', (await params).missing)
  notFound()
}
