import { useEffect, useRef } from 'react'
import { type ObjectInputProps, unset } from 'sanity'
import type { LinkTarget } from '../validation/link.ts'

/** What a link of a kind does not have. */
const OTHER = { internal: 'href', external: 'internal' } as const

/**
 * A link whose target follows its kind: whoever chooses an address instead of a page does not have to clear the page first,
 * which would stay in the document unseen and keep that page from being deleted.
 */
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
