import { SAMPLE_CALL_ID } from '@/lib/routes.ts'
import { CallCard } from '../call/call-card.tsx'
import { isPhonePicture, ProductPicture } from '../product/product-picture.tsx'
import { Actions } from '../../ui/button-link.tsx'
import { LowestPrice, PriceNote } from '../pricing/lowest-price.tsx'
import { ContentImage } from '../../ui/image.tsx'
import type { BlockProps } from '../types/blocks.ts'

const PHONE_LAYOUT = { grid: 'md:grid-cols-12', text: 'md:col-span-7', picture: 'md:col-span-5' }
const PICTURE_LAYOUT = { grid: 'lg:grid-cols-12', text: 'lg:col-span-7', picture: 'lg:col-span-5' }

export function HeroBlock({ block, context }: BlockProps<'heroBlock'>) {
  const { heading, text, actions, image } = block
  const eyebrow = block.eyebrow ?? (context.isFirst && context.tagline)
  const picture = image?.asset ? null : block.picture
  const hasDemoAction = actions?.some(({ href }) => href !== undefined && href === context.booking?.url)
  const note = block.note ?? (hasDemoAction ? context.booking?.note : undefined)
  const Heading = context.isFirst ? 'h1' : 'h2'
  const isTextOnly = !context.call && !picture && !image?.asset
  const columns = picture && isPhonePicture(picture) ? PHONE_LAYOUT : PICTURE_LAYOUT
  return (
    <section
      className={`wrap grid items-center gap-x-12 gap-y-10 pt-8 md:gap-y-14 ${columns.grid} ${isTextOnly ? 'hero-text pb-8' : 'pb-12 md:pt-16 md:pb-20'}`}
    >
      <div className={isTextOnly ? 'lg:col-span-10' : columns.text}>
        {eyebrow && (
          <p className={`mb-4 font-medium text-muted-foreground ${isTextOnly ? '' : 'md:mb-6'}`}>{eyebrow}</p>
        )}
        <Heading className="text-hero">{heading}</Heading>
        {block.showsPrice && (
          <LowestPrice plan={context.lowest} labels={context.labels.prices} isPreview={context.isPreview} />
        )}
        {text && (
          <p className={`mt-5 text-lead text-muted-foreground ${isTextOnly ? 'max-w-176' : 'max-w-136'}`}>{text}</p>
        )}
        <Actions actions={actions} className="mt-7 md:mt-9" />
        <PriceNote note={note} plan={context.lowest} className="mt-4" />
      </div>
      {context.call && (
        <CallCard {...context.call} labels={context.labels.call} anchor={SAMPLE_CALL_ID} className="lg:col-span-5" />
      )}
      <ProductPicture picture={picture} labels={context.labels} className={columns.picture} isHero />
      <ContentImage
        source={image}
        width={560}
        sizes="(min-width: 1024px) 34rem, 92vw"
        className="lg:col-span-5"
        isFirst
      />
    </section>
  )
}
