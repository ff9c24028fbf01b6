import type { Words } from '@/lib/words.ts'
import type { CITY_GRID_QUERY_RESULT, PAGE_QUERY_RESULT, SETTINGS_QUERY_RESULT } from '../../sanity/types.ts'
import type { LowestPlan } from '../pricing/lowest-price.tsx'

type PageResult = Extract<PAGE_QUERY_RESULT, { _type: 'page' }>

/** Any block of a page as the page query selects it. */
export type Block = NonNullable<PageResult['blocks']>[number]

/** The block of one type, for example `BlockOf<'heroBlock'>`. */
export type BlockOf<Type extends Block['_type']> = Extract<Block, { _type: Type }>

/** Content that blocks show but that belongs to no single block. */
export type BlockContext = {
  brand: string
  cities: CITY_GRID_QUERY_RESULT
  booking: NonNullable<SETTINGS_QUERY_RESULT>['booking']
  contact: NonNullable<SETTINGS_QUERY_RESULT>['contact']
  /** What is sold and to whom. */
  tagline: NonNullable<SETTINGS_QUERY_RESULT>['tagline'] | null
  /** The plan that costs least a month. */
  lowest: LowestPlan
  words: Words
  /** The sample call that the hero plays; null where it has a picture, or where the page has several calls to choose from. */
  call: { id: string; call: NonNullable<BlockOf<'conversationBlock'>['call']> } | null
  /** Whether editors look at drafts, and can click on what they want to change. */
  isPreview: boolean
  /** The first block carries the page's only `h1`. */
  isFirst: boolean
}

export type BlockProps<Type extends Block['_type']> = { block: BlockOf<Type>; context: BlockContext }
