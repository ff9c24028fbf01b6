'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { type KeyInput, keyInput } from '@/lib/keys/input.ts'
import { mayWrite, READING_SCOPES, SCOPE_NAMES, SCOPES } from '@/lib/keys/scopes.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { labelClass } from '../../ui/input.tsx'

const GROUPS = [
  { legend: 'It may', scopes: READING_SCOPES },
  { legend: 'It may also', scopes: SCOPE_NAMES.filter((scope) => !READING_SCOPES.includes(scope)) },
]

type NewKeyDialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** The dialog has closed by then: Clerk's, which may ask who it is, has to be reachable. `onMade` empties it. */
  onMake: (input: KeyInput, onMade: () => void) => void
}

/** Asks what a new key is for and what it may. What was filled in stays until it is made. */
export function NewKeyDialog({ isOpen, onOpenChange, onMake }: NewKeyDialogProps) {
  const form = useId()
  const { register, control, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(keyInput),
    // A new key only reads, unless somebody asks for more.
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
