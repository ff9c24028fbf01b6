import { SectionHeading } from '../../ui/headings.tsx'
import { ContentImage } from '../../ui/image.tsx'
import type { BlockProps } from '../types/blocks.ts'

const PICTURE_RATIO = 3 / 2

const HALF_WIDTH = { className: 'sm:col-span-3', sizes: '(min-width: 640px) 37rem, 82vw' }
const THIRD_WIDTH = {
  className: 'sm:col-span-3 lg:col-span-2',
  sizes: '(min-width: 1024px) 25rem, (min-width: 640px) 46vw, 82vw',
}

/**
 * Returns the number of pictures to show in rows of two. The other pictures fill rows of three, so that every row is
 * full.
 */
export const countPairedPictures = (count: number): number => [0, 4, 2][count % 3] ?? 0

export function GalleryBlock({ block, context }: BlockProps<'galleryBlock'>) {
  const pictures = block.pictures?.filter(({ asset }) => asset) ?? []
  if (pictures.length === 0) return null
  const pairedCount = countPairedPictures(pictures.length)
  return (
    <section className="wrap section">
      <SectionHeading heading={block.heading} text={block.text} isFirst={context.isFirst} />
      <ul
        aria-label={block.heading ?? undefined}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users can scroll the list
        tabIndex={0}
        className="strip mt-8 md:mt-12 sm:grid sm:grid-cols-6 sm:gap-x-6 sm:gap-y-10"
      >
        {pictures.map((picture, index) => {
          const { className, sizes } = index < pairedCount ? HALF_WIDTH : THIRD_WIDTH
          return (
            <li key={picture._key} className={`max-sm:w-[82%] ${className}`}>
              <ContentImage
                source={picture}
                width={index < pairedCount ? 600 : 400}
                aspectRatio={PICTURE_RATIO}
                sizes={sizes}
                imageClassName="outline -outline-offset-1 outline-border"
                hasPlaceholder={false}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
