'use client'

import { type FormEvent, useId, useState } from 'react'
import { type KeyInput, keyInput } from '@/lib/keys/input.ts'
import { mayWrite, READING_SCOPES, type Scope, SCOPE_NAMES, SCOPES } from '@/lib/keys/scopes.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { labelClass } from '../../ui/input.tsx'

/** What somebody has filled in, which may be wrong. */
export type KeyDraft = { name: string; scopes: Scope[] }

/** A new key only reads, unless somebody asks for more. */
export const EMPTY_DRAFT: KeyDraft = { name: '', scopes: READING_SCOPES }

const GROUPS = [
  { legend: 'It may', scopes: READING_SCOPES },
  { legend: 'It may also', scopes: SCOPE_NAMES.filter((scope) => !READING_SCOPES.includes(scope)) },
]

type Errors = Partial<Record<keyof KeyDraft, string>>

function errorsIn(draft: KeyDraft): Errors {
  const { error } = keyInput.safeParse(draft)
  const messageFor = (field: keyof KeyDraft) => error?.issues.find(({ path }) => path[0] === field)?.message
  return { name: messageFor('name'), scopes: messageFor('scopes') }
}

type NewKeyDialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  draft: KeyDraft
  onDraft: (draft: KeyDraft) => void
  /** The dialog has closed by then: Clerk's, which may ask who it is, has to be reachable. */
  onMake: (input: KeyInput) => void
}

/** Asks what a new key is for and what it may. */
export function NewKeyDialog({ isOpen, onOpenChange, draft, onDraft, onMake }: NewKeyDialogProps) {
  const form = useId()
  const [errors, setErrors] = useState<Errors>({})
  const change = (changed: Partial<KeyDraft>) => {
    const next = { ...draft, ...changed }
    onDraft(next)
    if (errors.name || errors.scopes) setErrors(errorsIn(next))
  }
  const toggle = (scope: Scope, isOn: boolean) =>
    change({ scopes: SCOPE_NAMES.filter((name) => (name === scope ? isOn : draft.scopes.includes(name))) })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { success, data } = keyInput.safeParse(draft)
    if (!success) {
      setErrors(errorsIn(draft))
      event.currentTarget.querySelector('input')?.focus()
      return
    }
    onOpenChange(false)
    onMake(data)
  }
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
          label="Name"
          hint="The system that uses it, such as Dispatch board."
          value={draft.name}
          onChange={({ target }) => change({ name: target.value })}
          error={errors.name}
          maxLength={60}
          autoComplete="off"
        />
        {GROUPS.map(({ legend, scopes }) => (
          <fieldset key={legend}>
            <legend className={labelClass}>{legend}</legend>
            {scopes.map((scope) => (
              <label key={scope} className="flex min-h-11 items-center gap-3 lg:min-h-9">
                <Checkbox
                  checked={draft.scopes.includes(scope)}
                  onChange={({ target }) => toggle(scope, target.checked)}
                />
                {SCOPES[scope]}
              </label>
            ))}
          </fieldset>
        ))}
        {errors.scopes && (
          <p role="alert" className="font-medium text-primary">
            {errors.scopes}
          </p>
        )}
        <p className="text-muted-foreground">
          {mayWrite(draft.scopes)
            ? 'You confirm who you are if you last did so ten minutes ago or more.'
            : 'You confirm who you are if you last did so an hour ago or more.'}
        </p>
      </form>
    </Dialog>
  )
}
