'use client'

import { useState } from 'react'
import { WEBHOOK_EVENT_NAMES } from '@/lib/dashboard/model/webhook-event.ts'
import { buildDashboardQuery, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import {
  type EndpointInput,
  type EndpointList,
  endpointList,
  type EndpointRecord,
} from '@/lib/dashboard/webhooks/input.ts'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { API_ROOT, DOCUMENTATION_ROOT } from '@/lib/routes.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QueryResult } from '../loading.tsx'
import { Page, TextLink } from '../page.tsx'
import { useCreateEndpoint, useTestEndpoint } from './endpoint-changes.ts'
import { EndpointDialog } from './endpoint-dialog.tsx'
import { describeEndpoint, EndpointBadge, getEndpointLabel } from './endpoint-state.tsx'
import { useSecretDialog } from './use-secret-dialog.tsx'

const summarizeEvents = ({ events }: EndpointRecord): string => {
  if (events.length === WEBHOOK_EVENT_NAMES.length) return 'All events'
  return events.length === 1 ? '1 event' : `${events.length} events`
}

type RowProps = { endpoint: EndpointRecord; timeZone: string; reader: Reader }

function Row({ endpoint, timeZone, reader }: RowProps) {
  const test = useTestEndpoint(reader, endpoint.id)
  const label = getEndpointLabel(endpoint)
  const state = describeEndpoint(endpoint, timeZone)
  return (
    <li className="grid gap-x-6 gap-y-3 border-t border-border py-4 first:border-t-0 first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="text-base font-semibold">
            <AppLink href={`${AREAS.webhooks.path}/${endpoint.id}`} className="text-link">
              {label}
            </AppLink>
          </h3>
          <EndpointBadge endpoint={endpoint} />
        </div>
        <p className="data mt-1 truncate text-muted-foreground" title={endpoint.url}>
          {endpoint.url}
        </p>
        <p className="mt-1">{summarizeEvents(endpoint)}</p>
        {state && <p className="mt-1 text-muted-foreground">{state}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="quiet"
          aria-label={`Send test event to ${label}`}
          disabled={test.isPending}
          onClick={() => test.send()}
        >
          {test.isPending ? 'Sending…' : 'Send test event'}
        </Button>
      </div>
    </li>
  )
}

const SIGNATURE_CHECK = `import { Webhook } from 'standardwebhooks'

const event = new Webhook(process.env.WEBHOOK_SECRET).verify(body, headers)`

function NoEndpoints() {
  return (
    <>
      <Empty icon="plug" title="No webhooks yet">
        We post each call, lead and visit to your system the moment it changes. Your system checks the signature of each
        request.
      </Empty>
      <pre className="data mx-auto max-w-[42rem] rounded-lg border border-border bg-muted p-4 whitespace-pre-wrap wrap-anywhere">
        <code>{SIGNATURE_CHECK}</code>
      </pre>
    </>
  )
}

type PanelsProps = { list: EndpointList; reader: Reader }

function EndpointPanels({ list: { endpoints, timeZone }, reader }: PanelsProps) {
  const webhooks = endpoints.filter(({ kind }) => kind === 'webhook')
  const zaps = endpoints.filter(({ kind }) => kind === 'zapier')
  const renderRows = (label: string, rows: EndpointRecord[]) => (
    <ul aria-label={label}>
      {rows.map((endpoint) => (
        <Row key={endpoint.id} endpoint={endpoint} timeZone={timeZone} reader={reader} />
      ))}
    </ul>
  )
  return (
    <>
      <Panel title="Endpoints">{webhooks.length > 0 ? renderRows('Endpoints', webhooks) : <NoEndpoints />}</Panel>
      {zaps.length > 0 && (
        <Panel title="Zapier" note="Zapier adds these when a Zap is turned on. Turn the Zap off to remove one.">
          {renderRows('Zapier', zaps)}
        </Panel>
      )}
    </>
  )
}

export function WebhooksView({ reader, hasFailed }: { reader: Reader; hasFailed: boolean }) {
  const [isCreating, setIsCreating] = useState(false)
  const secret = useSecretDialog()
  const createEndpoint = useCreateEndpoint(reader)
  const handleCreate = (input: EndpointInput, onStored: () => void) =>
    createEndpoint.mutate(input, {
      onSuccess: (issued) => {
        secret.show(issued)
        onStored()
      },
    })
  return (
    <Page
      title="Webhooks"
      lead="Send calls, leads and visits to your own systems as they happen."
      actions={
        <Button disabled={createEndpoint.isPending} onClick={() => setIsCreating(true)}>
          Add webhook
        </Button>
      }
    >
      <QueryResult
        subject="The list of webhooks"
        query={buildDashboardQuery('webhooks', endpointList, reader)}
        hasFailed={hasFailed}
      >
        {(list) => <EndpointPanels list={list} reader={reader} />}
      </QueryResult>
      <p className="text-muted-foreground">
        See <TextLink href={`${DOCUMENTATION_ROOT}/webhooks`}>how to receive webhooks</TextLink> and the{' '}
        <TextLink href={`${API_ROOT}#webhooks`}>payload of each event</TextLink>.
      </p>
      <EndpointDialog isOpen={isCreating} onOpenChange={setIsCreating} onSubmit={handleCreate} />
      {secret.dialog}
    </Page>
  )
}
