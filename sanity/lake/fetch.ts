import 'server-only'
import type { QueryParams } from 'next-sanity'
import { unstable_cache } from 'next/cache'
import { cookies, draftMode } from 'next/headers'
import { cache } from 'react'
import { buildExpiryTag } from '../../lib/platform/cache/expiry-tag.ts'
import type { Read } from '../queries/read.ts'
import { getPreviewClient } from './client.ts'
import { addClosedIds } from './closed-pages.ts'
import { PERSPECTIVE_COOKIE, parsePerspectiveCookie } from './perspective.ts'
import {
  buildQuestion,
  readPublished,
  READ_TIMEOUT_MS,
  validateResponse,
  traceQuery,
  withTimeout,
} from './published.ts'

export { fetchUncached, InvalidAnswerError } from './published.ts'

/** Revalidation interval in case a webhook is lost. */
const REVALIDATE_SECONDS = 3600

/**
 * Reads published content through the response cache and tags the current page.
 * Use it for content that never shows drafts, such as the sitemap.
 * @throws if no fresh or stale response is available
 */
export async function fetchPublished<Answer>(read: Read<Answer>): Promise<Answer> {
  const { key, tags } = buildQuestion(read)
  // `unstable_cache` tags the page and keeps it static. The page cache in lib/platform/page-cache/handler.ts does not
  // store its data, so the function runs on every call.
  const cachedRead = unstable_cache(() => readPublished(read), [key], {
    tags,
    revalidate: REVALIDATE_SECONDS,
  })
  const answer = await cachedRead()
  const end = read.getChangeTime?.(answer, Date.now())
  if (end !== undefined) await tagPage(buildExpiryTag(end))
  return answer
}

/** Adds a tag to the current page. `unstable_cache` requires tags before the result is known, hence the second call. */
const tagPage = (tag: string) => unstable_cache(async () => null, [tag], { tags: [tag] })()

async function readDrafts(query: string, params: QueryParams, stega: boolean): Promise<unknown> {
  const perspective = parsePerspectiveCookie((await cookies()).get(PERSPECTIVE_COOKIE)?.value)
  return traceQuery(query, () =>
    withTimeout(READ_TIMEOUT_MS, (signal) =>
      getPreviewClient().fetch(query, params, {
        filterResponse: false,
        returnQuery: false,
        perspective,
        stega,
        resultSourceMap: stega ? 'withKeyArraySelector' : false,
        cache: 'no-store',
        signal,
      }),
    ),
  )
}

/** Deduplicates draft reads by layout, metadata and page within one request. */
const readDraftsOnce = cache(async (query: string, params: string, stega: boolean) =>
  readDrafts(query, JSON.parse(params) as QueryParams, stega),
)

/**
 * Reads content for a page. Returns cached published content, or uncached drafts in draft mode.
 * @param options.stega set to `false` for text in metadata or attributes. Default: `true`, in draft mode only.
 * @throws see {@link fetchPublished}
 */
export async function fetchContent<Answer>(read: Read<Answer>, options: { stega?: boolean } = {}): Promise<Answer> {
  const { isEnabled } = await draftMode()
  if (!isEnabled) return fetchPublished(read)
  const { query, params = {} } = await addClosedIds(read, async (pages) => {
    const result = await readDraftsOnce(pages.query, '{}', false)
    return validateResponse(result, pages) as NonNullable<typeof pages.answer>
  })
  const response = await readDraftsOnce(query, JSON.stringify(params), options.stega ?? true)
  return validateResponse(response, read) as Answer
}
