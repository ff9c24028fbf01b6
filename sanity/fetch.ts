import 'server-only'
import type { QueryParams } from 'next-sanity'
import { unstable_cache } from 'next/cache'
import { cookies, draftMode } from 'next/headers'
import { cache } from 'react'
import { untilTag } from '../lib/cache/until-tag.ts'
import { previewClient } from './client.ts'
import { withClosedPages } from './closed-pages.ts'
import { PERSPECTIVE_COOKIE, perspectiveOf } from './perspective.ts'
import { questionOf, type Read, readPublished, TIMEOUT, validate, watchedQuery, within } from './published.ts'

export { fetchUncached, InvalidAnswerError } from './published.ts'
export type { Read } from './published.ts'

/** Age in seconds at which a page is made again although no webhook said so: the safety net for a lost webhook. */
export const SAFETY_NET_SECONDS = 3600

/**
 * Reads published content through the cache of answers, and gives the page that is being made the tags of the query; for
 * what never shows drafts, such as the sitemap.
 * @throws when there is neither a fresh nor a last good answer
 */
export async function fetchPublished<Answer>(read: Read<Answer>): Promise<Answer> {
  const { key, tags } = questionOf(read)
  // With unstable_cache a page gets the tags, and stays static. The page cache (lib/page-cache/handler.ts) stores none of
  // its data, so the function below runs each time.
  const tagged = unstable_cache(() => readPublished(read), [key], {
    tags,
    revalidate: SAFETY_NET_SECONDS,
  })
  const answer = await tagged()
  const end = read.changesAt?.(answer, Date.now())
  if (end !== undefined) await tagPage(untilTag(end))
  return answer
}

/** Gives the page that is being made one more tag; a call of unstable_cache has to know its tags before it has an answer. */
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

/** One read per request for the same question, asked by the layout, the metadata and the page alike. */
const readDraftsOnce = cache(async (query: string, params: string, stega: boolean) =>
  readDrafts(query, JSON.parse(params) as QueryParams, stega),
)

/**
 * Reads content for a page: published and cached for visitors; in draft mode the drafts an editor is working on,
 * never cached.
 * @param options.stega `false` for text that ends in metadata or attributes (default `true`, draft mode only)
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
