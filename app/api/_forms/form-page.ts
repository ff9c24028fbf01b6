import type { ReactNode } from 'react'
import type { Problem } from '@/components/site/forms/contact-notice.tsx'
import { env } from '@/lib/platform/env/env.ts'
import { log } from '@/lib/platform/log/log.ts'
import { resolveSitePath } from '@/lib/platform/http/site-path.ts'
import { fetchSitePage } from '@/lib/platform/http/site-page.ts'
import { isContentPath } from '@/lib/routes.ts'
import { type UiCopy, resolveCopy } from '@/lib/site/ui-copy.ts'
import { fetchContent } from '@/sanity/lake/fetch.ts'
import type { Read } from '@/sanity/queries/read.ts'
import { labelsRead } from '@/sanity/queries/shell.ts'

const COPIED_HEADERS = ['content-type', 'content-security-policy']

const buildFormPattern = (id: string) => new RegExp(String.raw`<form\b[^>]*\bid="${id}"[\s\S]*?<\/form>`)

/**
 * Reads published content, or drafts without stega marks in draft mode. Logs an error and returns null if the content
 * is unavailable.
 */
export async function readOrNull<Answer>(read: Read<Answer>, failureMessage: string): Promise<Answer | null> {
  try {
    return await fetchContent(read, { stega: false })
  } catch (error) {
    log.warn({ err: error }, failureMessage)
    return null
  }
}

export async function getEditorLabels(): Promise<UiCopy> {
  return resolveCopy(await readOrNull(labelsRead, 'forms: labels unavailable, using defaults'))
}

/** Returns the page path from the form field or the Referer header. The page may not exist. */
export function getPagePath(request: Request, fields: Record<string, unknown>, fallback: string): string {
  const { siteUrl } = env()
  const pageUrl = typeof fields.page === 'string' ? fields.page : request.headers.get('referer')
  if (!pageUrl) return fallback
  const [path = ''] = resolveSitePath(pageUrl, siteUrl).split('?')
  return isContentPath(path) ? path : fallback
}

/**
 * Renders HTML with the `react-dom/server` package. The React that Next.js bundles here is the server components build,
 * which cannot render HTML.
 */
export async function renderHtml(element: ReactNode): Promise<string> {
  const { renderToStaticMarkup } = await import(/* turbopackIgnore: true */ 'react-dom/server')
  return renderToStaticMarkup(element)
}

/** Returns the hidden fields of the form: its ticket and, if the client sent one, the path of its page. */
export function buildHiddenFields(fields: Record<string, unknown>, problem: Problem): Record<string, string> {
  const ticket = problem.status === 'ticket' ? problem.ticket : String(fields.ticket ?? '')
  return { ...(typeof fields.page === 'string' && { page: fields.page }), ticket }
}

export type FormParts = { id: string; form: string; titlePrefix: string }

export const replaceForm = (html: string, { id, form, titlePrefix }: FormParts): string =>
  html.replace(buildFormPattern(id), () => form).replace('<title>', (title) => title + titlePrefix)

const renderPlainPage = (form: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Not sent yet</title><h1>Not sent yet</h1>${form}</html>`

/**
 * Responds to a form that a browser sent without JavaScript. Renders the page again, with the input and the errors.
 * @param page path of a page that contains the form
 */
export async function renderFormPage(
  page: string,
  parts: FormParts,
  { status, headers }: { status: number; headers: Record<string, string> },
): Promise<Response> {
  try {
    const { status: pageStatus, headers: pageHeaders, html } = await fetchSitePage(page)
    if (pageStatus !== 200 || !buildFormPattern(parts.id).test(html)) throw new Error('The page has no form')
    const forwardedHeaders = COPIED_HEADERS.map((name) => [name, pageHeaders.get(name) ?? '']).filter(
      ([, value]) => value,
    )
    return new Response(replaceForm(html, parts), {
      status,
      headers: { ...headers, ...Object.fromEntries(forwardedHeaders) },
    })
  } catch (error) {
    log.warn({ err: error, page }, 'forms: page unavailable, sending plain response')
    const type = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "default-src 'none'" }
    return new Response(renderPlainPage(parts.form), { status, headers: { ...headers, ...type } })
  }
}
