import { useState } from 'react'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { formatDateTime } from '@/lib/platform/time/zone.ts'
import { type DeliveryLog, type DeliveryRecord, MAX_LOGGED_DELIVERIES } from '@/lib/dashboard/webhooks/input.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { DescriptionList, TextLink } from '../page.tsx'
import { describeResult, getEventLabel } from './endpoint-state.tsx'

const STATES: Record<DeliveryRecord['state'], [tone: Tone, label: string]> = {
  delivered: ['accent', 'Delivered'],
  pending: ['quiet', 'Pending'],
  failed: ['primary', 'Failed'],
}

/** A pending delivery that already failed once is shown as retrying. */
const getBadge = ({ state, attempts }: DeliveryRecord): [tone: Tone, label: string] =>
  state === 'pending' && attempts > 0 ? ['primary', 'Retrying'] : STATES[state]

const FILTERS = {
  all: { label: 'All', matches: () => true },
  failed: {
    label: 'Failed',
    matches: ({ state, attempts }: DeliveryRecord) => state === 'failed' || (state === 'pending' && attempts > 0),
  },
} as const

type Filter = keyof typeof FILTERS

const SUBJECT_PATHS: Record<string, string> = {
  call: AREAS.calls.path,
  lead: AREAS.leads.path,
  appointment: AREAS.appointments.path,
}

const getSubjectHref = ({ event, subjectId }: DeliveryRecord): string | undefined => {
  const path = SUBJECT_PATHS[event.split('.')[0] ?? '']
  return subjectId && path ? `${path}/${subjectId}` : undefined
}

type DeliveryProps = { delivery: DeliveryRecord; timeZone: string; isResending: boolean; onResend: () => void }

function Delivery({ delivery, timeZone, isResending, onResend }: DeliveryProps) {
  const { event, messageId, attempts, durationMs, response, createdAt, attemptedAt, nextAttemptAt } = delivery
  const [tone, label] = getBadge(delivery)
  const eventLabel = getEventLabel(event)
  const href = getSubjectHref(delivery)
  const time = formatDateTime(attemptedAt ?? createdAt, timeZone)
  return (
    <li className="border-t border-border first:border-t-0">
      <details className="group/delivery">
        <summary className="-mx-2.5 grid min-h-11 cursor-pointer list-none grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 rounded-lg px-2.5 py-2.5 hover:bg-muted sm:grid-cols-[6.5rem_minmax(0,1fr)_minmax(0,14rem)_5rem_auto_1rem]">
          <span className="max-sm:order-2 max-sm:justify-self-end">
            <Badge tone={tone}>{label}</Badge>
          </span>
          <span className="min-w-0 truncate font-medium max-sm:order-1">{eventLabel}</span>
          <span className="truncate text-muted-foreground max-sm:order-3">{describeResult(delivery)}</span>
          <span className="data text-right text-muted-foreground max-sm:order-5 max-sm:hidden">
            {durationMs !== null && `${durationMs.toLocaleString('en-US')} ms`}
          </span>
          <time
            dateTime={attemptedAt ?? createdAt}
            className="text-right whitespace-nowrap text-muted-foreground max-sm:order-4"
          >
            {time}
          </time>
          <Icon
            name="down"
            size={14}
            className="text-muted-foreground transition-transform group-open/delivery:rotate-180 max-sm:hidden"
          />
        </summary>
        <div className="grid gap-4 pt-1 pb-5">
          <DescriptionList
            rows={[
              ['Event', <code key="event">{event}</code>],
              [
                'webhook-id',
                <code key="id" className="wrap-anywhere">
                  {messageId}
                </code>,
              ],
              [
                'Result',
                `${describeResult(delivery)}${durationMs === null ? '' : ` after ${durationMs.toLocaleString('en-US')} ms`}`,
              ],
              ['Attempts', String(attempts)],
              ...(nextAttemptAt ? [['Next attempt', formatDateTime(nextAttemptAt, timeZone)] as [string, string]] : []),
              ...(href
                ? [
                    [
                      'Record',
                      <TextLink key="record" href={href}>
                        Open the record
                      </TextLink>,
                    ] as [string, React.ReactNode],
                  ]
                : []),
            ]}
          />
          {response && (
            <div>
              <h4 className="text-muted-foreground">Response</h4>
              <pre className="data mt-1.5 rounded-lg border border-border bg-muted p-3 whitespace-pre-wrap wrap-anywhere">
                {response}
              </pre>
            </div>
          )}
          <div>
            <Button
              variant="quiet"
              disabled={isResending}
              aria-label={`Resend ${eventLabel}, ${time}`}
              onClick={onResend}
            >
              Resend
            </Button>
          </div>
        </div>
      </details>
    </li>
  )
}

type DeliveryListProps = { log: DeliveryLog; isResending: boolean; onResend: (delivery: DeliveryRecord) => void }

export function DeliveryList({ log: { deliveries, timeZone }, isResending, onResend }: DeliveryListProps) {
  const [filter, setFilter] = useState<Filter>('all')
  const rows = deliveries.filter(FILTERS[filter].matches)
  return (
    <Panel
      title="Delivery log"
      note={`The last ${MAX_LOGGED_DELIVERIES} events. Events and responses are deleted after 30 days.`}
    >
      <fieldset className="mb-3 flex gap-2">
        <legend className="sr-only">Filter</legend>
        {(Object.keys(FILTERS) as Filter[]).map((name) => (
          <Button
            key={name}
            variant="quiet"
            aria-pressed={filter === name}
            className="aria-pressed:border-foreground aria-pressed:font-semibold"
            onClick={() => setFilter(name)}
          >
            {FILTERS[name].label} {deliveries.filter(FILTERS[name].matches).length}
          </Button>
        ))}
      </fieldset>
      {rows.length > 0 ? (
        <ul aria-label="Deliveries">
          {rows.map((delivery) => (
            <Delivery
              key={delivery.id}
              delivery={delivery}
              timeZone={timeZone}
              isResending={isResending}
              onResend={() => onResend(delivery)}
            />
          ))}
        </ul>
      ) : (
        <Empty icon="inbox" title={deliveries.length > 0 ? 'No failed events' : 'Nothing sent yet'}>
          {deliveries.length > 0
            ? 'Every event in this log was delivered.'
            : 'Send a test event to check your receiver. Real events appear here as they happen.'}
        </Empty>
      )}
    </Panel>
  )
}
