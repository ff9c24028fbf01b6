import { useMemo, useEffect, useRef, useState } from 'react'
import type { ItemProps, FieldProps, InputProps } from 'sanity'

export function ItemWithoutHandle(props: ItemProps) {
  const { parentSchemaType: list, readOnly } = props
  const fixed = useMemo(() => Object.create(list, { options: { value: { ...list.options, sortable: false } } }), [list])
  return props.renderDefault(readOnly ? { ...props, parentSchemaType: fixed } : props)
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

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

/** Downgrades errors of an empty field to notes until the user leaves the field. */
const asNotes = (validation: Validation, value: unknown, isLeft: boolean): Validation =>
  isLeft || !isEmpty(value)
    ? validation
    : validation.map((finding) => (finding.level === 'error' ? { ...finding, level: 'info' } : finding))

/** Shows errors of an empty field only after the user leaves it. The errors still block publishing. */
export function NewField(props: FieldProps) {
  const isLeft = useIsLeft(props.inputProps.focused)
  return props.renderDefault({ ...props, validation: asNotes(props.validation, props.value, isLeft) })
}

export function NewInput(props: InputProps) {
  const isLeft = useIsLeft(props.focused)
  if (isLeft || !isEmpty(props.value)) return props.renderDefault(props)
  const validation = asNotes(props.validation, props.value, isLeft)
  return props.renderDefault({ ...props, validation, validationError: undefined } as InputProps)
}
