'use client'

import { type ComponentProps, useId } from 'react'
import { useForm, type UseFormRegister } from 'react-hook-form'
import { type Provider, providerOf, type ProviderName } from '@/lib/integrations/providers.ts'
import type { Reader } from '@/lib/query/dashboard-query.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Link } from '../../ui/link.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useBeginning, useKey } from './connection-changes.ts'

type Fields = Record<string, string>

/** What somebody will read on the provider's page, in plain words. */
function Asked({ provider: { label, scopes, caution } }: { provider: Provider }) {
  return (
    <>
      <p>{label} will ask you to allow this, and nothing else:</p>
      <ul className="mt-2 grid gap-1.5">
        {scopes.map(({ scope, words }) => (
          <li key={scope} className="flex gap-2">
            <Icon name="check" size={16} className="mt-0.5 flex-none text-accent" />
            {words}
          </li>
        ))}
      </ul>
      {caution && <p className="mt-3 text-muted-foreground">{caution}</p>}
      <p className="mt-3 text-muted-foreground">You sign in on {label}’s own page; your password never reaches us.</p>
    </>
  )
}

type KeyFormProps = {
  id: string
  provider: Provider
  register: UseFormRegister<Fields>
  onSubmit: ComponentProps<'form'>['onSubmit']
}

function KeyForm({ id, provider: { connect }, register, onSubmit }: KeyFormProps) {
  if (connect.method !== 'key') return null
  return (
    <>
      <ol className="grid list-decimal gap-1.5 pl-5">
        {connect.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <form id={id} onSubmit={onSubmit} className="mt-4 grid gap-4" autoComplete="off">
        {connect.fields.map(({ name, label, hint, isSecret }) => (
          <TextField
            key={name}
            {...register(name)}
            label={label}
            hint={hint}
            required
            maxLength={500}
            type={isSecret ? 'password' : 'text'}
            // Of another company: no manager of passwords should keep or fill it in.
            autoComplete="off"
            data-1p-ignore
            spellCheck={false}
          />
        ))}
      </form>
      <p className="mt-3 text-muted-foreground">
        It is tried first, encrypted when it is stored, and shown to nobody again.
      </p>
    </>
  )
}

type DialogProps = {
  name: ProviderName
  /** The page of the local server that stands in for it, which has a key to paste; null for the real one. */
  localPage: string | null
  reader: Reader
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/**
 * Before a system is connected: what is asked for there. It closes before anything is sent, because Clerk's question who it
 * is comes above the page, and opens again with what was typed when a key was not taken.
 */
export function ConnectDialog({ name, localPage, reader, isOpen, onOpenChange }: DialogProps) {
  const form = useId()
  const { register, handleSubmit, reset } = useForm<Fields>()
  const beginning = useBeginning()
  const key = useKey(reader)
  const provider = providerOf(name)
  const isKey = provider.connect.method === 'key'
  const change = (open: boolean) => {
    // What was typed may be a secret: it does not wait for the next time.
    if (!open) reset()
    onOpenChange(open)
  }
  const begin = () => {
    onOpenChange(false)
    beginning.mutate({ provider: name, writes: false })
  }
  const sendKey = handleSubmit((fields) => {
    onOpenChange(false)
    key.mutate({ provider: name, fields }, { onSuccess: () => reset(), onError: () => onOpenChange(true) })
  })
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={change}
      title={`Connect ${provider.label}`}
      description={`For reading. ${provider.write ? 'Writing can be switched on later.' : 'Writing to it is not offered.'}`}
      actions={
        <>
          {isKey ? (
            <Button type="submit" form={form}>
              Test and connect
            </Button>
          ) : (
            <Button onClick={begin}>Go to {provider.label}</Button>
          )}
          <Button variant="quiet" onClick={() => change(false)}>
            Not now
          </Button>
        </>
      }
    >
      {isKey && localPage && (
        <p className="mb-3">
          This is not the real {provider.label}. A key to paste stands on{' '}
          <Link href={localPage} target="_blank" className="text-link">
            its page on this machine
          </Link>
          .
        </p>
      )}
      {isKey ? (
        <KeyForm id={form} provider={provider} register={register} onSubmit={sendKey} />
      ) : (
        <Asked provider={provider} />
      )}
    </Dialog>
  )
}
