import { type ComponentProps, useId } from 'react'
import { useForm, type UseFormRegister } from 'react-hook-form'
import { type Provider, getProvider, type ProviderName } from '@/lib/dashboard/integrations/providers.ts'
import type { Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useConnectionStart, useKeyConnection } from './connection-changes.ts'
import { TextLink } from '../page.tsx'

type Fields = Record<string, string>

function RequestedAccess({ provider: { label, scopes, caution } }: { provider: Provider }) {
  return (
    <>
      <p>{label} will ask you to allow only this:</p>
      <ul className="mt-2 grid gap-1.5">
        {scopes.map(({ scope, words }) => (
          <li key={scope} className="flex gap-2">
            <Icon name="check" size={16} className="mt-0.5 flex-none text-accent" />
            {words}
          </li>
        ))}
      </ul>
      {caution && <p className="mt-3 text-muted-foreground">{caution}</p>}
      <p className="mt-3 text-muted-foreground">You sign in on {label}’s own page. We never see your password.</p>
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
            // The field contains a key of another service, which password managers must not save or fill in.
            autoComplete="off"
            data-1p-ignore
            spellCheck={false}
          />
        ))}
      </form>
      <p className="mt-3 text-muted-foreground">We test the key, store it encrypted and never show it again.</p>
    </>
  )
}

type DialogProps = {
  name: ProviderName
  /** URL of the local mock server's page that shows a key to copy. Null for the real provider. */
  localPage: string | null
  reader: Reader
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/**
 * Renders the connect dialog. The dialog closes before sending, because an open dialog would block Clerk's
 * reverification dialog. If the provider rejects the key, the dialog opens again.
 */
export function ConnectDialog({ name, localPage, reader, isOpen, onOpenChange }: DialogProps) {
  const form = useId()
  const { register, handleSubmit, reset } = useForm<Fields>()
  const connectionStart = useConnectionStart()
  const key = useKeyConnection(reader)
  const provider = getProvider(name)
  const isKeyMethod = provider.connect.method === 'key'
  const change = (open: boolean) => {
    // The field may contain a secret, so closing the dialog clears it.
    if (!open) reset()
    onOpenChange(open)
  }
  const startConnection = () => {
    onOpenChange(false)
    connectionStart.mutate({ provider: name, writes: false })
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
      description={`Read-only access. ${provider.write ? 'You can turn on write access later.' : 'Write access is not available.'}`}
      actions={
        <>
          {isKeyMethod ? (
            <Button type="submit" form={form}>
              Test and connect
            </Button>
          ) : (
            <Button onClick={startConnection}>Go to {provider.label}</Button>
          )}
          <Button variant="quiet" onClick={() => change(false)}>
            Cancel
          </Button>
        </>
      }
    >
      {isKeyMethod && localPage && (
        <p className="mb-3">
          This is a local test server, not the real {provider.label}. Copy a key from{' '}
          <TextLink href={localPage} target="_blank">
            its local page
          </TextLink>
          .
        </p>
      )}
      {isKeyMethod ? (
        <KeyForm id={form} provider={provider} register={register} onSubmit={sendKey} />
      ) : (
        <RequestedAccess provider={provider} />
      )}
    </Dialog>
  )
}
