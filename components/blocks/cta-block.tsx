import { Actions } from '../ui/button-link.tsx'
import { SectionHeading } from '../ui/headings.tsx'
import type { BlockProps } from './types.ts'

/** The end of a page: what to do now, on the one band of a dark page that is light. */
export function CtaBlock({ block, context }: BlockProps<'ctaBlock'>) {
  return (
    <section className="inverted ground mb-0">
      <div className="wrap band grid items-end gap-x-12 gap-y-8 lg:grid-cols-12">
        <SectionHeading heading={block.heading} text={block.text} isFirst={context.isFirst} className="lg:col-span-8" />
        <Actions actions={block.actions} className="lg:col-span-4 lg:justify-end" />
      </div>
    </section>
  )
}
