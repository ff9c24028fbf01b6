const border = '1px solid var(--card-border-color)'

export const scrollerStyle = { overflowX: 'auto' } as const
export const table = { width: '100%', borderCollapse: 'collapse' } as const
export const heading = {
  padding: '0.125rem 0.25rem',
  fontSize: '0.8125rem',
  fontWeight: 600,
  textAlign: 'start',
  color: 'var(--card-muted-fg-color)',
} as const
export const cell = { padding: 0, border, minWidth: '7rem' } as const
export const tools = { width: '1%', whiteSpace: 'nowrap', paddingInlineStart: '0.25rem' } as const
export const actions = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0.5rem',
  marginTop: '0.5rem',
} as const
export const hintStyle = { fontSize: '0.8125rem', color: 'var(--card-muted-fg-color)' } as const

export const text = {
  display: 'block',
  boxSizing: 'border-box',
  width: '100%',
  minHeight: '2.25rem',
  padding: '0.5rem',
  border: 0,
  background: 'transparent',
  color: 'var(--card-fg-color)',
  font: 'inherit',
  fontSize: '0.875rem',
  lineHeight: 1.4,
  resize: 'none',
  fieldSizing: 'content',
} as const
export const headerText = { ...text, fontWeight: 600, background: 'var(--card-muted-bg-color, transparent)' } as const

export const button = {
  minWidth: '1.75rem',
  height: '1.75rem',
  border: 0,
  borderRadius: '3px',
  background: 'transparent',
  color: 'var(--card-muted-fg-color)',
  font: 'inherit',
  fontSize: '0.8125rem',
  cursor: 'pointer',
} as const
export const wideButtonStyle = {
  ...button,
  height: '2rem',
  padding: '0 0.75rem',
  border,
  color: 'var(--card-fg-color)',
} as const
