import { Actions } from '../ui/button-link.tsx'
import { SectionHeading } from '../ui/headings.tsx'
import type { BlockProps } from './types.ts'

/** The end of a page: what to do now. */
export function CtaBlock({ block, context }: BlockProps<'ctaBlock'>) {
  return (
    <section className="wrap py-16 md:py-24">
      <div className="rule-gradient" />
      <div className="grid items-end gap-x-12 gap-y-10 pt-12 md:pt-16 lg:grid-cols-12">
        <SectionHeading heading={block.heading} text={block.text} isFirst={context.isFirst} className="lg:col-span-8" />
        <Actions actions={block.actions} className="lg:col-span-4 lg:justify-end" />
      </div>
    </section>
  )
}
