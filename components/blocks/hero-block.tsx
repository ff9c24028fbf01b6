import { CallCard } from '../call/call-card.tsx'
import { Actions } from '../ui/button-link.tsx'
import { ContentImage } from '../ui/image.tsx'
import type { BlockProps } from './types.ts'

/** The first thing a visitor reads, beside a true fragment of the product or the editor's image. */
export function HeroBlock({ block, context }: BlockProps<'heroBlock'>) {
  const { eyebrow, heading, text, actions, image } = block
  const Heading = context.isFirst ? 'h1' : 'h2'
  const hasFragment = !image?.asset && context.call
  return (
    <section className="wrap grid items-center gap-x-12 gap-y-14 pt-12 pb-16 md:pt-20 md:pb-28 lg:grid-cols-12">
      <div className={hasFragment || image?.asset ? 'lg:col-span-7' : 'lg:col-span-9'}>
        {eyebrow && <p className="mb-6 font-medium text-muted">{eyebrow}</p>}
        <Heading className="text-hero">{heading}</Heading>
        {text && <p className="mt-7 max-w-136 text-lead text-muted">{text}</p>}
        <Actions actions={actions} className="mt-9" />
      </div>
      {hasFragment && context.call && (
        <CallCard call={context.call} words={context.words.call} className="lg:col-span-5" />
      )}
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
