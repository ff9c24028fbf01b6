import type { ReactNode } from 'react'

type FieldProps = {
  id: string
  label: string
  error?: string | undefined
  hint?: string
  children: ReactNode
}

const getErrorId = (id: string) => `${id}-error`
const getHintId = (id: string) => `${id}-hint`

/** Returns the class and the ARIA attributes that connect a control to its label, hint and error. */
export const getControlProps = (id: string, error: string | undefined, hasHint = false) => ({
  id,
  className: 'text-field',
  ...(error && { 'aria-invalid': true }),
  ...((error || hasHint) && {
    'aria-describedby': [hasHint && getHintId(id), error && getErrorId(id)].filter(Boolean).join(' '),
  }),
})

export function Field({ id, label, hint, error, children }: FieldProps) {
  return (
    <div>
      <label htmlFor={id} className="label font-medium">
        {label}
      </label>
      {hint && (
        <p id={getHintId(id)} className="label text-muted-foreground">
          {hint}
        </p>
      )}
      {children}
      {error && (
        <p id={getErrorId(id)} className="label mt-2 font-medium text-primary">
          {error}
        </p>
      )}
    </div>
  )
}
