import { plainText } from '../../support/pages/known-pages.ts'

/** Data of a page for search engines is in a script element, too, and no script. */
const SCRIPT = /<script\b(?![^>]*\btype="application\/ld\+json")[^>]*>[\s\S]*?<\/script>/gi
const SCRIPT_PRELOAD = /<link\b(?=[^>]*\brel="(?:module)?preload")(?=[^>]*\bas="script")[^>]*>/gi

/** A page as it would be if it had never had a script. */
export const withoutScripts = (html: string): string => html.replaceAll(SCRIPT, '').replaceAll(SCRIPT_PRELOAD, '')

/** A heading or a paragraph. */
export type Text = { tag: 'h1' | 'h2' | 'h3' | 'p'; text: string }

/** The words of a page: its headings and paragraphs in their order, without markup. */
export function textsOf(html: string): Text[] {
  const [main = ''] = /<main\b[\s\S]*<\/main>/.exec(withoutScripts(html)) ?? []
  return [...main.matchAll(/<(h[123]|p)\b[^>]*>([\s\S]*?)<\/\1>/g)]
    .map(([, tag, inner = '']) => ({ tag: tag as Text['tag'], text: plainText(inner.replaceAll(/<[^>]*>/g, ' ')) }))
    .filter(({ text }) => text !== '')
}
