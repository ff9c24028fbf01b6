import type { ComponentProps, ReactNode } from 'react'

type ChoicesProps = Omit<ComponentProps<'fieldset'>, 'children' | 'name'> & {
  /** What is chosen, for screen readers. */
  legend: string
  name: string
  choices: { value: string; label: ReactNode }[]
  /** Which of them is chosen first; without it the first. */
  chosen?: string
  /** Of each choice, for example its width. */
  choiceClassName: string
}

/** Radio buttons in a pill, of which one is chosen. A style sheet follows them, without a script. */
export function Choices({
  legend,
  name,
  choices,
  chosen = choices[0]?.value,
  className = '',
  choiceClassName,
  ...props
}: ChoicesProps) {
  return (
    <fieldset {...props} className={`rounded-full border bg-muted p-1 ${className}`}>
      <legend className="sr-only">{legend}</legend>
      {choices.map(({ value, label }) => (
        <label key={value} className={`choice min-h-11 font-semibold ${choiceClassName}`}>
          <input type="radio" name={name} value={value} defaultChecked={value === chosen} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
