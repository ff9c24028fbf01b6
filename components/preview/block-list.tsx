import type { ReactNode } from 'react'

/** A block as the server has made it, and the attributes that let editors click and drag it. */
type ArrangedBlock = { key: string; attributes: Record<string, string | undefined>; node: ReactNode }

/** `page` is the id of the document that has the blocks. */
export type ArrangedBlocksProps = { page: string; blocks: ArrangedBlock[] }

/** Blocks in their order, each with its attributes. */
export const BlockList = ({ blocks }: Pick<ArrangedBlocksProps, 'blocks'>) =>
  blocks.map(({ key, attributes, node }) => (
    <div key={key} {...attributes}>
      {node}
    </div>
  ))
