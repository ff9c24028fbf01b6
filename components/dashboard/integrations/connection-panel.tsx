'use client'

import { type ReactNode, useState } from 'react'
import { FAILURES } from '@/lib/integrations/failure.ts'
import { type Provider, providerOf, type ProviderName } from '@/lib/integrations/providers.ts'
import type { ConnectionRecord, IntegrationRecord } from '@/lib/integrations/record.ts'
import type { Reader } from '@/lib/query/dashboard-query.ts'
import { formatDate, formatDateTime } from '@/lib/time/zone.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { Switch } from '../../ui/switch.tsx'
import { DescriptionList } from '../page.tsx'
import { CalendarsDialog } from './calendars-dialog.tsx'
import { type Ended, useBeginning, useRemoval, useStopWriting } from './connection-changes.ts'
import { LocalBadge, LocalNote } from './local-system.tsx'
import { LogDialog } from './log-dialog.tsx'
import { TestButton } from './test-button.tsx'
import { VisitsDialog } from './visits-dialog.tsx'

/** What a connection is in, in two or three words: ember asks the owner to do something. */
function stateOf({ failure, writes }: ConnectionRecord): [tone: Tone, words: string] {
  if (failure && FAILURES[failure].again) return ['primary', 'Needs you']
  if (failure) return ['quiet', 'Does not answer']
  return writes.length > 0 ? ['accent', 'Reads and writes'] : ['accent', 'Reads only']
}

function Permission({ isGranted, children }: { isGranted: boolean; children: string }) {
  return (
    <li className={`flex gap-2 ${isGranted ? '' : 'text-muted-foreground'}`}>
      <Icon
        name={isGranted ? 'check' : 'close'}
        size={16}
        className={`mt-0.5 flex-none ${isGranted ? 'text-accent' : ''}`}
      />
      <span>
        {children}
        {!isGranted && ' (was not allowed)'}
      </span>
    </li>
  )
}

/** What was asked for and granted, in plain words; what was asked for and not granted says so. */
function Permissions({ provider, connection }: { provider: Provider; connection: ConnectionRecord }) {
  const { scopes, write, connect, reads } = provider
  if (connect.method === 'key') {
    return (
      <>
        <ul className="grid gap-1.5">
          {reads.map(({ what }) => (
            <Permission key={what} isGranted>
              {what}
            </Permission>
          ))}
        </ul>
        <p className="mt-2 text-muted-foreground">
          More than this is not asked for. What the key allows was chosen where it was made.
        </p>
      </>
    )
  }
  const known = [...scopes, ...(write?.scopes ?? [])]
  const shown = known.filter(
    ({ scope }) => scopes.some((each) => each.scope === scope) || connection.scopes.includes(scope),
  )
  const more = connection.scopes.filter((scope) => !known.some((each) => each.scope === scope))
  return (
    <ul className="grid gap-1.5">
      {shown.map(({ scope, words }) => (
        <Permission key={scope} isGranted={connection.scopes.includes(scope)}>
          {words}
        </Permission>
      ))}
      {more.length > 0 && (
        <li className="text-muted-foreground">Also allowed there, and not used: {more.join(', ')}</li>
      )}
    </ul>
  )
}

function Times({ connection, timeZone }: { connection: ConnectionRecord; timeZone: string }) {
  const { connectedAt, checkedAt, lastUsedAt } = connection
  const time = (moment: string | null) => (moment ? formatDateTime(moment, timeZone) : 'Not yet')
  return (
    <DescriptionList
      rows={[
        ['Last used', time(lastUsedAt)],
        ['Last test', time(checkedAt)],
        ['Connected', formatDate(connectedAt, timeZone)],
      ]}
    />
  )
}

/** Why it does not work, and the way to mend it. */
function Trouble({ connection, onConnect }: { connection: ConnectionRecord; onConnect: (() => void) | undefined }) {
  if (!connection.failure) return null
  const { words, again } = FAILURES[connection.failure]
  return (
    <div
      className={`flex flex-wrap items-center gap-x-4 gap-y-3 [&>p]:min-w-0 [&>p]:flex-[1_1_16rem] mt-4 rounded-lg p-3 ${again ? 'bg-primary-muted' : 'bg-muted'}`}
    >
      <p>{words}</p>
      {again && onConnect && <Button onClick={onConnect}>Connect again</Button>}
    </div>
  )
}

type WritingProps = {
  name: ProviderName
  provider: Provider
  integration: IntegrationRecord
  reader: Reader
  mayManage: boolean
}

function Writing({ name, provider, integration, reader, mayManage }: WritingProps) {
  const beginning = useBeginning()
  const stopping = useStopWriting(reader)
  const [isAsking, setIsAsking] = useState(false)
  const { write, label } = provider
  const isOn = Boolean(integration.connection?.writes.length)
  if (!write) return <p className="text-muted-foreground">{label} is only read. Writing to it is not offered.</p>
  const { refusedWriting } = integration
  const change = (on: boolean) => (on ? setIsAsking(true) : stopping.mutate(name))
  return (
    <>
      <Switch
        label={`Write: ${write.label.toLowerCase()}`}
        description={
          <>
            {write.words}
            {!isOn && refusedWriting && <span className="mt-1 block text-foreground">{refusedWriting}</span>}
          </>
        }
        isOn={isOn}
        onChange={change}
        isDisabled={!mayManage || (!isOn && Boolean(refusedWriting)) || beginning.isPending || stopping.isPending}
      />
      <AlertDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={`Let the assistant write to ${label}?`}
        description={`${write.words} ${label} asks you to allow it on its own page. You can switch it off at any time; what was entered stays.`}
        confirm={`Go to ${label}`}
        cancel="Keep reading only"
        onConfirm={() => beginning.mutate({ provider: name, writes: true })}
      >
        <p className="text-muted-foreground">
          It asks for: {write.scopes.map(({ words }) => words.toLowerCase()).join('; ')}.
        </p>
        {provider.caution && <p className="mt-2 text-muted-foreground">{provider.caution}</p>}
      </AlertDialog>
    </>
  )
}

function Removal({
  name,
  label,
  reader,
  onRemoved,
}: {
  name: ProviderName
  label: string
  reader: Reader
  onRemoved: (ended: Ended) => void
}) {
  const [isAsking, setIsAsking] = useState(false)
  const removal = useRemoval(reader)
  return (
    <>
      <Button variant="danger" disabled={removal.isPending} onClick={() => setIsAsking(true)}>
        {removal.isPending ? 'Removing …' : 'Remove'}
      </Button>
      <AlertDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={`Remove ${label}?`}
        description="Access ends at once, and the stored token or key is deleted. Calls go on being answered; what was entered there stays. You may be asked who you are."
        isDestructive
        confirm={`Remove ${label}`}
        cancel="Keep it"
        // Once it is removed this part of the page is gone, so what follows hangs on the answer and not on it.
        onConfirm={() => void removal.mutateAsync(name).then(onRemoved, () => undefined)}
      />
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="mb-2 text-sm font-semibold tracking-normal text-muted-foreground">{title}</h3>
      {children}
    </div>
  )
}

type PanelProps = {
  integration: IntegrationRecord
  timeZone: string
  reader: Reader
  mayManage: boolean
  onConnect: () => void
  onRemoved: (ended: Ended) => void
}

/** A connected system: how it does, what it may, and what can be done with it. */
export function ConnectionPanel({ integration, timeZone, reader, mayManage, onConnect, onRemoved }: PanelProps) {
  const { provider: name, connection, isOffered, localPage } = integration
  if (!connection) return null
  const provider = providerOf(name)
  const [tone, words] = stateOf(connection)
  const isCalendar = provider.kind === 'calendar'
  return (
    <section className="min-w-0 rounded-xl panel p-5" aria-labelledby={`connection-${name}`}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={`connection-${name}`} className="text-lg leading-tight tracking-normal">
          {provider.label}
        </h2>
        <Badge tone={tone}>{words}</Badge>
        <LocalBadge localPage={localPage} />
      </div>
      {connection.account && <p className="mt-1 text-muted-foreground">{connection.account}</p>}
      <LocalNote localPage={localPage} provider={provider} timeZone={timeZone} />
      <Trouble connection={connection} onConnect={mayManage && isOffered ? onConnect : undefined} />
      <div className="mt-5 grid md:grid-cols-2 gap-x-10 gap-y-6">
        <Part title="It may">
          <Permissions provider={provider} connection={connection} />
        </Part>
        <Part title="Use">
          <Times connection={connection} timeZone={timeZone} />
        </Part>
      </div>
      <div className="mt-5 border-t border-border pt-4">
        <Writing name={name} provider={provider} integration={integration} reader={reader} mayManage={mayManage} />
      </div>
      <div className="mt-5 flex flex-wrap gap-2 border-t border-border pt-4">
        {mayManage && <TestButton name={name} reader={reader} />}
        {isCalendar && <CalendarsDialog name={name} timeZone={timeZone} reader={reader} mayManage={mayManage} />}
        {isCalendar && connection.writes.length > 0 && <VisitsDialog name={name} timeZone={timeZone} reader={reader} />}
        <LogDialog name={name} timeZone={timeZone} reader={reader} />
        {mayManage && <Removal name={name} label={provider.label} reader={reader} onRemoved={onRemoved} />}
      </div>
    </section>
  )
}
