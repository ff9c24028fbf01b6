'use client'

import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from '@/components/ui/cn.ts'
import { controlClass, Input, labelClass } from './input.tsx'

type FieldOptions = {
  label: string
  isLabelHidden?: boolean
  hint?: ReactNode
  error?: string | undefined
}

type TextFieldProps = FieldOptions & Omit<ComponentProps<'input'>, 'id'>
type TextAreaProps = FieldOptions & Omit<ComponentProps<'textarea'>, 'id'>

function LabeledField({
  label,
  isLabelHidden = false,
  hint,
  error,
  children,
}: FieldOptions & {
  children: (tied: { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string }) => ReactNode
}) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : labelClass}>
        {label}
      </label>
      {children({
        id,
        ...(error && { 'aria-invalid': true as const }),
        ...(describedBy && { 'aria-describedby': describedBy }),
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
    <LabeledField {...{ label, hint, error, ...(isLabelHidden && { isLabelHidden }) }}>
      {(controlProps) => <Input {...props} {...controlProps} />}
    </LabeledField>
  )
}

export function TextArea({ label, isLabelHidden, hint, error, className, rows = 4, ...props }: TextAreaProps) {
  return (
    <LabeledField {...{ label, hint, error, ...(isLabelHidden && { isLabelHidden }) }}>
      {(controlProps) => <textarea {...props} {...controlProps} rows={rows} className={cn(controlClass, className)} />}
    </LabeledField>
  )
}
