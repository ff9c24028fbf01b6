import { SectionHeading } from '../../ui/headings.tsx'
import { Prose } from '../../ui/prose.tsx'
import type { BlockProps } from '../types/blocks.ts'

export function RichTextBlock({ block, context }: BlockProps<'richTextBlock'>) {
  return (
    <section className="wrap section grid gap-x-12 gap-y-5 lg:grid-cols-12">
      <SectionHeading heading={block.heading} isFirst={context.isFirst} className="lg:col-span-4" />
      <Prose value={block.body} className="lg:col-span-8" />
    </section>
  )
}
