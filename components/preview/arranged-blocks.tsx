'use client'

import { lazy, Suspense } from 'react'
import { type ArrangedBlocksProps, BlockList } from './block-list.tsx'

/** Loaded when it is shown: otherwise every public page would have the style sheet of Sanity's overlays. */
const DraggableBlocks = lazy(() => import('./draggable-blocks.tsx'))

/** The blocks of a page in the preview, which editors can drag, add and remove. */
export const ArrangedBlocks = (props: ArrangedBlocksProps) => (
  <Suspense fallback={<BlockList blocks={props.blocks} />}>
    <DraggableBlocks {...props} />
  </Suspense>
)
