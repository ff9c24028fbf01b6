import { millisecondsInMinute } from 'date-fns/constants'
import { draftMode } from 'next/headers'
import { z } from 'zod'
import { withDatabase } from '@/lib/platform/db/client.ts'
import { env } from '@/lib/platform/env/env.ts'
import { getClientAddress } from '@/lib/platform/http/client-address.ts'
import { BODY_LIMITS } from '@/lib/platform/http/body-limits.ts'
import { readBody, UnreadableBodyError } from '@/lib/platform/http/read-body.ts'
import { isSameOrigin } from '@/lib/platform/http/same-origin.ts'
import { log } from '@/lib/platform/log/log.ts'
import { type ClientLimit, createClientLimit } from '@/lib/platform/http/client-limit.ts'
import { getPageCounter } from '@/lib/site/page-views/counter.ts'
import { type PageViewsReport, readPageViews } from '@/lib/site/page-views/repository.ts'
import { DEMO_ROOT, isBelow } from '@/lib/routes.ts'
import { getSharedState } from '@/lib/platform/process/shared-state.ts'
import { isStudioUser } from '@/sanity/lake/studio-user.ts'
import { findKnownPage } from '@/sanity/lake/known-paths.ts'

const getLimits = () =>
  getSharedState('page-view-limits', (): Record<'counting' | 'reading', ClientLimit> => ({
    counting: createClientLimit({ name: 'page-views', count: 600, windowMs: millisecondsInMinute }),
    reading: createClientLimit({ name: 'page-view-reports', count: 120, windowMs: millisecondsInMinute }),
  }))

const isWithinLimit = (kind: 'counting' | 'reading', { headers }: Request) =>
  getLimits()[kind](getClientAddress(headers, env().trustedProxies))

/** Detects Do Not Track and Global Privacy Control, in case the browser script did not check them. */
const hasOptedOut = (headers: Headers) => headers.get('dnt') === '1' || headers.get('sec-gpc') === '1'

async function readPath(request: Request): Promise<string> {
  try {
    return await readBody(request, BODY_LIMITS['/api/page-views'])
  } catch (error) {
    if (error instanceof UnreadableBodyError) return ''
    throw error
  }
}

async function count(path: string): Promise<void> {
  try {
    // All pages of the sample dashboard count as one page.
    const page = isBelow(DEMO_ROOT, path) ? DEMO_ROOT : await findKnownPage(path)
    if (page !== undefined) getPageCounter(env()).count(page)
  } catch (error) {
    log.warn({ err: error }, 'page-views: path check failed, view not counted')
  }
}

/** Counts a page view. The response does not reveal whether the view was counted. Responds 403 to other sites. */
export async function POST(request: Request): Promise<Response> {
  if (!isSameOrigin(request.headers, env().siteUrl)) return new Response(null, { status: 403 })
  const isEditor = (await draftMode()).isEnabled
  if (!isEditor && !hasOptedOut(request.headers) && isWithinLimit('counting', request))
    await count(await readPath(request))
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
}

/**
 * Headers for cross-origin requests, because the Studio may have another origin. The endpoint authenticates by token,
 * not by cookie.
 */
const CORS_HEADERS = { 'access-control-allow-origin': '*', 'cache-control': 'no-store' }

const buildProblemResponse = (status: 401 | 422 | 429 | 503, error: string) =>
  Response.json({ error }, { status, headers: CORS_HEADERS })

const question = z.object({ path: z.string().max(BODY_LIMITS['/api/page-views']).optional() })

const BEARER_TOKEN_PATTERN = /^Bearer ([\w.~+/-]{8,1024}=*)$/i

/**
 * Returns a `PageViewsReport` to members of the Sanity project. Responds 401 if the token is missing or invalid, and
 * 503 if Sanity or the database is down.
 */
export async function GET(request: Request): Promise<Response> {
  const [, token] = BEARER_TOKEN_PATTERN.exec(request.headers.get('authorization') ?? '') ?? []
  if (!token) return buildProblemResponse(401, 'Sign in to the Studio')
  if (!isWithinLimit('reading', request)) return buildProblemResponse(429, 'Too many requests. Try again in a minute.')
  const parsed = question.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!parsed.success) return buildProblemResponse(422, 'The path is too long')
  try {
    if (!(await isStudioUser(token))) return buildProblemResponse(401, 'Sign in to the Studio')
    // The report includes the views that this process still buffers.
    await getPageCounter(env()).flush()
    const report: PageViewsReport = await withDatabase(env().databaseUrl, (db) =>
      readPageViews(db, { now: new Date(), path: parsed.data.path }),
    )
    return Response.json(report, { headers: CORS_HEADERS })
  } catch (error) {
    log.warn({ err: error }, 'page-views: report failed')
    return buildProblemResponse(503, 'Page views are unavailable right now')
  }
}

export const OPTIONS = (): Response =>
  new Response(null, {
    status: 204,
    headers: {
      ...CORS_HEADERS,
      'access-control-allow-methods': 'GET',
      'access-control-allow-headers': 'authorization',
      'access-control-max-age': '600',
    },
  })
