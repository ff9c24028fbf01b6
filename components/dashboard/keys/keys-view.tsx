'use client'

import { useState, useId } from 'react'
import {
  type KeyInput,
  type KeyList,
  keyList,
  type KeyRecord,
  type MadeKey,
  keyInput,
} from '@/lib/dashboard/keys/input.ts'
import { dashboardQuery, queryKeyOf, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { formatDateTime } from '@/lib/platform/time/zone.ts'
import { API_ROOT } from '@/lib/routes.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Empty } from '../../ui/empty.tsx'
import { QueryResult } from '../loading.tsx'
import { Page, TextLink } from '../page.tsx'
import { mayWrite, summaryOfScopes, READING_SCOPES, SCOPE_NAMES, SCOPES } from '@/lib/platform/auth/scopes.ts'
import { changeOf, sendChange, useOptimisticMutation } from '../use-optimistic-mutation.ts'
import { useMembers } from '../use-account.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { Checkbox } from '../../ui/checkbox.tsx'
import { labelClass } from '../../ui/input.tsx'
import { useQuestion } from '../use-question.tsx'

const GROUPS = [
  { legend: 'It may', scopes: READING_SCOPES },
  { legend: 'It may also', scopes: SCOPE_NAMES.filter((scope) => !READING_SCOPES.includes(scope)) },
]

type NewKeyDialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /**
   * Creates the key. The dialog closes first, because an open dialog would block Clerk's reverification dialog.
   * `onMade` resets the form.
   */
  onMake: (input: KeyInput, onMade: () => void) => void
}

function NewKeyDialog({ isOpen, onOpenChange, onMake }: NewKeyDialogProps) {
  const form = useId()
  const { register, control, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(keyInput),
    defaultValues: { name: '', scopes: READING_SCOPES },
  })
  const { errors } = formState
  const scopes = useWatch({ control, name: 'scopes' })
  const submit = handleSubmit((input) => {
    onOpenChange(false)
    onMake(input, () => reset())
  })
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="A new key"
      description="One for each system, so that you can revoke it without stopping the others."
      actions={
        <>
          <Button type="submit" form={form}>
            Make the key
          </Button>
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="grid gap-5">
        <TextField
          {...register('name')}
          label="Name"
          hint="The system that uses it, such as Dispatch board."
          error={errors.name?.message}
          maxLength={60}
          autoComplete="off"
        />
        {GROUPS.map(({ legend, scopes }) => (
          <fieldset key={legend}>
            <legend className={labelClass}>{legend}</legend>
            {scopes.map((scope) => (
              <label key={scope} className="flex min-h-11 items-center gap-3 lg:min-h-9">
                <Checkbox {...register('scopes')} value={scope} />
                {SCOPES[scope]}
              </label>
            ))}
          </fieldset>
        ))}
        {errors.scopes && (
          <p role="alert" className="font-medium text-primary">
            {errors.scopes.message}
          </p>
        )}
        <p className="text-muted-foreground">
          {mayWrite(scopes)
            ? 'You confirm who you are if you last did so ten minutes ago or more.'
            : 'You confirm who you are if you last did so an hour ago or more.'}
        </p>
      </form>
    </Dialog>
  )
}

type Copied = 'no' | 'yes' | 'refused'

const MESSAGES: Record<Copied, string> = {
  no: '',
  yes: 'Copied.',
  refused: 'Your browser did not let us copy it. Select it and copy it yourself.',
}

function MadeKeyDialog({ isOpen, onClose, made }: { isOpen: boolean; onClose: () => void; made: MadeKey | undefined }) {
  const [copied, setCopied] = useState<Copied>('no')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(made?.key ?? '')
      setCopied('yes')
    } catch {
      // The message explains how to copy the key manually.
      setCopied('refused')
    }
  }
  const close = () => {
    setCopied('no')
    onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(isStillOpen) => !isStillOpen && close()}
      title={`The key for “${made?.record.name ?? ''}”`}
      description="Copy it now: we keep only a fingerprint of it and cannot show it again. Put it where your system keeps its passwords, never into an address or a mail."
      actions={
        <>
          <Button onClick={copy}>Copy the key</Button>
          <Button variant="quiet" onClick={close}>
            Done
          </Button>
        </>
      }
    >
      <TextField
        label="API key"
        className="data"
        value={made?.key ?? ''}
        readOnly
        spellCheck={false}
        autoComplete="off"
        onFocus={({ target }) => target.select()}
      />
      <p aria-live="polite" className={`min-h-6 mt-2 ${copied === 'refused' ? 'text-primary' : 'text-accent'}`}>
        {MESSAGES[copied]}
      </p>
    </Dialog>
  )
}

type KeyRowsProps = {
  label: string
  keys: KeyRecord[]
  timeZone: string
  onRevoke?: (key: KeyRecord) => void
}

function Row({ record, timeZone, onRevoke }: { record: KeyRecord } & Pick<KeyRowsProps, 'timeZone' | 'onRevoke'>) {
  const { nameOf } = useMembers()
  const { name, ending, scopes, createdById, createdAt, lastUsedAt, revokedAt } = record
  const maker = createdById === null ? 'somebody who has left' : nameOf(createdById)
  const used = lastUsedAt ? `Last used ${formatDateTime(lastUsedAt, timeZone)}` : 'Never used'
  return (
    <li className="grid gap-x-6 gap-y-3 sm:grid-cols-[minmax(0,1fr)_auto] py-4 first:pt-0 last:pb-0 border-t border-border first:border-t-0">
      <div className="min-w-0">
        <h3 className="text-base font-semibold">
          {name} <span className="data pl-1 font-normal whitespace-nowrap text-muted-foreground">dw_…{ending}</span>
        </h3>
        <p className="mt-1">{summaryOfScopes(scopes)}</p>
        <p className="mt-1 text-muted-foreground">
          Made {formatDateTime(createdAt, timeZone)}
          {maker && ` by ${maker}`} <span aria-hidden="true">·</span>{' '}
          {revokedAt ? `Revoked ${formatDateTime(revokedAt, timeZone)}` : used}
        </p>
      </div>
      {onRevoke && (
        <div className="flex items-center">
          <Button variant="quiet" aria-label={`Revoke ${name}`} onClick={() => onRevoke(record)}>
            Revoke
          </Button>
        </div>
      )}
    </li>
  )
}

function KeyRows({ label, keys, timeZone, onRevoke }: KeyRowsProps) {
  return (
    <ul aria-label={label}>
      {keys.map((record) => (
        <Row key={record.id} record={record} timeZone={timeZone} {...(onRevoke && { onRevoke })} />
      ))}
    </ul>
  )
}

function useNewKey(reader: Reader) {
  return useOptimisticMutation({
    send: (input: KeyInput) => sendChange<MadeKey>(mayWrite(input.scopes) ? 'keys/writing' : 'keys', 'POST', input),
    invalidates: [queryKeyOf('keys', reader)],
  })
}

function useRevoke(reader: Reader) {
  return useOptimisticMutation({
    send: ({ id }: KeyRecord) => sendChange<KeyRecord>(`keys/${id}`, 'DELETE'),
    changes: [
      changeOf(queryKeyOf('keys', reader), (list: KeyList, revoked: KeyRecord) => ({
        ...list,
        keys: list.keys.map((key) => (key.id === revoked.id ? { ...key, revokedAt: new Date().toISOString() } : key)),
      })),
    ],
    done: ({ name }) => ({ title: `“${name}” is revoked`, tone: 'accent' as const }),
  })
}

function KeyPanels({ list: { keys, timeZone }, onRevoke }: { list: KeyList; onRevoke?: (key: KeyRecord) => void }) {
  const inUse = keys.filter(({ revokedAt }) => !revokedAt)
  const revoked = keys.filter(({ revokedAt }) => revokedAt)
  return (
    <>
      <Panel title="In use">
        {inUse.length > 0 ? (
          <KeyRows label="Keys in use" keys={inUse} timeZone={timeZone} {...(onRevoke && { onRevoke })} />
        ) : (
          <Empty icon="key" title="No key is in use">
            With one, your own systems read calls, leads and appointments, and write them if you allow it.
          </Empty>
        )}
      </Panel>
      {revoked.length > 0 && (
        <Panel title="Revoked" note="They open nothing any more. What was done with them stays in the log.">
          <KeyRows label="Revoked keys" keys={revoked} timeZone={timeZone} />
        </Panel>
      )}
    </>
  )
}

export function KeysView({ reader, mayManage, hasFailed }: { reader: Reader; mayManage: boolean; hasFailed: boolean }) {
  const [isMaking, setIsMaking] = useState(false)
  const [made, setMade] = useState<MadeKey>()
  const [isShown, setIsShown] = useState(false)
  const { ask, dialog } = useQuestion()
  const newKey = useNewKey(reader)
  const revoke = useRevoke(reader)
  const askToRevoke = async (key: KeyRecord) => {
    const isSure = await ask({
      title: `Revoke “${key.name}”?`,
      description:
        'Whatever uses it is refused from the next request on. This cannot be undone; a new key can be made.',
      isDestructive: true,
      confirm: 'Revoke the key',
      cancel: 'Keep it',
    })
    if (isSure) revoke.mutate(key)
  }
  const hide = () => {
    setIsShown(false)
    // The key is removed from memory. The name stays for the closing animation.
    setMade((shown) => shown && { ...shown, key: '' })
  }
  const make = (input: KeyInput, onMade: () => void) =>
    newKey.mutate(input, {
      onSuccess: (answer) => {
        setMade(answer)
        setIsShown(true)
        onMade()
      },
    })
  return (
    <Page
      title="API keys"
      lead="With a key, your own systems use the API for this organization. What they do with it is in the log."
      actions={
        mayManage && (
          <Button disabled={newKey.isPending} onClick={() => setIsMaking(true)}>
            Make a key
          </Button>
        )
      }
    >
      <QueryResult what="The list of keys" query={dashboardQuery('keys', keyList, reader)} hasFailed={hasFailed}>
        {(list) => <KeyPanels list={list} {...(mayManage && { onRevoke: (key) => void askToRevoke(key) })} />}
      </QueryResult>
      <p className="text-muted-foreground">
        What a key opens, with examples to copy, is in the <TextLink href={API_ROOT}>API reference</TextLink>.
      </p>
      <NewKeyDialog isOpen={isMaking} onOpenChange={setIsMaking} onMake={make} />
      <MadeKeyDialog isOpen={isShown} onClose={hide} made={made} />
      {dialog}
    </Page>
  )
}
