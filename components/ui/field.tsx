import type { ReactNode } from 'react'

type FieldProps = {
  /** Of the control, which takes its attributes from `controlProps` with the same id and error. */
  id: string
  label: string
  error?: string | undefined
  children: ReactNode
}

const errorId = (id: string) => `${id}-error`

/** Look of a field's control, and what ties it to its label and its error. */
export const controlProps = (id: string, error: string | undefined) => ({
  id,
  className: 'text-field',
  ...(error && { 'aria-invalid': true, 'aria-describedby': errorId(id) }),
})

/** A control with its label, and below it what is wrong with what was typed. */
export function Field({ id, label, error, children }: FieldProps) {
  return (
    <div>
      <label htmlFor={id} className="label font-medium">
        {label}
      </label>
      {children}
      {error && (
        <p id={errorId(id)} className="label mt-2 font-medium text-primary">
          {error}
        </p>
      )}
    </div>
  )
}
