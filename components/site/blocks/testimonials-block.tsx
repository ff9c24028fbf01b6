import { SectionHeading } from '../../ui/headings.tsx'
import { ContentImage } from '../../ui/image.tsx'
import type { BlockProps } from '../types/blocks.ts'

export function TestimonialsBlock({ block, context }: BlockProps<'testimonialsBlock'>) {
  const testimonials = block.testimonials?.filter((testimonial) => testimonial !== null) ?? []
  if (testimonials.length === 0) return null
  return (
    <section className="wrap section">
      <SectionHeading heading={block.heading} isFirst={context.isFirst} />
      <ul className="mt-12 gap-6 *:not-last:mb-6 md:columns-2 lg:columns-xs">
        {testimonials.map(({ _id, quote, name, company, role, photo }) => (
          <li key={_id} className="break-inside-avoid panel p-6 md:p-8">
            <figure>
              <blockquote className="font-display text-xl leading-snug font-medium text-pretty">“{quote}”</blockquote>
              <figcaption className="mt-6 flex items-center gap-4">
                <ContentImage source={photo} width={48} sizes="48px" aspectRatio={1} className="w-12 shrink-0" />
                <span>
                  <span className="block leading-snug font-medium">{name}</span>
                  <span className="label block text-muted-foreground">
                    {[role, company].filter(Boolean).join(', ')}
                  </span>
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  )
}
