import type { ComponentType } from 'react'
import type { UiCopy } from '@/lib/site/ui-copy.ts'
import { BusinessProfilePicture, ReportPicture, TownPagePicture, WeekPicture } from './page-pictures.tsx'
import { HandoverPicture, MorningPicture, PagingPicture } from './phone-pictures.tsx'
import type { Picture, PictureProps } from './picture.ts'

const pictures: { [Type in Picture['_type']]: ComponentType<PictureProps<Type>> } = {
  handoverPicture: HandoverPicture,
  morningPicture: MorningPicture,
  pagingPicture: PagingPicture,
  weekPicture: WeekPicture,
  businessProfilePicture: BusinessProfilePicture,
  townPagePicture: TownPagePicture,
  reportPicture: ReportPicture,
}

const PHONE_PICTURES: ReadonlySet<Picture['_type']> = new Set<Picture['_type']>(['morningPicture', 'pagingPicture'])

export const isPhonePicture = (picture: Picture): boolean =>
  PHONE_PICTURES.has(picture._type) && !('isWindow' in picture && picture.isWindow)

type ProductPictureProps = { picture: Picture | null; labels: UiCopy; isHero?: boolean; className?: string }

/** Renders a picture of the product. Returns null for a type that only a newer schema defines. */
export function ProductPicture({ picture, labels, isHero = false, className = '' }: ProductPictureProps) {
  const Drawing = picture && (pictures[picture._type] as ComponentType<PictureProps> | undefined)
  if (!picture || !Drawing) return null
  const width = isPhonePicture(picture) ? 'max-w-92 lg:ml-auto' : 'lg:max-w-142'
  const isStretched = isHero && picture._type === 'businessProfilePicture'
  const placementClass = `${isHero ? 'max-sm:-mb-4' : ''} ${isStretched ? 'lg:flex lg:flex-col lg:self-stretch' : ''}`
  return (
    <figure className={`@container w-full ${width} ${placementClass} ${className}`}>
      <div
        className={`text-[clamp(0.875rem,0.7rem+0.9cqi,0.9375rem)] leading-normal ${isStretched ? 'lg:grid lg:flex-1' : ''}`}
      >
        <Drawing picture={picture} labels={labels} isHero={isHero} />
      </div>
      <figcaption className="label mt-3 text-muted-foreground">
        {labels.call.example}: {picture.caption}
      </figcaption>
    </figure>
  )
}
