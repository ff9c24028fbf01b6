import type { ReactNode } from 'react'
import type { Problem } from '@/components/forms/contact-notice.tsx'
import { env } from '@/lib/env.ts'
import { log } from '@/lib/log/log.ts'
import { ownPath } from '@/lib/http/own-path.ts'
import { readOwnPage } from '@/lib/own-page.ts'
import { isContentPath } from '@/lib/routes.ts'
import { type Words, wordsFrom } from '@/lib/words.ts'
import { fetchContent, type Read } from '@/sanity/fetch.ts'
import { wordsRead } from '@/sanity/queries/shell.ts'

const HEADERS_TO_KEEP = ['content-type', 'content-security-policy']

/** The form of a page, by its id. */
const formPattern = (id: string) => new RegExp(String.raw`<form\b[^>]*\bid="${id}"[\s\S]*?<\/form>`)

/** Published texts or an editor's drafts, without marks; null, and a line of the log, when they cannot be read. */
export async function readOrNull<Answer>(read: Read<Answer>, withoutIt: string): Promise<Answer | null> {
  try {
    return await fetchContent(read, { stega: false })
  } catch (error) {
    log.warn({ err: error }, withoutIt)
    return null
  }
}

/** The editors' words for an answer, or the original ones. */
export async function editorsWords(): Promise<Words> {
  return wordsFrom(await readOrNull(wordsRead, 'A form is answered with the original words'))
}

/** The path that a form names as its page's, or the browser's Referer does: it may be one that no page has. */
export function namedPath(request: Request, fields: Record<string, unknown>, fallback: string): string {
  const { siteUrl } = env()
  const named = typeof fields.page === 'string' ? fields.page : request.headers.get('referer')
  if (!named) return fallback
  const [path = ''] = ownPath(named, siteUrl).split('?')
  return isContentPath(path) ? path : fallback
}

/** The bundler's React renders for React Server Components and refuses to make HTML; the package itself does it. */
export async function toHtml(element: ReactNode): Promise<string> {
  const { renderToStaticMarkup } = await import(/* turbopackIgnore: true */ 'react-dom/server')
  return renderToStaticMarkup(element)
}

/** What an answered form carries on: its ticket, and the path of its page where the form is shown at another address. */
export function hiddenFields(fields: Record<string, unknown>, problem: Problem): Record<string, string> {
  const ticket = problem.status === 'ticket' ? problem.ticket : String(fields.ticket ?? '')
  return { ...(typeof fields.page === 'string' && { page: fields.page }), ticket }
}

/** The id and the HTML of a form, filled in, and of what goes before the title of its page. */
export type Parts = { id: string; form: string; titlePrefix: string }

/** The page's own HTML with another form in it. */
export const withForm = (html: string, { id, form, titlePrefix }: Parts): string =>
  html.replace(formPattern(id), () => form).replace('<title>', (title) => title + titlePrefix)

/** A page that needs nothing, for when the site cannot show the form's own. */
const plainPage = (form: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Not sent yet</title><h1>Not sent yet</h1>${form}</html>`

/**
 * Answers a form that was sent without JavaScript: its page, with what was written and what is to be done.
 * @param page a path that has a form
 */
export async function answerPage(
  page: string,
  parts: Parts,
  { status, headers }: { status: number; headers: Record<string, string> },
): Promise<Response> {
  try {
    const { status: found, headers: own, html } = await readOwnPage(page)
    if (found !== 200 || !formPattern(parts.id).test(html)) throw new Error('The page has no form')
    const kept = HEADERS_TO_KEEP.map((name) => [name, own.get(name) ?? '']).filter(([, value]) => value)
    return new Response(withForm(html, parts), { status, headers: { ...headers, ...Object.fromEntries(kept) } })
  } catch (error) {
    log.warn({ err: error, page }, 'The answer to a form is a plain page')
    const type = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "default-src 'none'" }
    return new Response(plainPage(parts.form), { status, headers: { ...headers, ...type } })
  }
}
