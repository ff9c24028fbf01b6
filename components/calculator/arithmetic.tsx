import type { ReactNode } from 'react'
import { CALCULATOR_SHARE, CALCULATOR_SUM, scripted } from '@/lib/dom-contract.ts'
import type { Words } from '@/lib/words.ts'
import { fillWith } from '../ui/fill.tsx'

type SumProps = { texts: Record<string, string>; name: string }

/** A number that browser/calculator.ts keeps up to date. */
export function Sum({ texts, name }: SumProps) {
  return <span {...scripted({ [CALCULATOR_SUM]: name })}>{texts[name]}</span>
}

function Row({ term, sum, children }: { term: string; sum: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 border-b py-3 md:py-4">
      <dt className="font-medium">{term}</dt>
      <dd className="data row-span-2 self-end text-card-title">{sum}</dd>
      <dd className="data text-sm text-muted-foreground">{children}</dd>
    </div>
  )
}

type ArithmeticProps = {
  texts: Record<string, string>
  words: Words['calculator']
  id: string
  /** What the product costs, to set the result against. */
  price: string | undefined
}

/** The three steps from missed calls to dollars, written out so that a reader can check each. */
export function Arithmetic({ texts, words, id, price }: ArithmeticProps) {
  const sum = (name: string) => <Sum texts={texts} name={name} />
  return (
    <div className="rounded-3xl panel p-5 floating sm:p-8">
      <dl>
        <Row term={words.callsPerYear} sum={sum('callsPerYear')}>
          {fillWith(words.callsPerYearSum, { calls: sum('missedCallsPerWeek') })}
        </Row>
        <Row term={words.jobsPerYear} sum={sum('jobsPerYear')}>
          {fillWith(words.jobsPerYearSum, { calls: sum('callsPerYear'), share: sum('bookedShare') })}
        </Row>
      </dl>
      <div
        className="mt-4 h-2 md:mt-6 overflow-hidden rounded-full bg-border"
        aria-hidden="true"
        {...scripted({ [CALCULATOR_SHARE]: '' })}
      >
        <span className="bar block h-full origin-left [scale:var(--share)_1] bg-primary transition-[scale]" />
      </div>
      <p className="mt-4 font-medium md:mt-6" id={id}>
        {words.revenue}
      </p>
      <p className="data mt-1 text-sm text-muted-foreground">
        {fillWith(words.revenueSum, { jobs: sum('jobsPerYear'), ticket: sum('averageTicket') })}
      </p>
      <output aria-labelledby={id} className="mt-2 block font-display text-figure font-semibold text-primary figures">
        {sum('revenuePerYear')}
      </output>
      {price && <p className="mt-2 font-medium figures">{price}</p>}
      <p className="label mt-3 text-muted-foreground md:mt-5">{words.note}</p>
    </div>
  )
}
