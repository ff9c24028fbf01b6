import { SectionHeading } from '../../ui/headings.tsx'
import { FaqList } from '../../ui/faq-list.tsx'
import type { BlockProps } from '../types/blocks.ts'

export function FaqBlock({ block, context }: BlockProps<'faqBlock'>) {
  return (
    <section className="wrap section grid gap-x-12 gap-y-6 lg:grid-cols-12">
      <SectionHeading heading={block.heading} isFirst={context.isFirst} className="lg:col-span-4" />
      <div className="lg:col-span-8">
        <FaqList faqs={block.faqs} />
      </div>
    </section>
  )
}
