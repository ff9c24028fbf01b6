'use client'

import { useOptimistic } from 'next-sanity/hooks'
import { type ArrangedBlocksProps, BlockList } from './block-list.tsx'

const extractKeys = (blocks: unknown): string[] | undefined =>
  Array.isArray(blocks) ? blocks.map((block: { _key?: unknown }) => String(block?._key)) : undefined

export default function DraggableBlocks({ page, blocks }: ArrangedBlocksProps) {
  const orderedBlocks = useOptimistic(blocks, (current, { id, document }) => {
    const keys = id === page ? extractKeys(document?.blocks) : undefined
    return keys?.flatMap((key) => current.find((block) => block.key === key) ?? []) ?? current
  })
  return <BlockList blocks={orderedBlocks} />
}
