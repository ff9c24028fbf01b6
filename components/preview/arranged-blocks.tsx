'use client'

import { useOptimistic } from 'next-sanity/hooks'
import type { ReactNode } from 'react'

/** A block as the server has made it, and the attributes that let editors click and drag it. */
type ArrangedBlock = { key: string; attributes: Record<string, string | undefined>; node: ReactNode }

const keysIn = (blocks: unknown): string[] | undefined =>
  Array.isArray(blocks) ? blocks.map((block: { _key?: unknown }) => String(block?._key)) : undefined

/**
 * The blocks of a page in the preview: dragged to another place or removed they follow at once, before the page is made
 * again. A block that is added appears when it is.
 */
export function ArrangedBlocks({ page, blocks }: { page: string; blocks: ArrangedBlock[] }) {
  const arranged = useOptimistic(blocks, (current, { id, document }) => {
    const keys = id === page ? keysIn(document?.blocks) : undefined
    return keys?.flatMap((key) => current.find((block) => block.key === key) ?? []) ?? current
  })
  return arranged.map(({ key, attributes, node }) => (
    <div key={key} {...attributes}>
      {node}
    </div>
  ))
}
