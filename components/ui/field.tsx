import type { ReactNode } from 'react'

type FieldProps = {
  /** Of the control, which takes its attributes from `controlProps` with the same id and error. */
  id: string
  label: string
  error?: string | undefined
  /** What helps to fill it in. */
  hint?: string
  children: ReactNode
}

const errorId = (id: string) => `${id}-error`
const hintId = (id: string) => `${id}-hint`

/** Look of a field's control, and what ties it to its label, its hint and its error. */
export const controlProps = (id: string, error: string | undefined, hasHint = false) => ({
  id,
  className: 'text-field',
  ...(error && { 'aria-invalid': true }),
  ...((error || hasHint) && {
    'aria-describedby': [hasHint && hintId(id), error && errorId(id)].filter(Boolean).join(' '),
  }),
})

/** A control with its label and hint, and below it what is wrong with what was typed. */
export function Field({ id, label, hint, error, children }: FieldProps) {
  return (
    <div>
      <label htmlFor={id} className="label font-medium">
        {label}
      </label>
      {hint && (
        <p id={hintId(id)} className="label text-muted-foreground">
          {hint}
        </p>
      )}
      {children}
      {error && (
        <p id={errorId(id)} className="label mt-2 font-medium text-primary">
          {error}
        </p>
      )}
    </div>
  )
}
