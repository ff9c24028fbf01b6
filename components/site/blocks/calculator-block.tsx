import type { CSSProperties } from 'react'
import { calculatorFile } from '@/lib/browser-bundles.js'
import {
  CALCULATOR_ATTRIBUTE,
  CALCULATOR_SHARE_PROPERTY,
  BLOCK_SCRIPT_ATTRIBUTE,
  toScriptAttributes,
} from '@/lib/dom-contract.ts'
import { CALCULATOR_ID } from '@/lib/routes.ts'
import {
  MISSED_CALL_EXAMPLE,
  MISSED_CALL_FIELDS,
  computeMissedCallSums,
  formatMissedCalls,
} from '@/lib/site/missed-calls.ts'
import { Arithmetic, Sum, CalculatorField } from '../calculator/arithmetic.tsx'
import { formatLowestYearlyPrice } from '../pricing/lowest-price.tsx'
import { fill } from '../../ui/fill.tsx'
import { SectionHeading } from '../../ui/headings.tsx'
import type { BlockProps } from '../types/blocks.ts'

/** Renders the missed-call calculator. Without a script it shows the editor's example. */
export function CalculatorBlock({ block, context }: BlockProps<'calculatorBlock'>) {
  const inputs = {
    missedCallsPerWeek: block.missedCallsPerWeek ?? MISSED_CALL_EXAMPLE.missedCallsPerWeek,
    bookedShare: block.bookedShare ?? MISSED_CALL_EXAMPLE.bookedShare,
    averageTicket: block.averageTicket ?? MISSED_CALL_EXAMPLE.averageTicket,
  }
  const texts = formatMissedCalls(inputs, computeMissedCallSums(inputs))
  const labels = context.labels.calculator
  const { brand, lowest } = context
  const year = formatLowestYearlyPrice(lowest)
  const getFieldProps = (name: keyof typeof inputs) => ({
    id: `${block._key}-${name}`,
    name,
    value: inputs[name],
    limits: MISSED_CALL_FIELDS[name],
  })
  return (
    <section id={CALCULATOR_ID} className="ground">
      <div
        className="wrap band grid items-center gap-x-16 gap-y-6 md:gap-y-12 lg:grid-cols-2"
        style={{ [CALCULATOR_SHARE_PROPERTY]: inputs.bookedShare / 100 } as CSSProperties}
        {...toScriptAttributes({ [CALCULATOR_ATTRIBUTE]: '', [BLOCK_SCRIPT_ATTRIBUTE]: calculatorFile.path })}
      >
        <div>
          <SectionHeading heading={block.heading} text={block.text} isFirst={context.isFirst} />
          <fieldset className="mt-6 grid gap-3 md:mt-11 md:gap-9 noscript:hidden">
            <legend className="sr-only">Your numbers</legend>
            {/* On a phone the result stays visible above the sliders. Screen readers get the arithmetic instead. */}
            <p
              className="sticky top-18 z-1 mb-5 flex items-center justify-between gap-4 rounded-xl border bg-card px-4 py-2 leading-snug font-medium lg:hidden low:static"
              aria-hidden="true"
            >
              {labels.revenue}
              <span className="font-display text-2xl font-semibold text-primary figures">
                <Sum texts={texts} name="revenuePerYear" />
              </span>
            </p>
            <CalculatorField {...getFieldProps('missedCallsPerWeek')} label={labels.missedCalls} />
            <CalculatorField {...getFieldProps('bookedShare')} label={labels.bookedShare} unit="%" />
            <CalculatorField {...getFieldProps('averageTicket')} label={labels.averageTicket} prefix="$" />
          </fieldset>
        </div>
        <Arithmetic
          texts={texts}
          labels={labels}
          id={`${block._key}-sum`}
          price={year && fill(labels.price, { brand, price: year })}
        />
      </div>
    </section>
  )
}
