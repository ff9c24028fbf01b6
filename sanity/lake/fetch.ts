import 'server-only'
import type { QueryParams } from 'next-sanity'
import { unstable_cache } from 'next/cache'
import { cookies, draftMode } from 'next/headers'
import { cache } from 'react'
import { untilTag } from '../../lib/platform/cache/until-tag.ts'
import type { Read } from '../queries/read.ts'
import { previewClient } from './client.ts'
import { withClosedPages } from './closed-pages.ts'
import { PERSPECTIVE_COOKIE, perspectiveOf } from './perspective.ts'
import { questionOf, readPublished, TIMEOUT, validate, watchedQuery, within } from './published.ts'

export { fetchUncached, InvalidAnswerError } from './published.ts'

/** Fallback revalidation in seconds for a lost webhook. */
const SAFETY_NET_SECONDS = 3600

/**
 * Reads published content through the response cache and tags the current page. For content that never shows drafts,
 * such as the sitemap.
 * @throws without a fresh or stale response
 */
export async function fetchPublished<Answer>(read: Read<Answer>): Promise<Answer> {
  const { key, tags } = questionOf(read)
  // `unstable_cache` tags the page and keeps it static. The page cache (lib/platform/page-cache/handler.ts) stores
  // none of its data, so the function runs each time.
  const tagged = unstable_cache(() => readPublished(read), [key], {
    tags,
    revalidate: SAFETY_NET_SECONDS,
  })
  const answer = await tagged()
  const end = read.changesAt?.(answer, Date.now())
  if (end !== undefined) await tagPage(untilTag(end))
  return answer
}

/** Adds a tag to the current page. `unstable_cache` needs its tags before the result is known. */
const tagPage = (tag: string) => unstable_cache(async () => null, [tag], { tags: [tag] })()

async function readDrafts(query: string, params: QueryParams, stega: boolean): Promise<unknown> {
  const perspective = perspectiveOf((await cookies()).get(PERSPECTIVE_COOKIE)?.value)
  return watchedQuery(query, () =>
    within(TIMEOUT, (signal) =>
      previewClient().fetch(query, params, {
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

/** Deduplicates reads by layout, metadata and page within a request. */
const readDraftsOnce = cache(async (query: string, params: string, stega: boolean) =>
  readDrafts(query, JSON.parse(params) as QueryParams, stega),
)

/**
 * Reads content for a page: published and cached, or drafts uncached in draft mode.
 * @param options.stega `false` for text in metadata or attributes (default `true`, draft mode only)
 * @throws as {@link fetchPublished}
 */
export async function fetchContent<Answer>(read: Read<Answer>, options: { stega?: boolean } = {}): Promise<Answer> {
  const { isEnabled } = await draftMode()
  if (!isEnabled) return fetchPublished(read)
  const { query, params = {} } = await withClosedPages(read, async (pages) => {
    const found = await readDraftsOnce(pages.query, '{}', false)
    return validate(found, pages) as NonNullable<typeof pages.answer>
  })
  const response = await readDraftsOnce(query, JSON.stringify(params), options.stega ?? true)
  return validate(response, read) as Answer
}
