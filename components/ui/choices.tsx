import type { ReactNode } from 'react'

const choiceClass =
  'relative grid min-h-11 cursor-pointer place-items-center rounded-full font-semibold text-muted transition-colors focus-ring hover:text-ink has-checked:bg-ink has-checked:text-paper'

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
    <fieldset className={`rounded-full border border-line bg-sunken p-1 ${className}`}>
      <legend className="sr-only">{legend}</legend>
      {choices.map(({ value, label }, index) => (
        <label key={value} className={`${choiceClass} ${choiceClassName}`}>
          {/* Not seen, but over the whole choice. */}
          <input
            type="radio"
            name={name}
            value={value}
            defaultChecked={index === 0}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
