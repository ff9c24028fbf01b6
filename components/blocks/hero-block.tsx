import { phoneHref } from '@/lib/phone.ts'
import { CallCard } from '../call/call-card.tsx'
import { ProductPicture } from '../product/product-picture.tsx'
import { Actions } from '../ui/button-link.tsx'
import { LowestPrice } from '../pricing/lowest-price.tsx'
import { ContentImage } from '../ui/image.tsx'
import { fillWith } from '../ui/fill.tsx'
import type { BlockProps } from './types.ts'

/** The first thing a visitor reads, beside a true fragment of the product or the editor's image. */
export function HeroBlock({ block, context }: BlockProps<'heroBlock'>) {
  const { eyebrow, heading, text, actions, image } = block
  const picture = image?.asset ? null : block.picture
  const Heading = context.isFirst ? 'h1' : 'h2'
  const phone = context.contact?.phone
  const hasFragment = !image?.asset && !picture && context.call
  return (
    <section className="wrap grid items-center gap-x-12 gap-y-10 pt-8 pb-12 md:gap-y-14 md:pt-16 md:pb-20 lg:grid-cols-12">
      <div className={hasFragment || picture || image?.asset ? 'lg:col-span-7' : 'lg:col-span-9'}>
        {eyebrow && <p className="mb-4 font-medium text-muted-foreground md:mb-6">{eyebrow}</p>}
        <Heading className="text-hero">{heading}</Heading>
        <LowestPrice plan={block.lowest} words={context.words.prices} isPreview={context.isPreview} />
        {text && <p className="mt-5 max-w-136 text-lead text-muted-foreground">{text}</p>}
        <Actions actions={actions} className="mt-7 md:mt-9" />
        {hasFragment && phone && (
          <p className="mt-4 text-note text-muted-foreground">
            {fillWith(context.words.call.number, {
              number: (
                <a
                  href={phoneHref(phone)}
                  className="text-link inline-flex min-h-11 items-center font-medium whitespace-nowrap text-foreground"
                >
                  {phone}
                </a>
              ),
            })}
          </p>
        )}
      </div>
      {hasFragment && context.call && (
        <CallCard {...context.call} words={context.words.call} className="lg:col-span-5" />
      )}
      <ProductPicture picture={picture} words={context.words} className="lg:col-span-5" isHero />
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
