'use client'

import { lazy, Suspense } from 'react'
import { type ArrangedBlocksProps, BlockList } from './block-list.tsx'

/** Loads lazily, because otherwise every public page would load the style sheet of Sanity's overlays. */
const DraggableBlocks = lazy(() => import('./draggable-blocks.tsx'))

export const ArrangedBlocks = (props: ArrangedBlocksProps) => (
  <Suspense fallback={<BlockList blocks={props.blocks} />}>
    <DraggableBlocks {...props} />
  </Suspense>
)
