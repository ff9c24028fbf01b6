import type { UiCopy } from '@/lib/site/ui-copy.ts'
import type { BlockOf } from '../types/blocks.ts'

export type Picture = NonNullable<BlockOf<'heroBlock' | 'mediaTextBlock'>['picture']>

export type PictureOf<Type extends Picture['_type']> = Extract<Picture, { _type: Type }>

export type PictureProps<Type extends Picture['_type'] = Picture['_type']> = {
  picture: PictureOf<Type>
  labels: UiCopy
  /**
   * Whether the picture is in the hero. Then it is shorter on a phone, so that the next section starts on the first
   * screen.
   */
  isHero: boolean
}

export const getPhoneHiddenClass = (isHidden: boolean): string => (isHidden ? 'max-sm:hidden' : '')
