import { SectionHeading } from '../ui/headings.tsx'
import { ContentImage } from '../ui/image.tsx'
import { Prose } from '../ui/prose.tsx'
import type { BlockProps } from './types.ts'

/** A picture beside text; on a phone the text comes first. */
export function MediaTextBlock({ block, context }: BlockProps<'mediaTextBlock'>) {
  const { heading, body, image, imageSide } = block
  return (
    <section className="wrap section grid items-center gap-x-16 gap-y-10 lg:grid-cols-2">
      <div>
        <SectionHeading heading={heading} isFirst={context.isFirst} />
        <Prose value={body} className="mt-6 text-muted" />
      </div>
      <ContentImage
        source={image}
        width={600}
        sizes="(min-width: 1024px) 37rem, 92vw"
        className={imageSide === 'left' ? 'lg:order-first' : ''}
      />
    </section>
  )
}
