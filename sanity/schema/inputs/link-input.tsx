import { useEffect, useRef } from 'react'
import { type ObjectInputProps, unset } from 'sanity'
import type { LinkTarget } from '../validation/link.ts'

const OTHER_TARGET = { internal: 'href', external: 'internal' } as const

/** Clears the hidden target when the link kind changes. A hidden reference would block deletion of its page. */
export function LinkInput(props: ObjectInputProps) {
  const { onChange, readOnly } = props
  const { kind, ...targets } = (props.value ?? {}) as LinkTarget
  const otherTarget = kind === 'internal' || kind === 'external' ? OTHER_TARGET[kind] : undefined
  const hasOtherTarget = otherTarget !== undefined && targets[otherTarget] !== undefined
  const previousKind = useRef(kind)

  useEffect(() => {
    const hasChanged = previousKind.current !== undefined && previousKind.current !== kind
    previousKind.current = kind
    if (hasChanged && hasOtherTarget && !readOnly) onChange(unset([otherTarget]))
  }, [kind, otherTarget, hasOtherTarget, readOnly, onChange])

  return props.renderDefault(props)
}
