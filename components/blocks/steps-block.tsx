import { SectionHeading } from '../ui/headings.tsx'
import { emberToIce } from '../ui/color-scale.ts'
import type { BlockProps } from './types.ts'

/** Steps in their order, each a little cooler than the one before. */
export function StepsBlock({ block, context }: BlockProps<'stepsBlock'>) {
  const steps = block.steps ?? []
  return (
    <section className="wrap section">
      <SectionHeading heading={block.heading} text={block.text} isFirst={context.isFirst} />
      <ol className="mt-6 grid gap-x-8 gap-y-0 sm:mt-10 sm:grid-cols-2 sm:gap-y-10 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
        {steps.map(({ _key, title, text }, index) => (
          <li
            key={_key}
            className="grid grid-cols-[2rem_1fr] border-t-2 py-4 sm:block sm:pt-5 sm:pb-0"
            style={{ borderColor: emberToIce(index, steps.length) }}
          >
            <p
              className="data row-span-2 pt-0.5 text-sm sm:pt-0"
              style={{ color: emberToIce(index, steps.length) }}
              aria-hidden="true"
            >
              {String(index + 1).padStart(2, '0')}
            </p>
            <h3 className="text-lg leading-tight sm:mt-5 sm:text-card">{title}</h3>
            <p className="mt-1.5 text-note text-muted sm:mt-3 sm:text-base">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
