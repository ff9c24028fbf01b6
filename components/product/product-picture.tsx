import type { ComponentType } from 'react'
import type { Words } from '@/lib/words.ts'
import { BusinessProfilePicture } from './pictures/business-profile-picture.tsx'
import { HandoverPicture } from './pictures/handover-picture.tsx'
import { MorningPicture } from './pictures/morning-picture.tsx'
import { PagingPicture } from './pictures/paging-picture.tsx'
import type { Picture, PictureProps } from './pictures/picture.ts'
import { ReportPicture } from './pictures/report-picture.tsx'
import { TownPagePicture } from './pictures/town-page-picture.tsx'
import { WeekPicture } from './pictures/week-picture.tsx'

const pictures: { [Type in Picture['_type']]: ComponentType<PictureProps<Type>> } = {
  handoverPicture: HandoverPicture,
  morningPicture: MorningPicture,
  pagingPicture: PagingPicture,
  weekPicture: WeekPicture,
  businessProfilePicture: BusinessProfilePicture,
  townPagePicture: TownPagePicture,
  reportPicture: ReportPicture,
}

/** Those that are a phone are as wide as one, at the right edge beside a text. */
const PHONES: ReadonlySet<Picture['_type']> = new Set<Picture['_type']>(['morningPicture', 'pagingPicture'])

/** Whether a picture is as narrow as a phone. */
export const isPhone = (picture: Picture): boolean =>
  PHONES.has(picture._type) && !('isWindow' in picture && picture.isWindow)

type ProductPictureProps = { picture: Picture | null; words: Words; isHero?: boolean; className?: string }

/**
 * A fragment of the product with an editor's content, drawn in the colours of the theme and labelled as an example; nothing
 * where an editor chose none, or where a newer schema has one that this code does not know.
 */
export function ProductPicture({ picture, words, isHero = false, className = '' }: ProductPictureProps) {
  const Drawing = picture && (pictures[picture._type] as ComponentType<PictureProps> | undefined)
  if (!picture || !Drawing) return null
  const width = isPhone(picture) ? 'max-w-92 lg:ml-auto' : 'lg:max-w-142'
  // One that can be of any height begins and ends in a hero with the text beside it.
  const isStretched = isHero && picture._type === 'businessProfilePicture'
  const place = `${isHero ? 'max-sm:-mb-4' : ''} ${isStretched ? 'lg:flex lg:flex-col lg:self-stretch' : ''}`
  return (
    <figure className={`@container w-full ${width} ${place} ${className}`}>
      <div
        className={`text-[clamp(0.875rem,0.7rem+0.9cqi,0.9375rem)] leading-normal ${isStretched ? 'lg:grid lg:flex-1' : ''}`}
      >
        <Drawing picture={picture} words={words} isHero={isHero} />
      </div>
      <figcaption className="label mt-3 text-muted-foreground">
        {words.call.example}: {picture.caption}
      </figcaption>
    </figure>
  )
}
