export type Palette = Record<
  | 'background'
  | 'card'
  | 'muted'
  | 'border'
  | 'foreground'
  | 'muted-foreground'
  | 'primary'
  | 'primary-muted'
  | 'accent'
  | 'accent-muted',
  `#${string}`
>

/**
 * Colors of the dark theme. Ember (primary) marks incoming and urgent things, ice (accent) handled and booked ones.
 * `npm run generate` writes the style sheet and icons.
 */
export const DARK_PALETTE = {
  background: '#0f161b',
  card: '#161f24',
  muted: '#0a1014',
  border: '#2e383f',
  foreground: '#f3f1eb',
  'muted-foreground': '#b3bec3',
  primary: '#ff8548',
  'primary-muted': '#3d1e12',
  accent: '#78d9e4',
  'accent-muted': '#0f2c32',
} as const satisfies Palette

export const LIGHT_PALETTE = {
  background: '#faf7f2',
  card: '#fffefb',
  muted: '#f4f0e8',
  border: '#d9d4cb',
  foreground: '#151f28',
  'muted-foreground': '#47515a',
  primary: '#bf3e13',
  'primary-muted': '#ffe7d9',
  accent: '#0d667e',
  'accent-muted': '#dbf2f7',
} as const satisfies Palette

/** Logo mark in a 28 × 28 square: a duct that turns from warm to cool. The round strokes are in paint order. */
export const LOGO_PATHS = [
  { path: 'M3 8h13a5 5 0 0 1 0 10', color: 'primary' },
  { path: 'M25 20H10', color: 'accent' },
  { path: 'M3 14h9', color: 'foreground' },
] as const satisfies { path: string; color: keyof Palette }[]
