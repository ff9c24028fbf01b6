import { STEPS_ID } from '@/lib/routes.ts'
import { SectionHeading } from '../../ui/headings.tsx'
import type { BlockProps } from '../types/blocks.ts'

export function StepsBlock({ block, context }: BlockProps<'stepsBlock'>) {
  const steps = block.steps ?? []
  return (
    <section id={STEPS_ID} className="wrap section">
      <SectionHeading heading={block.heading} text={block.text} isFirst={context.isFirst} />
      <ol className="steps mt-6 text-accent sm:mt-10">
        {steps.map(({ _key, title, text }, index) => (
          <li key={_key}>
            <p className="data" aria-hidden="true">
              {String(index + 1).padStart(2, '0')}
            </p>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
