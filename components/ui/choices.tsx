import type { ComponentProps, ReactNode } from 'react'

type ChoicesProps = Omit<ComponentProps<'fieldset'>, 'children' | 'name'> & {
  legend: string
  name: string
  choices: { value: string; label: ReactNode }[]
  /** Value of the initial choice. Defaults to the first one. */
  selected?: string
  choiceClassName: string
}

/** Renders radio buttons. Style sheets react to the selected value, so the choice works without a script. */
export function Choices({
  legend,
  name,
  choices,
  selected = choices[0]?.value,
  className = '',
  choiceClassName,
  ...props
}: ChoicesProps) {
  return (
    <fieldset {...props} className={`rounded-full border bg-muted p-1 ${className}`}>
      <legend className="sr-only">{legend}</legend>
      {choices.map(({ value, label }) => (
        <label key={value} className={`choice min-h-11 font-semibold ${choiceClassName}`}>
          <input type="radio" name={name} value={value} defaultChecked={value === selected} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
