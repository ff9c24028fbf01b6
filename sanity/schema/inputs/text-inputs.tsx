import type { TextInputProps, NumberInputProps, StringInputProps } from 'sanity'

export function CodeInput({ elementProps, value, readOnly }: TextInputProps) {
  return (
    <textarea
      {...elementProps}
      value={value ?? ''}
      readOnly={readOnly}
      rows={12}
      wrap="off"
      spellCheck={false}
      autoCapitalize="off"
      data-testid="code-input"
      style={codeStyle}
    />
  )
}

const codeStyle = {
  boxSizing: 'border-box',
  width: '100%',
  padding: '0.75rem',
  border: '1px solid var(--card-border-color)',
  borderRadius: '3px',
  background: 'var(--card-code-bg-color, transparent)',
  color: 'var(--card-fg-color)',
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSize: '0.8125rem',
  lineHeight: 1.5,
  tabSize: 2,
  resize: 'vertical',
} as const

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

export function MonthInput(props: NumberInputProps) {
  const month = MONTHS[Number(props.path.at(-1))]
  return (
    <div style={rowStyle}>
      <span style={monthStyle}>{month ?? 'Extra'}</span>
      <div style={{ flex: 1 }}>{props.renderDefault(props)}</div>
    </div>
  )
}

const rowStyle = { display: 'flex', alignItems: 'center', gap: '0.75rem' } as const
const monthStyle = { width: '2.25rem', fontSize: '0.8125rem', color: 'var(--card-muted-fg-color)' } as const

type Range = { min: number; max: number }

/** Returns a character count such as `42 / 60`. */
export function formatCount(value: string | undefined, range: Range): string {
  return `${[...(value ?? '')].length} / ${range.max}`
}

export function createCharacterCountInput(range: Range) {
  return function CountedInput(props: StringInputProps | TextInputProps) {
    const length = [...(props.value ?? '')].length
    const isWithinRange = length === 0 || (length >= range.min && length <= range.max)
    return (
      <div>
        {props.renderDefault(props as never)}
        <p style={{ ...counterStyle, color: isWithinRange ? mutedColor : warningColor }}>
          {formatCount(props.value, range)}
        </p>
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
