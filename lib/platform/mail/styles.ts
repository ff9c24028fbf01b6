import { DARK_PALETTE as DARK } from '../../values/palette.ts'

export const WIDTH_PX = 600

export const CLASSES = {
  page: 'page',
  card: 'card',
  panel: 'panel',
  text: 'text',
  quiet: 'quiet',
  link: 'link',
  line: 'line',
  label: 'label',
  value: 'value',
  quote: 'quote',
  button: 'button',
  urgentButton: 'urgent-button',
  ember: 'ember',
  ice: 'ice',
  ink: 'ink',
}

type Declarations = Record<string, string>

/** Overrides the inline colors, which are those of the light theme. */
const buildDarkRules = (isUrgent: boolean): Record<string, Declarations> => ({
  page: { 'background-color': DARK.background },
  card: {
    'background-color': DARK.card,
    'border-color': `${isUrgent ? DARK.primary : DARK.accent} ${DARK.border} ${DARK.border}`,
  },
  panel: { 'background-color': DARK.background },
  text: { color: DARK.foreground },
  quiet: { color: DARK['muted-foreground'] },
  link: { color: DARK.accent },
  line: { 'border-color': DARK.border },
  quote: { 'border-color': DARK.accent },
  button: { 'background-color': DARK.accent, color: DARK.background },
  'urgent-button': { 'background-color': DARK.primary, color: DARK.background },
  ember: { 'background-color': DARK.primary },
  ice: { 'background-color': DARK.accent },
  ink: { 'background-color': DARK.foreground },
})

/** Stacks the facts on phones. */
const PHONE_RULES: Record<string, Declarations> = {
  card: { padding: '24px 20px 8px' },
  label: { display: 'block', width: 'auto', padding: '10px 14px 0' },
  value: { display: 'block', width: 'auto', padding: '0 14px 10px', 'border-top': '0' },
}

const formatRules = (rules: Record<string, Declarations>): string =>
  Object.entries(rules)
    .map(
      ([name, declarations]) =>
        `.${name}{${Object.entries(declarations)
          .map(([property, value]) => `${property}:${value}!important`)
          .join(';')}}`,
    )
    .join('')

/** Returns the style sheet. Without it, emails are light and show facts in two columns. */
export const buildStyleSheet = (isUrgent: boolean): string =>
  [
    `@media (prefers-color-scheme:dark){${formatRules(buildDarkRules(isUrgent))}}`,
    `@media (max-width:480px){${formatRules(PHONE_RULES)}}`,
  ].join('')
