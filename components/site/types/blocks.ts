import type { UiCopy } from '@/lib/site/ui-copy.ts'
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

/** Data of the header and footer. The settings are null in an empty dataset. */
export type Shell = {
  brand: string
  settings: SETTINGS_QUERY_RESULT
  labels: UiCopy
  announcement: ANNOUNCEMENTS_QUERY_RESULT[number] | null
  menu: MENU_QUERY_RESULT
  badges: BADGES_QUERY_RESULT
  integrations: INTEGRATIONS_QUERY_RESULT
  /** Whether the page is in draft mode, with click-to-edit. */
  isPreview: boolean
  /** Whether editors enabled the newsletter and a mail server is configured. */
  offersNewsletter: boolean
}

type PageResult = Extract<PAGE_QUERY_RESULT, { _type: 'page' }>

export type Block = NonNullable<PageResult['blocks']>[number]

/** Block type by name, such as `BlockOf<'heroBlock'>`. */
export type BlockOf<Type extends Block['_type']> = Extract<Block, { _type: Type }>

export type BlockContext = Pick<Shell, 'brand' | 'labels' | 'isPreview'> & {
  cities: CITY_GRID_QUERY_RESULT
  booking: Settings['booking']
  contact: Settings['contact']
  tagline: Settings['tagline'] | null
  lowest: LOWEST_PLAN_QUERY_RESULT
  /** Sample call in the hero. Null if the hero has a picture or the page has several calls. */
  call: { id: string; call: NonNullable<BlockOf<'conversationBlock'>['call']> } | null
  isFirst: boolean
}

export type BlockProps<Type extends Block['_type']> = { block: BlockOf<Type>; context: BlockContext }
