import { useMemo } from 'react'
import type { ItemProps } from 'sanity'

/** An entry of a list in a form. Who cannot change the list sees no handle, which would promise that it can be dragged. */
export function ItemWithoutHandle(props: ItemProps) {
  const { parentSchemaType: list, readOnly } = props
  const fixed = useMemo(() => Object.create(list, { options: { value: { ...list.options, sortable: false } } }), [list])
  return props.renderDefault(readOnly ? { ...props, parentSchemaType: fixed } : props)
}
