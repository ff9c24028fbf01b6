import { stegaClean } from 'next-sanity'
import { ProductPicture } from '../product/product-picture.tsx'
import { SectionHeading } from '../../ui/headings.tsx'
import { ContentImage } from '../../ui/image.tsx'
import { Prose } from '../../ui/prose.tsx'
import type { BlockProps } from '../types/blocks.ts'

export function MediaTextBlock({ block, context }: BlockProps<'mediaTextBlock'>) {
  const { heading, body, image, picture, signature } = block
  const side = stegaClean(block.imageSide) === 'left' ? 'lg:order-first' : ''
  return (
    <section className="wrap section grid items-center gap-x-16 gap-y-10 lg:grid-cols-2">
      <div>
        <SectionHeading heading={heading} isFirst={context.isFirst} />
        <Prose value={body} className="mt-6 text-muted-foreground" />
        {signature?.name && (
          <div className="mt-8 flex items-center gap-4">
            <ContentImage source={signature.photo} width={64} sizes="64px" aspectRatio={1} className="w-16 shrink-0" />
            <p className="leading-snug">
              <strong className="block font-semibold">{signature.name}</strong>
              {signature.line && <span className="label text-muted-foreground">{signature.line}</span>}
            </p>
          </div>
        )}
      </div>
      <ContentImage source={image} width={600} sizes="(min-width: 1024px) 37rem, 92vw" className={side} />
      <ProductPicture picture={image?.asset ? null : picture} labels={context.labels} className={side} />
    </section>
  )
}
