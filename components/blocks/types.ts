import type { Words } from '@/lib/words.ts'
import type { CITY_GRID_QUERY_RESULT, PAGE_QUERY_RESULT, SETTINGS_QUERY_RESULT } from '../../sanity/types.ts'

type PageResult = Extract<PAGE_QUERY_RESULT, { _type: 'page' }>

/** Any block of a page as the page query selects it. */
export type Block = NonNullable<PageResult['blocks']>[number]

/** The block of one type, for example `BlockOf<'heroBlock'>`. */
export type BlockOf<Type extends Block['_type']> = Extract<Block, { _type: Type }>

/** Content that blocks show but that belongs to no single block. */
export type BlockContext = {
  cities: CITY_GRID_QUERY_RESULT
  booking: NonNullable<SETTINGS_QUERY_RESULT>['booking']
  contact: NonNullable<SETTINGS_QUERY_RESULT>['contact']
  words: Words
  /** The first sample call of the page, which a hero without an image shows. */
  call: { id: string; call: NonNullable<BlockOf<'conversationBlock'>['call']> } | null
  /** Whether editors look at drafts, and can click on what they want to change. */
  isPreview: boolean
  /** The first block carries the page's only `h1`. */
  isFirst: boolean
}

export type BlockProps<Type extends Block['_type']> = { block: BlockOf<Type>; context: BlockContext }
