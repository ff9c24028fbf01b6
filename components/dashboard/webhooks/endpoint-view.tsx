'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { WEBHOOK_EVENT_NAMES } from '@/lib/dashboard/model/webhook-event.ts'
import { buildDashboardQuery, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import {
  type DeliveryLog,
  deliveryLog,
  type EndpointRecord,
  SECRET_OVERLAP_HOURS,
} from '@/lib/dashboard/webhooks/input.ts'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { formatDateTime } from '@/lib/platform/time/zone.ts'
import { Button } from '../../ui/button.tsx'
import { DropdownMenu } from '../../ui/dropdown-menu.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QueryResult } from '../loading.tsx'
import { BackLink, DescriptionList, Page } from '../page.tsx'
import { useConfirmDialog } from '../use-confirm-dialog.tsx'
import { DeliveryList } from './delivery-list.tsx'
import {
  useChangeEndpoint,
  useDeleteEndpoint,
  useResend,
  useRotateSecret,
  useTestEndpoint,
} from './endpoint-changes.ts'
import { EndpointDialog } from './endpoint-dialog.tsx'
import { describeEndpoint, EndpointBadge, getEndpointLabel } from './endpoint-state.tsx'
import { useSecretDialog } from './use-secret-dialog.tsx'

/** Poll interval while events are pending. Deliveries have no audit events, which refresh the other pages. */
const POLL_INTERVAL_MS = 2_000

function EndpointActions({ endpoint, reader }: { endpoint: EndpointRecord; reader: Reader }) {
  const router = useRouter()
  const [isEditing, setIsEditing] = useState(false)
  const secret = useSecretDialog()
  const { ask, dialog } = useConfirmDialog()
  const test = useTestEndpoint(reader, endpoint.id)
  const change = useChangeEndpoint(reader, endpoint)
  const rotate = useRotateSecret(reader, endpoint.id)
  const remove = useDeleteEndpoint(reader, endpoint)
  const isPaused = endpoint.pausedAt !== null
  const confirmRotation = async () => {
    const isConfirmed = await ask({
      title: 'Rotate the secret?',
      description: `You get a new secret. For ${SECRET_OVERLAP_HOURS} hours, requests are signed with both, so you can switch your receiver without losing events.`,
      confirm: 'Rotate secret',
      cancel: 'Cancel',
    })
    if (isConfirmed) rotate.mutate(undefined, { onSuccess: secret.show })
  }
  const confirmDeletion = async () => {
    const isConfirmed = await ask({
      title: `Delete “${getEndpointLabel(endpoint)}”?`,
      description: 'Events are no longer sent there. Its log and events that are waiting are deleted too.',
      isDestructive: true,
      confirm: 'Delete webhook',
      cancel: 'Cancel',
    })
    if (isConfirmed) remove.mutate(undefined, { onSuccess: () => router.push(AREAS.webhooks.path) })
  }
  return (
    <>
      <Button disabled={test.isPending} onClick={test.send}>
        {test.isPending ? 'Sending…' : 'Send test event'}
      </Button>
      {endpoint.kind === 'webhook' && (
        <>
          {isPaused && (
            <Button variant="quiet" disabled={change.isPending} onClick={() => change.mutate({ isPaused: false })}>
              Resume
            </Button>
          )}
          <DropdownMenu
            label="Manage"
            entries={[
              { label: 'Edit', icon: 'pencil', onSelect: () => setIsEditing(true) },
              { label: 'Rotate secret', icon: 'key', onSelect: () => void confirmRotation() },
              ...(isPaused
                ? []
                : [{ label: 'Pause', icon: 'pause' as const, onSelect: () => change.mutate({ isPaused: true }) }]),
              'separator',
              { label: 'Delete', icon: 'trash', onSelect: () => void confirmDeletion() },
            ]}
          />
          <EndpointDialog
            isOpen={isEditing}
            onOpenChange={setIsEditing}
            endpoint={endpoint}
            onSubmit={(input) => change.mutate(input)}
          />
        </>
      )}
      {secret.dialog}
      {dialog}
    </>
  )
}

function EndpointDetails({ log, reader }: { log: DeliveryLog; reader: Reader }) {
  const { endpoint, timeZone } = log
  const { url, events, previousSecretEndsAt, createdAt } = endpoint
  const resend = useResend(reader, endpoint.id)
  const state = describeEndpoint(endpoint, timeZone)
  const areAllEvents = events.length === WEBHOOK_EVENT_NAMES.length
  return (
    <Page title={getEndpointLabel(endpoint)} actions={<EndpointActions endpoint={endpoint} reader={reader} />}>
      <Panel title="Endpoint">
        <DescriptionList
          rows={[
            [
              'Status',
              <span key="status" className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <EndpointBadge endpoint={endpoint} />
                {state}
              </span>,
            ],
            [
              'URL',
              <code key="url" className="wrap-anywhere">
                {url}
              </code>,
            ],
            [
              'Events',
              areAllEvents ? (
                'All events'
              ) : (
                <code key="events" className="wrap-anywhere">
                  {events.join(', ')}
                </code>
              ),
            ],
            ...(previousSecretEndsAt
              ? [
                  ['Former secret', `Also used until ${formatDateTime(previousSecretEndsAt, timeZone)}`] as [
                    string,
                    string,
                  ],
                ]
              : []),
            ['Added', formatDateTime(createdAt, timeZone)],
          ]}
        />
      </Panel>
      <DeliveryList log={log} isResending={resend.isPending} onResend={(delivery) => resend.mutate(delivery)} />
    </Page>
  )
}

export function EndpointView({ id, reader, hasFailed }: { id: string; reader: Reader; hasFailed: boolean }) {
  return (
    <>
      <BackLink area="webhooks" className="max-lg:ml-4" />
      <QueryResult
        subject="The webhook"
        query={{
          ...buildDashboardQuery(`webhooks/${id}`, deliveryLog, reader),
          refetchInterval: ({ state: { data } }) =>
            data?.deliveries.some(({ state }) => state === 'pending') ? POLL_INTERVAL_MS : false,
        }}
        hasFailed={hasFailed}
      >
        {(log) => <EndpointDetails log={log} reader={reader} />}
      </QueryResult>
    </>
  )
}
