import type { Words } from '@/lib/site/ui-copy.ts'
import type {
  ANNOUNCEMENTS_QUERY_RESULT,
  BADGES_QUERY_RESULT,
  INTEGRATIONS_QUERY_RESULT,
  MENU_QUERY_RESULT,
  SETTINGS_QUERY_RESULT,
  CITY_GRID_QUERY_RESULT,
  LOWEST_PLAN_QUERY_RESULT,
  PAGE_QUERY_RESULT,
} from '../../../sanity/types.ts'

type Settings = NonNullable<SETTINGS_QUERY_RESULT>

/** Settings are null in an empty dataset. */
export type Shell = {
  brand: string
  settings: SETTINGS_QUERY_RESULT
  words: Words
  announcement: ANNOUNCEMENTS_QUERY_RESULT[number] | null
  menu: MENU_QUERY_RESULT
  badges: BADGES_QUERY_RESULT
  integrations: INTEGRATIONS_QUERY_RESULT
  /** Draft mode with click-to-edit. */
  isPreview: boolean
  /** Requires the editors' switch and a configured mail server. */
  offersNewsletter: boolean
}

type PageResult = Extract<PAGE_QUERY_RESULT, { _type: 'page' }>

export type Block = NonNullable<PageResult['blocks']>[number]

/** For example `BlockOf<'heroBlock'>`. */
export type BlockOf<Type extends Block['_type']> = Extract<Block, { _type: Type }>

export type BlockContext = Pick<Shell, 'brand' | 'words' | 'isPreview'> & {
  cities: CITY_GRID_QUERY_RESULT
  booking: Settings['booking']
  contact: Settings['contact']
  tagline: Settings['tagline'] | null
  lowest: LOWEST_PLAN_QUERY_RESULT
  /** The sample call in the hero; null if it has a picture or the page has several calls. */
  call: { id: string; call: NonNullable<BlockOf<'conversationBlock'>['call']> } | null
  isFirst: boolean
}

export type BlockProps<Type extends Block['_type']> = { block: BlockOf<Type>; context: BlockContext }
