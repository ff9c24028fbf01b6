import { createElement } from 'react'
import { ContactFields } from '@/components/forms/contact-fields.tsx'
import { ContactNotice, type Problem, type Reach } from '@/components/forms/contact-notice.tsx'
import { CONTACT_LIMITS } from '@/lib/contact/fields.ts'
import { env } from '@/lib/env.ts'
import { log } from '@/lib/log/log.ts'
import { ownPath } from '@/lib/http/own-path.ts'
import { fetchContent, fetchUncached, type Read } from '@/sanity/fetch.ts'
import { CONTACT_PATH, isContentPath } from '@/lib/routes.ts'
import { type Words, wordsFrom } from '@/lib/words.ts'
import { hasContactFormRead } from '@/sanity/queries/contact-form.ts'
import { settingsRead, wordsRead } from '@/sanity/queries/shell.ts'

/** Milliseconds the site may take to give its own page. */
const TIMEOUT = 5_000

const FORM = /<form\b[^>]*\bid="contact-form"[\s\S]*?<\/form>/
const HEADERS_TO_KEEP = ['content-type', 'content-security-policy']

/** What React would start from: it would put the empty form in the place of the filled one. */
const FRAMEWORK =
  /<script\b[^>]*\ssrc="\/_next\/[^"]*"[^>]*><\/script>|<script\b[^>]*>(?:(?!<\/script>)[\s\S])*(?:__next_f|data-held-scripts)(?:(?!<\/script>)[\s\S])*<\/script>|<template data-held-scripts[^>]*><\/template>/g

/** The path that a form names as its page's, or the browser's Referer does: it may be one that no page has. */
function namedPath(request: Request, fields: Record<string, unknown>): string {
  const { siteUrl } = env()
  const named = typeof fields.page === 'string' ? fields.page : request.headers.get('referer')
  if (!named) return CONTACT_PATH
  const [path = ''] = ownPath(named, siteUrl).split('?')
  return isContentPath(path) ? path : CONTACT_PATH
}

/** Path of the page whose form was sent. It costs a question to the Content Lake: ask after the form was counted. */
export async function formPath(request: Request, fields: Record<string, unknown>): Promise<string> {
  const path = namedPath(request, fields)
  if (path === CONTACT_PATH) return CONTACT_PATH
  try {
    return (await fetchUncached(hasContactFormRead(path))) ? path : CONTACT_PATH
  } catch (error) {
    log.warn({ err: error }, 'Nobody could say which page a contact form is on')
    return CONTACT_PATH
  }
}

/** Published texts or an editor's drafts, without marks; null, and a line of the log, when they cannot be read. */
async function readOrNull<Answer>(read: Read<Answer>, withoutIt: string): Promise<Answer | null> {
  try {
    return await fetchContent(read, { stega: false })
  } catch (error) {
    log.warn({ err: error }, withoutIt)
    return null
  }
}

async function reach(): Promise<Reach> {
  const settings = await readOrNull(settingsRead, 'The notice of a contact form is without phone and mail')
  const { phone = null, email = null } = settings?.contact ?? {}
  return { phone, email }
}

async function editorsWords(): Promise<Words> {
  return wordsFrom(await readOrNull(wordsRead, 'A contact form is answered with the original words'))
}

function written(fields: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.keys(CONTACT_LIMITS).map((name) => [name, String(fields[name] ?? '')]))
}

/** HTML of the form, filled in, and of what goes before the title of its page. */
type Parts = { form: string; titlePrefix: string }

async function partsOf(page: string, fields: Record<string, unknown>, problem: Problem): Promise<Parts> {
  // The bundler's React renders for React Server Components and refuses to make HTML; the package itself does it.
  const { renderToStaticMarkup } = await import(/* turbopackIgnore: true */ 'react-dom/server')
  const { contact: words, contactProblems: problemWords } = await editorsWords()
  const ticket = problem.status === 'ticket' ? problem.ticket : String(fields.ticket ?? '')
  const form = createElement(ContactFields, {
    words,
    problemWords,
    values: written(fields),
    errors: problem.status === 'invalid' ? problem.errors : {},
    notice: createElement(ContactNotice, { problem, reach: await reach(), words, problemWords, autoFocus: true }),
    hidden: { page, ticket },
  })
  return { form: renderToStaticMarkup(form), titlePrefix: renderToStaticMarkup(`${problemWords.pageTitle}: `) }
}

/** The page's own HTML with another form in it, and without what would hydrate it. */
export const withForm = (html: string, { form, titlePrefix }: Parts): string =>
  html
    .replaceAll(FRAMEWORK, '')
    .replace(FORM, () => form)
    .replace('<title>', (title) => title + titlePrefix)

/** A page that needs nothing, for when the site cannot show the form's own. */
const plainPage = (form: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Not sent yet</title><h1>Contact</h1>${form}</html>`

/**
 * Answers a form that was sent without JavaScript: its page, with what was written and what is to be done.
 * @param page a path that has a form
 */
export async function answerPage(
  page: string,
  fields: Record<string, unknown>,
  problem: Problem,
  { status, headers }: { status: number; headers: Record<string, string> },
): Promise<Response> {
  const parts = await partsOf(page, fields, problem)
  try {
    const stored = await fetch(env().siteUrl + page, { signal: AbortSignal.timeout(TIMEOUT), cache: 'no-store' })
    const html = await stored.text()
    if (!stored.ok || !FORM.test(html)) throw new Error('The page has no form')
    const kept = HEADERS_TO_KEEP.map((name) => [name, stored.headers.get(name) ?? '']).filter(([, value]) => value)
    return new Response(withForm(html, parts), { status, headers: { ...headers, ...Object.fromEntries(kept) } })
  } catch (error) {
    log.warn({ err: error, page }, 'The answer to a contact form is a plain page')
    const type = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "default-src 'none'" }
    return new Response(plainPage(parts.form), { status, headers: { ...headers, ...type } })
  }
}
