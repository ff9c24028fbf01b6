import type { Words } from '@/lib/words.ts'
import type { BlockOf } from '../../blocks/types.ts'

/** A picture of the product as an editor filled it in. */
export type Picture = NonNullable<BlockOf<'heroBlock' | 'mediaTextBlock'>['picture']>

/** The picture of one type, for example `PictureOf<'weekPicture'>`. */
export type PictureOf<Type extends Picture['_type']> = Extract<Picture, { _type: Type }>

export type PictureProps<Type extends Picture['_type'] = Picture['_type']> = {
  picture: PictureOf<Type>
  words: Words
  /** In a hero, where a phone shows less of it, so that the page begins on the first screen. */
  isHero: boolean
}

/** For what a hero leaves out on a phone. */
export const onlyWide = (isLeftOut: boolean): string => (isLeftOut ? 'max-sm:hidden' : '')
