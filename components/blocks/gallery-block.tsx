import { SectionHeading } from '../ui/headings.tsx'
import { ContentImage } from '../ui/image.tsx'
import type { BlockProps } from './types.ts'

const RATIO = 3 / 2

/** Columns of the grid, of which a picture takes two or three. */
const HALF = { className: 'sm:col-span-3', sizes: '(min-width: 640px) 37rem, 82vw' }
const THIRD = {
  className: 'sm:col-span-3 lg:col-span-2',
  sizes: '(min-width: 1024px) 25rem, (min-width: 640px) 46vw, 82vw',
}

/** How many of so many pictures stand two in a row, so that every row is full: the others stand three in a row. */
export const inPairs = (count: number): number => [0, 4, 2][count % 3] ?? 0

/** Pictures in even rows; on a phone a strip to swipe, which is as tall as one of them. */
export function GalleryBlock({ block, context }: BlockProps<'galleryBlock'>) {
  const pictures = block.pictures?.filter(({ asset }) => asset) ?? []
  if (pictures.length === 0) return null
  const pairs = inPairs(pictures.length)
  return (
    <section className="wrap section">
      <SectionHeading heading={block.heading} text={block.text} isFirst={context.isFirst} />
      <ul
        aria-label={block.heading ?? undefined}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it on a narrow screen
        tabIndex={0}
        className="strip mt-8 md:mt-12 sm:grid sm:grid-cols-6 sm:gap-x-6 sm:gap-y-10"
      >
        {pictures.map((picture, index) => {
          const { className, sizes } = index < pairs ? HALF : THIRD
          return (
            <li key={picture._key} className={`max-sm:w-[82%] ${className}`}>
              <ContentImage
                source={picture}
                width={index < pairs ? 600 : 400}
                aspectRatio={RATIO}
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
