import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { type FailureCode, FAILURES, isOwnerFailure } from '@/lib/dashboard/integrations/failure.ts'
import { type Provider, type ProviderName, getProvider } from '@/lib/dashboard/integrations/providers.ts'
import { type ConnectionRecord, type IntegrationRecord, testResponse } from '@/lib/dashboard/integrations/record.ts'
import type { Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { formatDate, formatDateTime } from '@/lib/platform/time/zone.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Switch } from '../../ui/switch.tsx'
import { DescriptionList } from '../page.tsx'
import { CalendarsDialog, LogDialog, VisitsDialog } from './connection-dialogs.tsx'
import {
  type RemovalResult,
  useConnectionStart,
  useConnectionRemoval,
  useStopWriting,
  useConnectionTest,
} from './connection-changes.ts'
import { LocalBadge, LocalNote } from './available-system.tsx'
import { z } from 'zod'
import { useToast } from '../../ui/toast.tsx'
import { useConfirmDialog } from '../use-confirm-dialog.tsx'

const testResult = z.union([
  z.object({ sample: testResponse }),
  z.object({ failure: z.enum(Object.keys(FAILURES) as [FailureCode, ...FailureCode[]]) }),
])

function TestButton({ name, reader }: { name: ProviderName; reader: Reader }) {
  const toast = useToast()
  const connectionTest = useConnectionTest(reader)
  const showOutcome = (response: object) => {
    const outcome = testResult.parse(response)
    if ('failure' in outcome) {
      toast({ title: 'Test failed', description: FAILURES[outcome.failure].words, tone: 'primary' })
      return
    }
    const { account, kind, name: first } = outcome.sample
    const readMessage = first ? `First ${kind}: “${first}”.` : `No ${kind} found yet.`
    toast({
      title: 'Test passed',
      description: account ? `Account: ${account}. ${readMessage}` : readMessage,
      tone: 'accent',
    })
  }
  return (
    <Button
      variant="quiet"
      disabled={connectionTest.isPending}
      onClick={() => connectionTest.mutate(name, { onSuccess: showOutcome })}
    >
      {connectionTest.isPending ? 'Testing…' : 'Test'}
    </Button>
  )
}

// Loaded only when Slack is connected, because most companies do not use it.
const SlackMessages = dynamic(() => import('./slack-messages.tsx').then((module) => module.SlackMessages))

function describeState({ failure, writes }: ConnectionRecord): [tone: Tone, words: string] {
  if (failure && isOwnerFailure(failure)) return ['primary', 'Needs attention']
  if (failure) return ['quiet', 'Not responding']
  return writes.length > 0 ? ['accent', 'Read and write'] : ['accent', 'Read-only']
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
        {!isGranted && ' (not allowed)'}
      </span>
    </li>
  )
}

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
          We request nothing else. What the key allows was set when it was created.
        </p>
      </>
    )
  }
  const knownScopes = [...scopes, ...(write?.scopes ?? [])]
  const visibleScopes = knownScopes.filter(
    ({ scope }) => scopes.some((each) => each.scope === scope) || connection.scopes.includes(scope),
  )
  const extraScopes = connection.scopes.filter((scope) => !knownScopes.some((each) => each.scope === scope))
  return (
    <ul className="grid gap-1.5">
      {visibleScopes.map(({ scope, words }) => (
        <Permission key={scope} isGranted={connection.scopes.includes(scope)}>
          {words}
        </Permission>
      ))}
      {extraScopes.length > 0 && (
        <li className="text-muted-foreground">Also allowed but not used: {extraScopes.join(', ')}</li>
      )}
    </ul>
  )
}

function Times({ connection, timeZone }: { connection: ConnectionRecord; timeZone: string }) {
  const { connectedAt, checkedAt, lastUsedAt } = connection
  const formatTimestamp = (moment: string | null) => (moment ? formatDateTime(moment, timeZone) : 'Never')
  return (
    <DescriptionList
      rows={[
        ['Last used', formatTimestamp(lastUsedAt)],
        ['Last test', formatTimestamp(checkedAt)],
        ['Connected', formatDate(connectedAt, timeZone)],
      ]}
    />
  )
}

function ConnectionFailure({
  connection,
  onConnect,
}: {
  connection: ConnectionRecord
  onConnect: (() => void) | undefined
}) {
  if (!connection.failure) return null
  const { words, again } = FAILURES[connection.failure]
  return (
    <div
      className={`flex flex-wrap items-center gap-x-4 gap-y-3 [&>p]:min-w-0 [&>p]:flex-[1_1_16rem] mt-4 rounded-lg p-3 ${isOwnerFailure(connection.failure) ? 'bg-primary-muted' : 'bg-muted'}`}
    >
      <p>{words}</p>
      {again && onConnect && <Button onClick={onConnect}>Reconnect</Button>}
    </div>
  )
}

type WriteAccessProps = {
  name: ProviderName
  provider: Provider
  integration: IntegrationRecord
  reader: Reader
  canManage: boolean
}

function WriteAccess({ name, provider, integration, reader, canManage }: WriteAccessProps) {
  const connectionStart = useConnectionStart()
  const stopWriting = useStopWriting(reader)
  const { ask, dialog } = useConfirmDialog()
  const { write, label } = provider
  const isOn = Boolean(integration.connection?.writes.length)
  if (!write) return <p className="text-muted-foreground">{label} is read-only. Write access is not available.</p>
  const { refusedWriting } = integration
  const confirmWriting = async () => {
    const isConfirmed = await ask({
      title: `Allow Ductwise to write to ${label}?`,
      description: `${write.words} You approve this on ${label}’s own page. You can turn it off anytime. What was already sent stays.`,
      confirm: `Go to ${label}`,
      cancel: 'Keep read-only',
      children: (
        <>
          <p className="text-muted-foreground">
            It will ask for: {write.scopes.map(({ words }) => words.toLowerCase()).join('; ')}.
          </p>
          {provider.caution && <p className="mt-2 text-muted-foreground">{provider.caution}</p>}
        </>
      ),
    })
    if (isConfirmed) connectionStart.mutate({ provider: name, writes: true })
  }
  return (
    <>
      <Switch
        label={`Write access: ${write.label.toLowerCase()}`}
        description={
          <>
            {write.words}
            {!isOn && refusedWriting && <span className="mt-1 block text-foreground">{refusedWriting}</span>}
          </>
        }
        isOn={isOn}
        onChange={(isEnabled) => (isEnabled ? void confirmWriting() : stopWriting.mutate(name))}
        isDisabled={
          !canManage || (!isOn && Boolean(refusedWriting)) || connectionStart.isPending || stopWriting.isPending
        }
      />
      {dialog}
    </>
  )
}

type RemovalProps = { name: ProviderName; label: string; reader: Reader; onRemoved: (ended: RemovalResult) => void }

function Removal({ name, label, reader, onRemoved }: RemovalProps) {
  const { ask, dialog } = useConfirmDialog()
  const removal = useConnectionRemoval(reader)
  const confirmRemoval = async () => {
    const isConfirmed = await ask({
      title: `Remove ${label}?`,
      description:
        'Access ends right away, and the stored token or key is deleted. Calls are still answered, and what was already sent stays. You may be asked to confirm your identity.',
      isDestructive: true,
      confirm: `Remove ${label}`,
      cancel: 'Cancel',
    })
    // The code uses the promise instead of a mutation callback, because this component unmounts on removal.
    if (isConfirmed) await removal.mutateAsync(name).then(onRemoved, () => undefined)
  }
  return (
    <>
      <Button variant="danger" disabled={removal.isPending} onClick={() => void confirmRemoval()}>
        {removal.isPending ? 'Removing…' : 'Remove'}
      </Button>
      {dialog}
    </>
  )
}

function PanelSection({ title, children }: { title: string; children: ReactNode }) {
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
  canManage: boolean
  onConnect: () => void
  onRemoved: (ended: RemovalResult) => void
}

export function ConnectionPanel({ integration, timeZone, reader, canManage, onConnect, onRemoved }: PanelProps) {
  const { provider: name, connection, isOffered, localPage } = integration
  if (!connection) return null
  const provider = getProvider(name)
  const [tone, stateLabel] = describeState(connection)
  const isCalendar = provider.kind === 'calendar'
  return (
    <section className="min-w-0 rounded-xl panel p-5" aria-labelledby={`connection-${name}`}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={`connection-${name}`} className="text-lg leading-tight tracking-normal">
          {provider.label}
        </h2>
        <Badge tone={tone}>{stateLabel}</Badge>
        <LocalBadge localPage={localPage} />
      </div>
      {connection.account && <p className="mt-1 text-muted-foreground">{connection.account}</p>}
      <LocalNote localPage={localPage} provider={provider} timeZone={timeZone} />
      <ConnectionFailure connection={connection} onConnect={canManage && isOffered ? onConnect : undefined} />
      <div className="mt-5 grid md:grid-cols-2 gap-x-10 gap-y-6">
        <PanelSection title="Permissions">
          <Permissions provider={provider} connection={connection} />
        </PanelSection>
        <PanelSection title="Activity">
          <Times connection={connection} timeZone={timeZone} />
        </PanelSection>
      </div>
      <div className="mt-5 border-t border-border pt-4">
        <WriteAccess name={name} provider={provider} integration={integration} reader={reader} canManage={canManage} />
      </div>
      {connection.messages && connection.writes.length > 0 && (
        <div className="mt-5 border-t border-border pt-4">
          <SlackMessages messages={connection.messages} reader={reader} canManage={canManage} />
        </div>
      )}
      <div className="mt-5 flex flex-wrap gap-2 border-t border-border pt-4">
        {canManage && !connection.messages?.channel && <TestButton name={name} reader={reader} />}
        {isCalendar && <CalendarsDialog name={name} timeZone={timeZone} reader={reader} canManage={canManage} />}
        {isCalendar && connection.writes.length > 0 && <VisitsDialog name={name} timeZone={timeZone} reader={reader} />}
        <LogDialog name={name} timeZone={timeZone} reader={reader} />
        {canManage && <Removal name={name} label={provider.label} reader={reader} onRemoved={onRemoved} />}
      </div>
    </section>
  )
}
