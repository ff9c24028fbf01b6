import { SectionHeading } from '../ui/headings.tsx'
import { emberToIce } from '../ui/color-scale.ts'
import type { BlockProps } from './types.ts'

/** Steps in their order, each a little cooler than the one before. */
export function StepsBlock({ block, context }: BlockProps<'stepsBlock'>) {
  const steps = block.steps ?? []
  return (
    <section className="wrap section">
      <SectionHeading heading={block.heading} text={block.text} isFirst={context.isFirst} />
      <ol className="mt-14 grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
        {steps.map(({ _key, title, text }, index) => (
          <li key={_key} className="border-t-2 pt-5" style={{ borderColor: emberToIce(index, steps.length) }}>
            <p className="data text-sm" style={{ color: emberToIce(index, steps.length) }} aria-hidden="true">
              {String(index + 1).padStart(2, '0')}
            </p>
            <h3 className="mt-5 text-card leading-tight">{title}</h3>
            <p className="mt-3 text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
