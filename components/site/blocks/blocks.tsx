import type { ComponentType } from 'react'
import { ArrangedBlocks } from '../preview/arranged-blocks.tsx'
import { callId } from '../call/call.ts'
import { editable } from '../preview/editable.ts'
import * as all from './all.ts'
import type { Block, BlockContext, BlockOf, BlockProps } from '../types/blocks.ts'

const components: { [Type in Block['_type']]: ComponentType<BlockProps<Type>> } = all

/** Renders a block. Returns null for a type that only a newer schema defines. */
function renderBlock<Type extends Block['_type']>(
  block: BlockOf<Type> & { _key: string; _type: Type },
  context: BlockContext,
) {
  const Component = components[block._type] as ComponentType<BlockProps<Type>> | undefined
  return Component && <Component key={block._key} block={block} context={context} />
}

function heroCall(blocks: Block[]): BlockContext['call'] {
  const hero = blocks.find((block) => block._type === 'heroBlock')
  const conversation = blocks.find((block) => block._type === 'conversationBlock')
  if (!hero || hero.image?.asset || hero.picture || !conversation?.call || conversation.calls?.length) return null
  return { id: callId(conversation._key), call: conversation.call }
}

type BlocksProps = { page: string; blocks: Block[] } & Omit<BlockContext, 'call' | 'isFirst'>

/**
 * Renders the blocks of a page.
 * @param page id of the document that contains the blocks
 */
export function Blocks({ page, blocks, ...shared }: BlocksProps) {
  const call = heroCall(blocks)
  const nodes = blocks.map((block, index) => renderBlock(block, { ...shared, call, isFirst: index === 0 }))
  if (!shared.isPreview) return nodes
  const arranged = blocks.map(({ _key: key }, index) => ({
    key,
    attributes: editable(true, { id: page, type: 'page', path: `blocks[_key=="${key}"]` }),
    node: nodes[index],
  }))
  return <ArrangedBlocks page={page} blocks={arranged} />
}
