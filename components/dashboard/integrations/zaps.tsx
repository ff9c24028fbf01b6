'use client'

import { useRef } from 'react'
import { WEBHOOK_EVENTS } from '@/lib/dashboard/model/webhook-event.ts'
import { buildDashboardQuery, buildQueryKey, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { type ZapList, zapList, type ZapRecord } from '@/lib/dashboard/zapier/record.ts'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { formatDate, formatDateTime } from '@/lib/platform/time/zone.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QueryResult } from '../loading.tsx'
import { TextLink } from '../page.tsx'
import { useConfirmDialog } from '../use-confirm-dialog.tsx'
import { buildCachedChange, sendChange, useOptimisticMutation } from '../use-optimistic-mutation.ts'

function describeDelivery({ lastDelivery, createdAt }: ZapRecord, timeZone: string): string {
  if (!lastDelivery) return `On since ${formatDate(createdAt, timeZone)}. Nothing sent yet.`
  const time = formatDateTime(lastDelivery.at, timeZone)
  if (lastDelivery.isDelivered) return `Last sent ${time}`
  return `Not delivered ${time}${lastDelivery.status ? ` (HTTP ${lastDelivery.status})` : ''}`
}

type ZapRowProps = { zap: ZapRecord; timeZone: string; canManage: boolean; onRemove: () => void }

function ZapRow({ zap, timeZone, canManage, onRemove }: ZapRowProps) {
  const { ask, dialog } = useConfirmDialog()
  const label = WEBHOOK_EVENTS[zap.event]
  const confirmRemoval = async () => {
    const isConfirmed = await ask({
      title: 'Remove this Zap?',
      description: `It gets no more events. Turn it off in Zapier, too. Event: ${label}.`,
      isDestructive: true,
      confirm: 'Remove Zap',
      cancel: 'Cancel',
    })
    if (isConfirmed) onRemove()
  }
  return (
    <li className="flex items-center justify-between gap-4 border-t border-border py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          {label}
          {zap.pausedAt && <Badge tone="primary">Paused after a day of failures</Badge>}
        </p>
        <p className="text-muted-foreground">
          {describeDelivery(zap, timeZone)}
          {zap.keyName && ` · API key “${zap.keyName}”`}
        </p>
      </div>
      {canManage && (
        <Button variant="quiet" aria-label={`Remove Zap: ${label}`} onClick={() => void confirmRemoval()}>
          Remove
        </Button>
      )}
      {dialog}
    </li>
  )
}

function Steps({ localPage }: { localPage: string | null }) {
  return (
    <ol className="grid list-decimal gap-1.5 pl-5">
      <li>
        <TextLink href={AREAS.keys.path}>Create an API key</TextLink> that can read what your Zaps need: calls, leads or
        appointments.
      </li>
      <li>
        In{' '}
        <TextLink href={localPage ?? 'https://zapier.com/app/zaps'} target="_blank">
          {localPage ? 'the local test Zapier' : 'Zapier'}
        </TextLink>
        , create a Zap, choose Ductwise as its trigger, and paste the key.
      </li>
      <li>Choose an event, test it with your latest record, and turn the Zap on. It then appears here.</li>
    </ol>
  )
}

type ListProps = ZapList & { reader: Reader; canManage: boolean }

function List({ zaps, timeZone, reader, canManage }: ListProps) {
  const listRef = useRef<HTMLDivElement>(null)
  const removal = useOptimisticMutation<string, object>({
    send: (id) => sendChange(`zaps/${id}`, 'DELETE'),
    changes: [
      buildCachedChange<ZapList, string>(buildQueryKey('zaps', reader), (cached, id) => ({
        ...cached,
        zaps: cached.zaps.filter((zap) => zap.id !== id),
      })),
    ],
    buildToast: () => ({ title: 'Zap removed', tone: 'accent' }),
  })
  const remove = (id: string) => {
    removal.mutate(id)
    // The pressed button unmounts with its row.
    listRef.current?.focus()
  }
  return (
    <div ref={listRef} tabIndex={-1} className="mt-5 outline-none">
      {zaps.length === 0 ? (
        <p className="border-t border-border pt-4 text-muted-foreground">No Zaps are on.</p>
      ) : (
        <ul className="-mb-3" aria-label="Zaps that are on">
          {zaps.map((zap) => (
            <ZapRow key={zap.id} zap={zap} timeZone={timeZone} canManage={canManage} onRemove={() => remove(zap.id)} />
          ))}
        </ul>
      )}
    </div>
  )
}

type Props = {
  reader: Reader
  canManage: boolean
  hasFailed: boolean
  /** URL of the local mock server's page; null for the real Zapier. */
  localPage: string | null
}

export function Zaps({ reader, canManage, hasFailed, localPage }: Props) {
  return (
    <Panel
      title="Zaps"
      note="Start a Zap in Zapier when something happens here. Zaps are connected with an API key and don’t count as an integration."
    >
      <Steps localPage={localPage} />
      <QueryResult subject="Your Zaps" query={buildDashboardQuery('zaps', zapList, reader)} hasFailed={hasFailed}>
        {(data) => <List {...data} reader={reader} canManage={canManage} />}
      </QueryResult>
    </Panel>
  )
}
