import { useEffect, useRef, useState } from 'react'
import type { FieldProps, InputProps } from 'sanity'

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Whether somebody has been at a field and left it. */
function useIsLeft(isFocused: boolean | undefined): boolean {
  const wasFocused = useRef(false)
  const [isLeft, setLeft] = useState(false)
  useEffect(() => {
    if (wasFocused.current && !isFocused) setLeft(true)
    wasFocused.current = isFocused ?? false
  }, [isFocused])
  return isLeft
}

type Validation = FieldProps['validation']

/** Errors of a field that nobody has filled in yet, as a note: what is missing is no mistake before somebody was there. */
export const asNotes = (validation: Validation, value: unknown, isLeft: boolean): Validation =>
  isLeft || !isEmpty(value)
    ? validation
    : validation.map((finding) => (finding.level === 'error' ? { ...finding, level: 'info' } : finding))

/** A field that is not red before anything was typed into it. What is missing still keeps its document from being published. */
export function NewField(props: FieldProps) {
  const isLeft = useIsLeft(props.inputProps.focused)
  return props.renderDefault({ ...props, validation: asNotes(props.validation, props.value, isLeft) })
}

/** The input of such a field, whose edge is red as soon as the field is. */
export function NewInput(props: InputProps) {
  const isLeft = useIsLeft(props.focused)
  if (isLeft || !isEmpty(props.value)) return props.renderDefault(props)
  const validation = asNotes(props.validation, props.value, isLeft)
  return props.renderDefault({ ...props, validation, validationError: undefined } as InputProps)
}
