import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { EndpointView } from '@/components/dashboard/webhooks/endpoint-view.tsx'
import { readDeliveries } from '@/lib/dashboard/webhooks/deliveries.ts'
import { openArea } from '../../../area.ts'
import { prefetchRecord } from '../../../prefetched-query.tsx'

export const metadata: Metadata = { title: 'Webhook' }

export default async function WebhookPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const { reader } = await openArea('webhooks', [id])
  const { hasFailed, state } = await prefetchRecord({ list: 'webhooks', id, reader }, (tx) => readDeliveries(tx, id))
  return (
    <HydrationBoundary state={state}>
      <EndpointView id={id} reader={reader} hasFailed={hasFailed} />
    </HydrationBoundary>
  )
}
