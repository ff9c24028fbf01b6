import { draftMode } from 'next/headers'
import { z } from 'zod'
import { withDatabase } from '@/lib/db/client.ts'
import { env } from '@/lib/env.ts'
import { clientAddress } from '@/lib/http/client-address.ts'
import { BODY_LIMITS } from '@/lib/http/body-limits.ts'
import { readBody, UnreadableBodyError } from '@/lib/http/read-body.ts'
import { isSameOrigin } from '@/lib/http/same-origin.ts'
import { log } from '@/lib/log/log.ts'
import { type ClientLimit, createClientLimit } from '@/lib/http/client-limit.ts'
import { pageCounter } from '@/lib/page-views/counter.ts'
import { type PageViewsReport, readPageViews } from '@/lib/page-views/store.ts'
import { DEMO_ROOT, isBelow } from '@/lib/routes.ts'
import { sharedState } from '@/lib/shared-state.ts'
import { isStudioUser } from '@/sanity/studio-user.ts'
import { knownPage } from '@/sanity/known-paths.ts'

const MINUTE = 60_000

const limits = () =>
  sharedState('page-view-limits', (): Record<'counting' | 'reading', ClientLimit> => ({
    counting: createClientLimit({ limit: { name: 'page-views', count: 600, windowMs: MINUTE } }),
    reading: createClientLimit({ limit: { name: 'page-view-reports', count: 120, windowMs: MINUTE } }),
  }))

const isTurn = (kind: 'counting' | 'reading', { headers }: Request) =>
  limits()[kind](clientAddress(headers, env().trustedProxies))

/** Whether the browser says that its visitor does not want to be counted, in case that its script did not see it. */
const refuses = (headers: Headers) => headers.get('dnt') === '1' || headers.get('sec-gpc') === '1'

async function pathIn(request: Request): Promise<string> {
  try {
    return await readBody(request, BODY_LIMITS['/api/page-views'])
  } catch (error) {
    if (error instanceof UnreadableBodyError) return ''
    throw error
  }
}

async function count(path: string): Promise<void> {
  try {
    // The screens of the sample dashboard count as one page.
    const page = isBelow(DEMO_ROOT, path) ? DEMO_ROOT : await knownPage(path)
    if (page !== undefined) pageCounter(env()).count(page)
  } catch (error) {
    log.warn({ err: error }, 'A page was not counted: nobody could say whether there is one')
  }
}

/**
 * Counts that a page was shown: its day and its path, and nothing about who saw it. The answer is the same whether it was
 * counted or not, except for other sites (403).
 */
export async function POST(request: Request): Promise<Response> {
  if (!isSameOrigin(request.headers, env().siteUrl)) return new Response(null, { status: 403 })
  const isEditor = (await draftMode()).isEnabled
  if (!isEditor && !refuses(request.headers) && isTurn('counting', request)) await count(await pathIn(request))
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
}

/**
 * The Studio may be on another site. Nothing is read by a cookie here: who asks names a token, which no other page has.
 */
const SHARED = { 'access-control-allow-origin': '*', 'cache-control': 'no-store' }

const problem = (status: 401 | 422 | 429 | 503, error: string) => Response.json({ error }, { status, headers: SHARED })

const question = z.object({ path: z.string().max(BODY_LIMITS['/api/page-views']).optional() })

const TOKEN = /^Bearer ([\w.~+/-]{8,1024}=*)$/i

/**
 * What was counted lately, of all pages or of the one that `path` names, for people of the Sanity project: a
 * `PageViewsReport`, or 401 without a token of one, 503 while the Content Lake or the database cannot be asked.
 */
export async function GET(request: Request): Promise<Response> {
  const [, token] = TOKEN.exec(request.headers.get('authorization') ?? '') ?? []
  if (!token) return problem(401, 'Sign in to the Studio')
  if (!isTurn('reading', request)) return problem(429, 'Too many requests: wait a minute')
  const asked = question.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!asked.success) return problem(422, 'The path is too long')
  try {
    if (!(await isStudioUser(token))) return problem(401, 'Sign in to the Studio')
    // What this process has counted a moment ago is in it.
    await pageCounter(env()).flush()
    const report: PageViewsReport = await withDatabase(env().databaseUrl, (db) =>
      readPageViews(db, { now: new Date(), path: asked.data.path }),
    )
    return Response.json(report, { headers: SHARED })
  } catch (error) {
    log.warn({ err: error }, 'The counts of pages could not be read')
    return problem(503, 'The counts cannot be read just now')
  }
}

/** A browser asks whether a Studio elsewhere may send its token. */
export const OPTIONS = (): Response =>
  new Response(null, {
    status: 204,
    headers: {
      ...SHARED,
      'access-control-allow-methods': 'GET',
      'access-control-allow-headers': 'authorization',
      'access-control-max-age': '600',
    },
  })
