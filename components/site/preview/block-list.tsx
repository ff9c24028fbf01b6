import type { ReactNode } from 'react'

type ArrangedBlock = { key: string; attributes: Record<string, string | undefined>; node: ReactNode }

export type ArrangedBlocksProps = { page: string; blocks: ArrangedBlock[] }

export const BlockList = ({ blocks }: Pick<ArrangedBlocksProps, 'blocks'>) =>
  blocks.map(({ key, attributes, node }) => (
    <div key={key} {...attributes}>
      {node}
    </div>
  ))
