import type { NumberInputProps } from 'sanity'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A number in a list of twelve, with its month before it: bare numbers would have to be counted. */
export function MonthInput(props: NumberInputProps) {
  const month = MONTHS[Number(props.path.at(-1))]
  return (
    <div style={rowStyle}>
      <span style={monthStyle}>{month ?? 'Too many'}</span>
      <div style={{ flex: 1 }}>{props.renderDefault(props)}</div>
    </div>
  )
}

const rowStyle = { display: 'flex', alignItems: 'center', gap: '0.75rem' } as const
const monthStyle = { width: '2.25rem', fontSize: '0.8125rem', color: 'var(--card-muted-fg-color)' } as const
