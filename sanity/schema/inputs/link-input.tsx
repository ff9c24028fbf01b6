import { useEffect, useRef } from 'react'
import { type ObjectInputProps, unset } from 'sanity'
import type { LinkTarget } from '../validation/link.ts'

const OTHER = { internal: 'href', external: 'internal' } as const

/** Clears the hidden target when the link kind changes. A hidden reference would block deletion of its page. */
export function LinkInput(props: ObjectInputProps) {
  const { onChange, readOnly } = props
  const { kind, ...targets } = (props.value ?? {}) as LinkTarget
  const other = kind === 'internal' || kind === 'external' ? OTHER[kind] : undefined
  const hasOther = other !== undefined && targets[other] !== undefined
  const shown = useRef(kind)

  useEffect(() => {
    const isChosen = shown.current !== undefined && shown.current !== kind
    shown.current = kind
    if (isChosen && hasOther && !readOnly) onChange(unset([other]))
  }, [kind, other, hasOther, readOnly, onChange])

  return props.renderDefault(props)
}
