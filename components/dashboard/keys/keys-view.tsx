'use client'

import { useState, useId } from 'react'
import {
  type KeyInput,
  type KeyList,
  keyList,
  type KeyRecord,
  type CreatedKey,
  keyInput,
} from '@/lib/dashboard/keys/input.ts'
import { buildDashboardQuery, buildQueryKey, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { formatDateTime } from '@/lib/platform/time/zone.ts'
import { API_ROOT } from '@/lib/routes.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Empty } from '../../ui/empty.tsx'
import { QueryResult } from '../loading.tsx'
import { SecretDialog } from '../secret-dialog.tsx'
import { useAddressState } from '../use-address-state.ts'
import { z } from 'zod'
import { Page, TextLink } from '../page.tsx'
import { canWrite, summarizeScopes, READ_SCOPES, SCOPE_NAMES, SCOPES } from '@/lib/platform/auth/scopes.ts'
import { buildCachedChange, sendChange, useOptimisticMutation } from '../use-optimistic-mutation.ts'
import { useMembers } from '../use-account.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { Checkbox } from '../../ui/checkbox.tsx'
import { labelClass } from '../../ui/input.tsx'
import { useConfirmDialog } from '../use-confirm-dialog.tsx'

const GROUPS = [
  { legend: 'This key can', scopes: READ_SCOPES },
  { legend: 'This key can also', scopes: SCOPE_NAMES.filter((scope) => !READ_SCOPES.includes(scope)) },
]

type NewKeyDialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /**
   * Creates the key. The dialog closes first, because an open dialog would block Clerk's reverification dialog.
   * `onCreated` resets the form.
   */
  onCreate: (input: KeyInput, onMade: () => void) => void
}

function NewKeyDialog({ isOpen, onOpenChange, onCreate }: NewKeyDialogProps) {
  const form = useId()
  const { register, control, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(keyInput),
    defaultValues: { name: '', scopes: READ_SCOPES },
  })
  const { errors } = formState
  const scopes = useWatch({ control, name: 'scopes' })
  const submit = handleSubmit((input) => {
    onOpenChange(false)
    onCreate(input, () => reset())
  })
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="New API key"
      description="Use one key per system, so you can revoke it without affecting the others."
      actions={
        <>
          <Button type="submit" form={form}>
            Create key
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
          hint="The system that will use it, such as Dispatch board."
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
          {canWrite(scopes)
            ? 'You’ll be asked to confirm your identity if you haven’t in the last 10 minutes.'
            : 'You’ll be asked to confirm your identity if you haven’t in the last hour.'}
        </p>
      </form>
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
  const { getName } = useMembers()
  const { name, ending, scopes, createdById, createdAt, lastUsedAt, revokedAt } = record
  const creatorName = createdById === null ? 'a former member' : getName(createdById)
  const lastUsed = lastUsedAt ? `Last used ${formatDateTime(lastUsedAt, timeZone)}` : 'Never used'
  return (
    <li className="grid gap-x-6 gap-y-3 sm:grid-cols-[minmax(0,1fr)_auto] py-4 first:pt-0 last:pb-0 border-t border-border first:border-t-0">
      <div className="min-w-0">
        <h3 className="text-base font-semibold">
          {name} <span className="data pl-1 font-normal whitespace-nowrap text-muted-foreground">dw_…{ending}</span>
        </h3>
        <p className="mt-1">{summarizeScopes(scopes)}</p>
        <p className="mt-1 text-muted-foreground">
          Created {formatDateTime(createdAt, timeZone)}
          {creatorName && ` by ${creatorName}`} <span aria-hidden="true">·</span>{' '}
          {revokedAt ? `Revoked ${formatDateTime(revokedAt, timeZone)}` : lastUsed}
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

function useCreateKey(reader: Reader) {
  return useOptimisticMutation({
    send: (input: KeyInput) => sendChange<CreatedKey>(canWrite(input.scopes) ? 'keys/writing' : 'keys', 'POST', input),
    invalidates: [buildQueryKey('keys', reader)],
  })
}

function useRevokeKey(reader: Reader) {
  return useOptimisticMutation({
    send: ({ id }: KeyRecord) => sendChange<KeyRecord>(`keys/${id}`, 'DELETE'),
    changes: [
      buildCachedChange(buildQueryKey('keys', reader), (list: KeyList, revokedKey: KeyRecord) => ({
        ...list,
        keys: list.keys.map((key) =>
          key.id === revokedKey.id ? { ...key, revokedAt: new Date().toISOString() } : key,
        ),
      })),
    ],
    buildToast: ({ name }) => ({ title: `“${name}” revoked`, tone: 'accent' as const }),
  })
}

function KeyPanels({ list: { keys, timeZone }, onRevoke }: { list: KeyList; onRevoke?: (key: KeyRecord) => void }) {
  const activeKeys = keys.filter(({ revokedAt }) => !revokedAt)
  const revokedKeys = keys.filter(({ revokedAt }) => revokedAt)
  return (
    <>
      <Panel title="Active keys">
        {activeKeys.length > 0 ? (
          <KeyRows label="Active keys" keys={activeKeys} timeZone={timeZone} {...(onRevoke && { onRevoke })} />
        ) : (
          <Empty icon="key" title="No API keys yet">
            A key lets your systems read calls, leads and appointments, and edit them if you allow it.
          </Empty>
        )}
      </Panel>
      {revokedKeys.length > 0 && (
        <Panel title="Revoked" note="These keys no longer work. Their activity stays in the audit log.">
          <KeyRows label="Revoked keys" keys={revokedKeys} timeZone={timeZone} />
        </Panel>
      )}
    </>
  )
}

/** Present in the URL while the form for a new key is open. */
const newKeyState = z.object({ new: z.string().max(10).optional() })

export function KeysView({ reader, canManage, hasFailed }: { reader: Reader; canManage: boolean; hasFailed: boolean }) {
  const [address, setAddress] = useAddressState(newKeyState)
  const isCreating = canManage && address.new !== undefined
  const setIsCreating = (isOpen: boolean) => setAddress({ new: isOpen ? '' : undefined })
  const [createdKey, setCreatedKey] = useState<CreatedKey>()
  const [isKeyDialogOpen, setIsKeyDialogOpen] = useState(false)
  const { ask, dialog } = useConfirmDialog()
  const createKey = useCreateKey(reader)
  const revokeKey = useRevokeKey(reader)
  const confirmRevoke = async (key: KeyRecord) => {
    const isConfirmed = await ask({
      title: `Revoke “${key.name}”?`,
      description: 'Systems that use it lose access right away. This can’t be undone, but you can create a new key.',
      isDestructive: true,
      confirm: 'Revoke key',
      cancel: 'Cancel',
    })
    if (isConfirmed) revokeKey.mutate(key)
  }
  const closeKeyDialog = () => {
    setIsKeyDialogOpen(false)
    // The key is removed from memory. The name stays for the closing animation.
    setCreatedKey((current) => current && { ...current, key: '' })
  }
  const handleCreate = (input: KeyInput, onCreated: () => void) =>
    createKey.mutate(input, {
      onSuccess: (result) => {
        setCreatedKey(result)
        setIsKeyDialogOpen(true)
        onCreated()
      },
    })
  return (
    <Page
      title="API keys"
      lead="Use a key to connect your own systems to the API. Their activity appears in the audit log."
      actions={
        canManage && (
          <Button disabled={createKey.isPending} onClick={() => setIsCreating(true)}>
            Create API key
          </Button>
        )
      }
    >
      <QueryResult subject="The key list" query={buildDashboardQuery('keys', keyList, reader)} hasFailed={hasFailed}>
        {(list) => <KeyPanels list={list} {...(canManage && { onRevoke: (key) => void confirmRevoke(key) })} />}
      </QueryResult>
      <p className="text-muted-foreground">
        See the <TextLink href={API_ROOT}>API reference</TextLink> for permissions and examples.
      </p>
      <NewKeyDialog isOpen={isCreating} onOpenChange={setIsCreating} onCreate={handleCreate} />
      <SecretDialog
        title={`API key for “${createdKey?.record.name ?? ''}”`}
        description="Store it with your system’s passwords, never in a URL or an email."
        label="API key"
        noun="key"
        secret={createdKey?.key ?? ''}
        isOpen={isKeyDialogOpen}
        onClose={closeKeyDialog}
      />
      {dialog}
    </Page>
  )
}
