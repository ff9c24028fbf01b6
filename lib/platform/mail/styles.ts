import type { CSSProperties } from 'react'
import { DARK_PALETTE as DARK, LIGHT_PALETTE as LIGHT } from '../../values/palette.ts'

export const WIDTH_PX = 600

/** Outlook does not inherit fonts into tables, so each text has the font. */
const FONT: CSSProperties = {
  fontFamily: "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
}

/** Breaks long words. Clients support one of the two properties. */
const BREAK_WORDS: CSSProperties = { overflowWrap: 'break-word', wordBreak: 'break-word' }

const TEXT: CSSProperties = { ...FONT, ...BREAK_WORDS, fontSize: 16, lineHeight: '25px', color: LIGHT.foreground }
const SMALL: CSSProperties = { ...TEXT, fontSize: 13, lineHeight: '20px', color: LIGHT['muted-foreground'] }
const BAR: CSSProperties = { height: 4, margin: '3px 0', borderRadius: 2, fontSize: 0, lineHeight: '4px' }
const CELL: CSSProperties = { borderTop: `1px solid ${LIGHT.border}`, lineHeight: '22px', verticalAlign: 'top' }
const BUTTON: CSSProperties = { ...FONT, borderRadius: 8, color: LIGHT.card, fontSize: 16, fontWeight: 600 }
const CARD: CSSProperties = {
  padding: '32px 36px 16px',
  border: `1px solid ${LIGHT.border}`,
  borderRadius: '0 0 10px 10px',
  backgroundColor: LIGHT.card,
}

/** Inline styles in the colors of the light theme, by class. */
export const STYLES = {
  page: { margin: 0, padding: '32px 12px', backgroundColor: LIGHT.background },
  brand: {
    ...TEXT,
    padding: '0 0 20px',
    fontSize: 18,
    lineHeight: '24px',
    fontWeight: 700,
    letterSpacing: '-0.02em',
  },
  ember: { ...BAR, width: 16, backgroundColor: LIGHT.primary },
  ink: { ...BAR, width: 11, backgroundColor: LIGHT.foreground },
  ice: { ...BAR, width: 20, backgroundColor: LIGHT.accent },
  card: { ...CARD, borderTop: `4px solid ${LIGHT.accent}` },
  'urgent-card': { ...CARD, borderTop: `4px solid ${LIGHT.primary}` },
  title: {
    ...TEXT,
    margin: '0 0 16px',
    fontSize: 24,
    lineHeight: '31px',
    fontWeight: 700,
    letterSpacing: '-0.02em',
  },
  text: { ...TEXT, margin: '0 0 16px' },
  facts: { width: '100%', margin: '8px 0 24px', borderRadius: 8, backgroundColor: LIGHT.muted },
  label: { ...SMALL, ...CELL, padding: '11px 8px 11px 16px', fontSize: 14, fontWeight: 400, textAlign: 'left' },
  value: { ...TEXT, ...CELL, padding: '11px 16px 11px 8px', fontSize: 15, fontWeight: 600 },
  quote: { ...TEXT, padding: '2px 0 2px 16px', borderLeft: `3px solid ${LIGHT.accent}` },
  button: { ...BUTTON, backgroundColor: LIGHT.accent },
  'urgent-button': { ...BUTTON, backgroundColor: LIGHT.primary },
  link: { color: LIGHT.accent, textDecoration: 'underline' },
  small: { ...SMALL, margin: '0 0 8px' },
  'small-link': { color: LIGHT['muted-foreground'], textDecoration: 'underline' },
} satisfies Record<string, CSSProperties>

export type StyleName = keyof typeof STYLES

type Rules = Partial<Record<StyleName, Record<string, string>>>

const DARK_RULES: Rules = {
  page: { 'background-color': DARK.background },
  brand: { color: DARK.foreground },
  ember: { 'background-color': DARK.primary },
  ink: { 'background-color': DARK.foreground },
  ice: { 'background-color': DARK.accent },
  card: { 'background-color': DARK.card, 'border-color': `${DARK.accent} ${DARK.border} ${DARK.border}` },
  'urgent-card': { 'background-color': DARK.card, 'border-color': `${DARK.primary} ${DARK.border} ${DARK.border}` },
  title: { color: DARK.foreground },
  text: { color: DARK.foreground },
  facts: { 'background-color': DARK.background },
  label: { color: DARK['muted-foreground'], 'border-color': DARK.border },
  value: { color: DARK.foreground, 'border-color': DARK.border },
  quote: { color: DARK.foreground, 'border-color': DARK.accent },
  button: { 'background-color': DARK.accent, color: DARK.background },
  'urgent-button': { 'background-color': DARK.primary, color: DARK.background },
  link: { color: DARK.accent },
  small: { color: DARK['muted-foreground'] },
  'small-link': { color: DARK['muted-foreground'] },
}

/** Stacks the facts on phones. */
const PHONE_RULES: Rules = {
  card: { padding: '24px 20px 8px' },
  'urgent-card': { padding: '24px 20px 8px' },
  label: { display: 'block', width: 'auto', padding: '10px 14px 0' },
  value: { display: 'block', width: 'auto', padding: '0 14px 10px', 'border-top': '0' },
}

const formatRules = (rules: Rules): string =>
  Object.entries(rules)
    .map(([name, declarations]) => {
      const lines = Object.entries(declarations).map(([property, value]) => `${property}:${value}!important`)
      return `.${name}{${lines.join(';')}}`
    })
    .join('')

/** Without this style sheet, emails are light and show facts in two columns. */
export const STYLE_SHEET = [
  `@media (prefers-color-scheme:dark){${formatRules(DARK_RULES)}}`,
  `@media (max-width:480px){${formatRules(PHONE_RULES)}}`,
].join('')
