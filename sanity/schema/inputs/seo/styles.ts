const border = '1px solid var(--card-border-color)'
const mutedColor = 'var(--card-muted-fg-color)'
const oneLineStyle = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
const twoLineStyle = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
} as const

export const figure = { margin: 0, minWidth: 0 } as const
export const caption = { marginBottom: '0.5rem', fontSize: '0.8125rem', fontWeight: 500 } as const

export const card = { padding: '1rem', border, borderRadius: '4px', color: 'var(--card-fg-color)' } as const
export const note = { margin: 0, fontSize: '0.8125rem', color: mutedColor } as const

/* Font, sizes and title width of Google's desktop results. */
export const result = { maxWidth: '600px', fontFamily: 'Arial, sans-serif' } as const
export const site = { ...oneLineStyle, fontSize: '14px', lineHeight: '20px' } as const
export const address = { ...oneLineStyle, fontSize: '12px', lineHeight: '18px', color: mutedColor } as const
export const title = {
  ...oneLineStyle,
  marginTop: '4px',
  fontSize: '20px',
  lineHeight: '26px',
  color: 'var(--card-link-fg-color)',
} as const
export const description = { ...twoLineStyle, fontSize: '14px', lineHeight: '22px', color: mutedColor } as const

export const shareCard = {
  maxWidth: '31rem',
  overflow: 'hidden',
  border,
  borderRadius: '8px',
  color: 'var(--card-fg-color)',
} as const
const frame = { display: 'block', width: '100%', aspectRatio: '1200 / 630', borderBottom: border } as const
export const picture = { ...frame, objectFit: 'cover' } as const
export const noPicture = {
  ...frame,
  display: 'grid',
  placeItems: 'center',
  fontSize: '0.8125rem',
  color: mutedColor,
  background: 'var(--card-muted-bg-color, transparent)',
} as const
export const shareTexts = { padding: '0.75rem 1rem' } as const
export const shareTitle = { ...twoLineStyle, fontSize: '15px', fontWeight: 600, lineHeight: '21px' } as const
export const shareDescription = { ...oneLineStyle, fontSize: '13px', lineHeight: '20px', color: mutedColor } as const
