import type { ReactNode } from 'react'

type FieldProps = {
  id: string
  label: string
  error?: string | undefined
  hint?: string
  children: ReactNode
}

const errorId = (id: string) => `${id}-error`
const hintId = (id: string) => `${id}-hint`

/** Returns the class and the ARIA attributes that connect a control to its label, hint and error. */
export const controlProps = (id: string, error: string | undefined, hasHint = false) => ({
  id,
  className: 'text-field',
  ...(error && { 'aria-invalid': true }),
  ...((error || hasHint) && {
    'aria-describedby': [hasHint && hintId(id), error && errorId(id)].filter(Boolean).join(' '),
  }),
})

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
