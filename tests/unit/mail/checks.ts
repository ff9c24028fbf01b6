import { caniemail } from 'caniemail'
import { type ConfigData, HtmlValidate } from 'html-validate'

/** Rules of html-validate that emails break on purpose. */
const EMAIL_RULES: ConfigData['rules'] = {
  // Mail clients need attributes that HTML5 dropped, inline styles, and comments for Outlook.
  'no-deprecated-attr': 'off',
  'no-inline-style': 'off',
  'no-conditional-comment': 'off',
  // React writes `cellPadding` and `<meta/>`, which are valid HTML.
  'attr-case': 'off',
  'void-style': 'off',
  'doctype-style': 'off',
  // Old screen readers in mail clients know only `presentation`.
  'presentation-role-style': 'off',
}

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended', 'html-validate:a11y'],
  rules: EMAIL_RULES,
})

export async function listMarkupProblems(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`))
}

const CLIENTS = ['gmail.*', 'apple-mail.*', 'outlook.*', 'yahoo.*', 'samsung-email.*'] as const

/** Features that some clients ignore, and why emails stay readable without them. */
const OPTIONAL_FEATURES: Record<string, string> = {
  '@media': 'Emails are then light, and facts have two columns.',
  '<style> element': 'It contains only media queries.',
  'color-scheme meta tag': 'Emails are then light.',
  'display:none': 'Other properties also hide the preheader.',
  opacity: 'Other properties also hide the preheader.',
  overflow: 'Other properties also hide the preheader.',
  'max-height property': 'Other properties also hide the preheader.',
  'border-radius': 'Corners are then square.',
  'word-break': 'Clients that ignore it support overflow-wrap.',
  'overflow-wrap': 'Clients that ignore it support word-break.',
  'height property': 'The bars of the logo are then missing.',
  'target attribute': 'The client decides where links open.',
  'role attribute': 'Layout tables contain no header cells.',
  '<body> element': 'A table cell has the styles too.',
}

/** Returns the features that a mail client ignores although the email needs them. */
export function listUnsupportedFeatures(html: string): string[] {
  const { issues } = caniemail({ clients: [...CLIENTS], html })
  const features = [...issues.errors].flatMap(([client, list]) =>
    list.filter(({ title }) => !(title in OPTIONAL_FEATURES)).map(({ title }) => `${title}: ${client}`),
  )
  return [...new Set(features)]
}

type Theme = 'light' | 'dark'

/** Returns the declarations of the media query for the dark theme, by class. */
function readDarkRules(document: Document): Map<string, Map<string, string>> {
  const styleSheet = document.querySelector('style')?.textContent ?? ''
  const [, darkRules = ''] = /\(prefers-color-scheme:dark\)\{(.*?\})\}/.exec(styleSheet) ?? []
  return new Map(
    [...darkRules.matchAll(/\.([\w-]+)\{([^}]*)\}/g)].map(([, name = '', declarations = '']) => [
      name,
      new Map(
        declarations.split(';').map((declaration) => {
          const [property = '', value = ''] = declaration.replace('!important', '').split(':')
          return [property, value]
        }),
      ),
    ]),
  )
}

const toLuminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = (/\d+, ?\d+, ?\d+/.exec(color)?.[0] ?? '').split(',').map((value) => {
    const channel = Number(value) / 255
    return channel <= 0.039_28 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const toRgb = (color: string): string => {
  const [, ...channels] = /^#(..)(..)(..)$/.exec(color) ?? []
  return channels.length > 0 ? `rgb(${channels.map((hex) => Number.parseInt(hex, 16)).join(', ')})` : color
}

/** Returns the contrast ratio of each visible text (WCAG 2.2). */
export function listContrasts(document: Document, theme: Theme): { text: string; ratio: number }[] {
  const darkRules = theme === 'dark' ? readDarkRules(document) : undefined
  const findColor = (start: Element, property: 'color' | 'background-color'): string => {
    for (let element: Element | null = start; element; element = element.parentElement) {
      const dark = [...element.classList].map((name) => darkRules?.get(name)?.get(property)).find(Boolean)
      const color = dark || (element as HTMLElement).style.getPropertyValue(property)
      if (color) return toRgb(color)
    }
    throw new Error(`No ${property} around ${start.outerHTML}`)
  }
  return listTexts(document).map(({ element, text }) => {
    const [lighter, darker] = [findColor(element, 'color'), findColor(element, 'background-color')]
      .map(toLuminance)
      .toSorted((a, b) => b - a)
    return { text, ratio: ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05) }
  })
}

/** Returns the visible texts with their elements. */
export function listTexts(document: Document): { element: Element; text: string }[] {
  const texts: { element: Element; text: string }[] = []
  const walker = document.createTreeWalker(document.body, 4)
  while (walker.nextNode()) {
    const { parentElement: element, textContent } = walker.currentNode
    const text = textContent?.trim()
    if (element && text && !element.closest('[style*="display:none"]')) texts.push({ element, text })
  }
  return texts
}
