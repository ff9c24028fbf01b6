'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { AREAS } from '@/lib/auth/access-table.ts'
import { formatPhone } from '@/lib/phone.ts'
import { queryKeyOf, type Reader } from '@/lib/query/dashboard-query.ts'
import { DOCUMENTATION_ROOT } from '@/lib/routes.ts'
import { settingsRecord, type SettingsRecord } from '@/lib/settings/input.ts'
import { formatDate } from '@/lib/time/zone.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Badge } from '../../ui/badge.tsx'
import { useToast } from '../../ui/toast.tsx'
import { type Failure, sendChange } from '../use-optimistic-mutation.ts'

/** Those that the documentation names; phone companies may have others. */
const CODES = [
  { calls: 'No answer', on: '*92', off: '*93' },
  { calls: 'Busy', on: '*90', off: '*91' },
  { calls: 'All calls', on: '*72', off: '*73' },
]

/** Tells the server whether the number is forwarded, whatever else was changed meanwhile. */
function useForwarded(reader: Reader, { version }: SettingsRecord) {
  const cache = useQueryClient()
  const toast = useToast()
  const send = async (isForwarded: boolean, of: number): Promise<SettingsRecord> => {
    type Answer = { settings: unknown } | Failure
    const answer = await sendChange<Answer>('settings', 'PATCH', { version: of, change: { isForwarded } })
    if ('settings' in answer) return settingsRecord.parse((answer as { settings: unknown }).settings)
    const { reason, current, error } = answer as Failure
    if (reason === 'conflict') return send(isForwarded, settingsRecord.parse(current).version)
    throw new Error(error)
  }
  return useMutation({
    mutationFn: (isForwarded: boolean) => send(isForwarded, version),
    onSuccess: (settings) => cache.setQueryData(queryKeyOf('settings', reader), settings),
    onError: () => toast({ title: 'Nothing was saved', description: 'Try again in a minute.', tone: 'primary' }),
  })
}

function NoNumber() {
  return (
    <p className="max-w-text">
      There is no number to forward to yet: it comes with your line.{' '}
      <Link href={AREAS.today.path} className="text-link">
        Ask for the line, or see how far it is
      </Link>
      .
    </p>
  )
}

/** What is dialed; on a phone, where the columns stand below each other, with what for. */
function Dialed({ label, children }: { label: string; children: string }) {
  return (
    <>
      <span className="text-muted-foreground sm:hidden">{label}</span>
      {children}
    </>
  )
}

type ForwardingProps = { reader: Reader; settings: SettingsRecord; mayChange: boolean }

function Codes({ reader, settings, number, mayChange }: ForwardingProps & { number: string }) {
  const { mutate, isPending } = useForwarded(reader, settings)
  const { forwardedAt, timeZone } = settings
  const shown = formatPhone(number)
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-display text-2xl font-semibold tracking-tight">{shown}</span>
        {forwardedAt ? <Badge tone="accent">Forwarded</Badge> : <Badge>Not forwarded yet</Badge>}
      </p>
      <div className="mt-4 max-w-lead">
        <DataTable
          caption="Codes that many phone companies use"
          columns={['Which calls', 'To turn on, dial', 'To turn off, dial']}
          rows={CODES.map(({ calls, on, off }) => ({
            key: calls,
            cells: [
              calls,
              <Dialed key="on" label="On: ">{`${on}, then ${shown}`}</Dialed>,
              <Dialed key="off" label="Off: ">
                {off}
              </Dialed>,
            ],
          }))}
        />
      </div>
      <p className="mt-3 max-w-text text-muted-foreground">
        Your phone company may use other codes.{' '}
        <Link href={`${DOCUMENTATION_ROOT}/forward-your-number`} className="text-link">
          How to forward your number, and turn it off again
        </Link>
      </p>
      {mayChange && (
        <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button variant="quiet" disabled={isPending} onClick={() => mutate(!forwardedAt)}>
            {forwardedAt ? 'We turned it off' : 'We forwarded it'}
          </Button>
          {forwardedAt && (
            <span className="text-muted-foreground">{`Forwarded since ${formatDate(forwardedAt, timeZone)}.`}</span>
          )}
        </p>
      )}
    </>
  )
}

/** The number that the company forwards its calls to, and how. What is said here is saved at once. */
export function ForwardingPanel(props: ForwardingProps) {
  const { forwardingNumber } = props.settings
  return (
    <Panel
      title="Your forwarding number"
      note="You keep your own number. Calls that you forward to this one are answered."
    >
      {forwardingNumber ? <Codes {...props} number={forwardingNumber} /> : <NoNumber />}
    </Panel>
  )
}
