import type { ReactNode } from 'react'

type ChoicesProps = {
  /** What is chosen, for screen readers. */
  legend: string
  name: string
  choices: { value: string; label: ReactNode }[]
  className?: string
  /** Of each choice, for example its width. */
  choiceClassName: string
}

/** Radio buttons in a pill, of which the first is chosen. A style sheet follows them, without a script. */
export function Choices({ legend, name, choices, className = '', choiceClassName }: ChoicesProps) {
  return (
    <fieldset className={`rounded-full border bg-muted p-1 ${className}`}>
      <legend className="sr-only">{legend}</legend>
      {choices.map(({ value, label }, index) => (
        <label key={value} className={`choice min-h-11 font-semibold ${choiceClassName}`}>
          <input type="radio" name={name} value={value} defaultChecked={index === 0} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
