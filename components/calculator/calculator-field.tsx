import type { ComponentProps } from 'react'
import { CALCULATOR_FIELD, scripted } from '@/lib/dom-contract.ts'

type NumberBoxProps = Omit<ComponentProps<'input'>, 'prefix'> & {
  /** What stands before and after the number. */
  prefix?: string | undefined
  unit?: string | undefined
}

/** A box to type a number into. */
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

/** One number of the calculator: typed, or set with the slider below it. */
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
          {...scripted({ [CALCULATOR_FIELD]: name })}
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
        {...scripted({ [CALCULATOR_FIELD]: name })}
        className="block h-11 w-full cursor-pointer accent-primary"
      />
    </div>
  )
}
