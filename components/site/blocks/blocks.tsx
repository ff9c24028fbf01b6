import type { ComponentType } from 'react'
import { ArrangedBlocks } from '../preview/arranged-blocks.tsx'
import { buildCallId } from '../call/call.ts'
import { getEditAttributes } from '../preview/editable.ts'
import * as blockComponents from './all.ts'
import type { Block, BlockContext, BlockOf, BlockProps } from '../types/blocks.ts'

const components: { [Type in Block['_type']]: ComponentType<BlockProps<Type>> } = blockComponents

/** Renders a block. Returns null for a type that only a newer schema defines. */
function renderBlock<Type extends Block['_type']>(
  block: BlockOf<Type> & { _key: string; _type: Type },
  context: BlockContext,
) {
  const Component = components[block._type] as ComponentType<BlockProps<Type>> | undefined
  return Component && <Component key={block._key} block={block} context={context} />
}

function getHeroCall(blocks: Block[]): BlockContext['call'] {
  const hero = blocks.find((block) => block._type === 'heroBlock')
  const conversation = blocks.find((block) => block._type === 'conversationBlock')
  if (!hero || hero.image?.asset || hero.picture || !conversation?.call || conversation.calls?.length) return null
  return { id: buildCallId(conversation._key), call: conversation.call }
}

type BlocksProps = { page: string; blocks: Block[] } & Omit<BlockContext, 'call' | 'isFirst'>

/**
 * Renders the blocks of a page.
 * @param page id of the document that contains the blocks
 */
export function Blocks({ page, blocks, ...sharedContext }: BlocksProps) {
  const call = getHeroCall(blocks)
  const nodes = blocks.map((block, index) => renderBlock(block, { ...sharedContext, call, isFirst: index === 0 }))
  if (!sharedContext.isPreview) return nodes
  const arrangedBlocks = blocks.map(({ _key: key }, index) => ({
    key,
    attributes: getEditAttributes(true, { id: page, type: 'page', path: `blocks[_key=="${key}"]` }),
    node: nodes[index],
  }))
  return <ArrangedBlocks page={page} blocks={arrangedBlocks} />
}
