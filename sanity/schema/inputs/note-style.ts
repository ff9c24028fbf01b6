/** A sentence below a field. */
export const noteStyle = {
  margin: '0.5rem 0 0',
  fontSize: '0.8125rem',
  lineHeight: 1.4,
  color: 'var(--card-muted-fg-color)',
} as const
