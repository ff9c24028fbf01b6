import { CALCULATOR_FIELD, scripted } from '@/lib/dom-contract.ts'

type CalculatorFieldProps = {
  id: string
  name: string
  label: string
  /** What stands before and after the number. */
  prefix?: string
  unit?: string
  value: number
  limits: { max: number; slider: number; step: number }
}

/** One number of the calculator: typed, or set with the slider below it. */
export function CalculatorField({ id, name, label, prefix, unit, value, limits }: CalculatorFieldProps) {
  return (
    <div className="calculator-field">
      <div className="flex items-center justify-between gap-4">
        <label htmlFor={id} className="leading-snug font-medium">
          {label}
        </label>
        <span className="calculator-number data">
          {prefix && <span aria-hidden="true">{prefix}</span>}
          <input
            id={id}
            type="number"
            inputMode="decimal"
            min={0}
            max={limits.max}
            step="any"
            defaultValue={value}
            autoComplete="off"
            {...scripted({ [CALCULATOR_FIELD]: name })}
          />
          {unit && <span aria-hidden="true">{unit}</span>}
        </span>
      </div>
      <input
        type="range"
        aria-label={`${label}, slider`}
        min={0}
        max={limits.slider}
        step={limits.step}
        defaultValue={value}
        {...scripted({ [CALCULATOR_FIELD]: name })}
      />
    </div>
  )
}
