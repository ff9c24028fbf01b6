import type { CSSProperties } from 'react'
import { calculatorFile } from '@/lib/browser-bundles.js'
import { CALCULATOR, CALCULATOR_SHARE_PROPERTY, OWN_SCRIPT, scripted } from '@/lib/dom-contract.ts'
import { MISSED_CALL_EXAMPLE, MISSED_CALL_FIELDS, missedCallSums, missedCallTexts } from '@/lib/missed-calls.ts'
import { Arithmetic } from '../calculator/arithmetic.tsx'
import { CalculatorField } from '../calculator/calculator-field.tsx'
import { SectionHeading } from '../ui/headings.tsx'
import type { BlockProps } from './types.ts'

/** What missed calls cost a year: the visitor's numbers, and the arithmetic beside them. Without a script, the example's. */
export function CalculatorBlock({ block, context }: BlockProps<'calculatorBlock'>) {
  const given = {
    missedCallsPerWeek: block.missedCallsPerWeek ?? MISSED_CALL_EXAMPLE.missedCallsPerWeek,
    bookedShare: block.bookedShare ?? MISSED_CALL_EXAMPLE.bookedShare,
    averageTicket: block.averageTicket ?? MISSED_CALL_EXAMPLE.averageTicket,
  }
  const texts = missedCallTexts(given, missedCallSums(given))
  const words = context.words.calculator
  const field = (name: keyof typeof given) => ({
    id: `${block._key}-${name}`,
    name,
    value: given[name],
    limits: MISSED_CALL_FIELDS[name],
  })
  return (
    <section className="ground">
      <div
        className="wrap band grid items-center gap-x-16 gap-y-6 md:gap-y-12 lg:grid-cols-2"
        style={{ [CALCULATOR_SHARE_PROPERTY]: given.bookedShare / 100 } as CSSProperties}
        {...scripted({ [CALCULATOR]: '', [OWN_SCRIPT]: calculatorFile.path })}
      >
        <div>
          <SectionHeading heading={block.heading} text={block.text} isFirst={context.isFirst} />
          <fieldset className="mt-6 grid gap-3 md:mt-11 md:gap-9 noscript:hidden">
            <legend className="sr-only">Your numbers</legend>
            <CalculatorField {...field('missedCallsPerWeek')} label={words.missedCalls} />
            <CalculatorField {...field('bookedShare')} label={words.bookedShare} unit="%" />
            <CalculatorField {...field('averageTicket')} label={words.averageTicket} prefix="$" />
          </fieldset>
        </div>
        <Arithmetic texts={texts} words={words} id={`${block._key}-sum`} />
      </div>
    </section>
  )
}
