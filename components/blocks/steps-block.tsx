import { SectionHeading } from '../ui/headings.tsx'
import { primaryToAccent } from '../ui/color-scale.ts'
import type { BlockProps } from './types.ts'

/** Steps in their order, each a little cooler than the one before. */
export function StepsBlock({ block, context }: BlockProps<'stepsBlock'>) {
  const steps = block.steps ?? []
  return (
    <section className="wrap section">
      <SectionHeading heading={block.heading} text={block.text} isFirst={context.isFirst} />
      <ol className="steps mt-6 sm:mt-10">
        {steps.map(({ _key, title, text }, index) => (
          <li key={_key} style={{ color: primaryToAccent(index, steps.length) }}>
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
