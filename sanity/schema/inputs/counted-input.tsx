import type { StringInputProps, TextInputProps } from 'sanity'

type Range = { min: number; max: number }

/** How many of the characters are used, as an editor reads it: `42 / 60`. */
export function countLabel(value: string | undefined, range: Range): string {
  return `${[...(value ?? '')].length} / ${range.max}`
}

/** A string or text input with a counter below, so that nobody has to guess where a search engine cuts off. */
export function countedInput(range: Range) {
  return function CountedInput(props: StringInputProps | TextInputProps) {
    const length = [...(props.value ?? '')].length
    const fits = length === 0 || (length >= range.min && length <= range.max)
    return (
      <div>
        {props.renderDefault(props as never)}
        <p style={{ ...counterStyle, color: fits ? mutedColor : warningColor }}>{countLabel(props.value, range)}</p>
      </div>
    )
  }
}

const mutedColor = 'var(--card-muted-fg-color)'
const warningColor = 'var(--card-badge-caution-fg-color, var(--card-muted-fg-color))'
const counterStyle = {
  margin: '0.5rem 0 0',
  fontFamily: 'inherit',
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
  textAlign: 'right',
} as const
