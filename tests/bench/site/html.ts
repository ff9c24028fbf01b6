import { extractPlainText } from '../../support/pages/known-pages.ts'

/** Matches scripts except JSON-LD, which uses a script element for data. */
const SCRIPT_PATTERN = /<script\b(?![^>]*\btype="application\/ld\+json")[^>]*>[\s\S]*?<\/script>/gi
const SCRIPT_PRELOAD_PATTERN = /<link\b(?=[^>]*\brel="(?:module)?preload")(?=[^>]*\bas="script")[^>]*>/gi

export const removeScripts = (html: string): string =>
  html.replaceAll(SCRIPT_PATTERN, '').replaceAll(SCRIPT_PRELOAD_PATTERN, '')

export type Text = { tag: 'h1' | 'h2' | 'h3' | 'p'; text: string }

export function extractTexts(html: string): Text[] {
  const [main = ''] = /<main\b[\s\S]*<\/main>/.exec(removeScripts(html)) ?? []
  return [...main.matchAll(/<(h[123]|p)\b[^>]*>([\s\S]*?)<\/\1>/g)]
    .map(([, tag, inner = '']) => ({
      tag: tag as Text['tag'],
      text: extractPlainText(inner.replaceAll(/<[^>]*>/g, ' ')),
    }))
    .filter(({ text }) => text !== '')
}
