import { plainText } from '../../support/pages/known-pages.ts'

/** Matches scripts except JSON-LD, which uses a script element for data. */
const SCRIPT = /<script\b(?![^>]*\btype="application\/ld\+json")[^>]*>[\s\S]*?<\/script>/gi
const SCRIPT_PRELOAD = /<link\b(?=[^>]*\brel="(?:module)?preload")(?=[^>]*\bas="script")[^>]*>/gi

export const withoutScripts = (html: string): string => html.replaceAll(SCRIPT, '').replaceAll(SCRIPT_PRELOAD, '')

export type Text = { tag: 'h1' | 'h2' | 'h3' | 'p'; text: string }

export function textsOf(html: string): Text[] {
  const [main = ''] = /<main\b[\s\S]*<\/main>/.exec(withoutScripts(html)) ?? []
  return [...main.matchAll(/<(h[123]|p)\b[^>]*>([\s\S]*?)<\/\1>/g)]
    .map(([, tag, inner = '']) => ({ tag: tag as Text['tag'], text: plainText(inner.replaceAll(/<[^>]*>/g, ' ')) }))
    .filter(({ text }) => text !== '')
}
