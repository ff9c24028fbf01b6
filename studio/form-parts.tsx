import { useMemo, useEffect, useRef, useState } from 'react'
import type { ItemProps, FieldProps, InputProps } from 'sanity'

export function ItemWithoutHandle(props: ItemProps) {
  const { parentSchemaType: list, readOnly } = props
  const fixedList = useMemo(
    () => Object.create(list, { options: { value: { ...list.options, sortable: false } } }),
    [list],
  )
  return props.renderDefault(readOnly ? { ...props, parentSchemaType: fixedList } : props)
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

function useHasLeft(isFocused: boolean | undefined): boolean {
  const wasFocused = useRef(false)
  const [hasLeft, setHasLeft] = useState(false)
  useEffect(() => {
    if (wasFocused.current && !isFocused) setHasLeft(true)
    wasFocused.current = isFocused ?? false
  }, [isFocused])
  return hasLeft
}

type Validation = FieldProps['validation']

/** Downgrades errors of an empty field to notes until the user leaves the field. */
const downgradeErrors = (validation: Validation, value: unknown, hasLeft: boolean): Validation =>
  hasLeft || !isEmpty(value)
    ? validation
    : validation.map((marker) => (marker.level === 'error' ? { ...marker, level: 'info' } : marker))

/** Shows errors of an empty field only after the user leaves it. The errors still block publishing. */
export function NewField(props: FieldProps) {
  const hasLeft = useHasLeft(props.inputProps.focused)
  return props.renderDefault({ ...props, validation: downgradeErrors(props.validation, props.value, hasLeft) })
}

export function NewInput(props: InputProps) {
  const hasLeft = useHasLeft(props.focused)
  if (hasLeft || !isEmpty(props.value)) return props.renderDefault(props)
  const validation = downgradeErrors(props.validation, props.value, hasLeft)
  return props.renderDefault({ ...props, validation, validationError: undefined } as InputProps)
}
