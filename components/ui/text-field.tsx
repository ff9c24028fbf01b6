'use client'

import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from '@/components/ui/cn.ts'
import { controlClass, Input, labelClass } from './input.tsx'

type Own = {
  label: string
  isLabelHidden?: boolean
  hint?: ReactNode
  error?: string | undefined
}

type TextFieldProps = Own & Omit<ComponentProps<'input'>, 'id'>
type TextAreaProps = Own & Omit<ComponentProps<'textarea'>, 'id'>

function Labelled({
  label,
  isLabelHidden = false,
  hint,
  error,
  children,
}: Own & {
  children: (tied: { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string }) => ReactNode
}) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : labelClass}>
        {label}
      </label>
      {children({
        id,
        ...(error && { 'aria-invalid': true as const }),
        ...(described && { 'aria-describedby': described }),
      })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-muted-foreground">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 font-medium text-primary">
          {error}
        </p>
      )}
    </div>
  )
}

/** Renders a text field of the dashboard. Public pages use `Field`, which is smaller and needs no script. */
export function TextField({ label, isLabelHidden, hint, error, ...props }: TextFieldProps) {
  return (
    <Labelled {...{ label, hint, error, ...(isLabelHidden && { isLabelHidden }) }}>
      {(tied) => <Input {...props} {...tied} />}
    </Labelled>
  )
}

export function TextArea({ label, isLabelHidden, hint, error, className, rows = 4, ...props }: TextAreaProps) {
  return (
    <Labelled {...{ label, hint, error, ...(isLabelHidden && { isLabelHidden }) }}>
      {(tied) => <textarea {...props} {...tied} rows={rows} className={cn(controlClass, className)} />}
    </Labelled>
  )
}
