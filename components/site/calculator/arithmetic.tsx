import type { ComponentProps, ReactNode } from 'react'
import {
  CALCULATOR_FIELD_ATTRIBUTE,
  toScriptAttributes,
  CALCULATOR_SHARE_ATTRIBUTE,
  CALCULATOR_AMOUNT_ATTRIBUTE,
} from '@/lib/dom-contract.ts'
import type { UiCopy } from '@/lib/site/ui-copy.ts'
import { fillWith } from '../../ui/fill.tsx'

type NumberBoxProps = Omit<ComponentProps<'input'>, 'prefix'> & {
  prefix?: string | undefined
  unit?: string | undefined
}

export function NumberBox({ prefix, unit, value, ...props }: NumberBoxProps) {
  return (
    <span className="data flex min-h-11.5 flex-none items-center gap-1 rounded-xl border border-input bg-background px-3.5 text-lg text-muted-foreground focus-ring has-user-invalid:border-primary">
      {prefix && <span aria-hidden="true">{prefix}</span>}
      <input
        type="number"
        inputMode="decimal"
        min={0}
        step="any"
        {...props}
        defaultValue={value}
        autoComplete="off"
        className="min-h-11 w-18 [appearance:textfield] text-right text-foreground outline-none focus-visible:[box-shadow:none] [&::-webkit-inner-spin-button]:appearance-none"
      />
      {unit && <span aria-hidden="true">{unit}</span>}
    </span>
  )
}

type CalculatorFieldProps = {
  id: string
  name: string
  label: string
  prefix?: string
  unit?: string
  value: number
  limits: { max: number; slider: number; step: number }
}

export function CalculatorField({ id, name, label, prefix, unit, value, limits }: CalculatorFieldProps) {
  return (
    <div>
      <div className="flex items-center justify-between gap-4">
        <label htmlFor={id} className="leading-snug font-medium">
          {label}
        </label>
        <NumberBox
          id={id}
          max={limits.max}
          value={value}
          prefix={prefix}
          unit={unit}
          {...toScriptAttributes({ [CALCULATOR_FIELD_ATTRIBUTE]: name })}
        />
      </div>
      <input
        type="range"
        aria-label={`${label}, slider`}
        min={0}
        max={limits.slider}
        step={limits.step}
        defaultValue={value}
        autoComplete="off"
        {...toScriptAttributes({ [CALCULATOR_FIELD_ATTRIBUTE]: name })}
        className="block h-11 w-full cursor-pointer accent-primary"
      />
    </div>
  )
}

/** Renders a sum that browser/calculator.ts updates. */
export function Sum({ texts, name }: { texts: Record<string, string>; name: string }) {
  return <span {...toScriptAttributes({ [CALCULATOR_AMOUNT_ATTRIBUTE]: name })}>{texts[name]}</span>
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
  labels: UiCopy['calculator']
  id: string
  price: string | undefined
}

export function Arithmetic({ texts, labels, id, price }: ArithmeticProps) {
  const sum = (name: string) => <Sum texts={texts} name={name} />
  return (
    <div className="rounded-3xl panel p-5 floating sm:p-8">
      <dl>
        <Row term={labels.callsPerYear} sum={sum('callsPerYear')}>
          {fillWith(labels.callsPerYearSum, { calls: sum('missedCallsPerWeek') })}
        </Row>
        <Row term={labels.jobsPerYear} sum={sum('jobsPerYear')}>
          {fillWith(labels.jobsPerYearSum, { calls: sum('callsPerYear'), share: sum('bookedShare') })}
        </Row>
      </dl>
      <div
        className="mt-4 h-2 md:mt-6 overflow-hidden rounded-full bg-border"
        aria-hidden="true"
        {...toScriptAttributes({ [CALCULATOR_SHARE_ATTRIBUTE]: '' })}
      >
        <span className="bar block h-full origin-left [scale:var(--share)_1] bg-primary transition-[scale]" />
      </div>
      <p className="mt-4 font-medium md:mt-6" id={id}>
        {labels.revenue}
      </p>
      <p className="data mt-1 text-sm text-muted-foreground">
        {fillWith(labels.revenueSum, { jobs: sum('jobsPerYear'), ticket: sum('averageTicket') })}
      </p>
      <output aria-labelledby={id} className="mt-2 block font-display text-figure font-semibold text-primary figures">
        {sum('revenuePerYear')}
      </output>
      {price && <p className="mt-2 font-medium figures">{price}</p>}
      <p className="label mt-3 text-muted-foreground md:mt-5">{labels.note}</p>
    </div>
  )
}
