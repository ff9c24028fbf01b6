import 'server-only'
import type { ClientReturn } from '@sanity/client'
import type { QueryParams } from 'next-sanity'
import { unstable_cache } from 'next/cache'
import { cookies, draftMode } from 'next/headers'
import { cache } from 'react'
import { z } from 'zod'
import { client, previewClient } from './client.ts'
import { PERSPECTIVE_COOKIE, perspectiveOf } from './perspective.ts'

/** Age in seconds at which content is read again although no webhook said so: the safety net for a lost webhook. */
export const SAFETY_NET_SECONDS = 3600

/** Milliseconds one read may take, retries included. */
const TIMEOUT = 4_000

/** Separates the cache of one build from that of the last, whose revalidated tags the new process does not know. */
const CACHE_EPOCH = process.env.BUILD_STAMP ?? ''

/** A query, its parameters, the tags of all that can change its answer, and the least an answer must be. */
export type Read<Query extends string> = {
  query: Query
  params?: QueryParams
  tags: string[]
  shape: z.ZodType
}

/** The Content Lake gave something that is not an answer to the query. */
export class InvalidAnswerError extends Error {
  constructor(problem: string) {
    super(`The Content Lake gave an invalid answer: ${problem}`)
    this.name = 'InvalidAnswerError'
  }
}

function validate(response: unknown, shape: z.ZodType): unknown {
  if (typeof response !== 'object' || response === null || !('result' in response)) {
    throw new InvalidAnswerError('no result')
  }
  const answer = shape.safeParse(response.result)
  if (!answer.success) throw new InvalidAnswerError(z.prettifyError(answer.error))
  return response.result
}

/** `Promise.race`, because Next's patched fetch may drop the signal of a request it repeats in the background. */
async function within<T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(milliseconds)
  const expiry = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([work(signal), expiry])
}

async function readPublished(query: string, params: QueryParams): Promise<unknown> {
  return within(TIMEOUT, (signal) =>
    client().fetch(query, params, {
      filterResponse: false,
      returnQuery: false,
      stega: false,
      cache: 'no-store',
      signal,
    }),
  )
}

/**
 * Reads published content past every cache.
 * @throws on a timeout, an error or an invalid answer
 */
export async function fetchUncached<const Query extends string>(
  read: Omit<Read<Query>, 'tags'>,
): Promise<ClientReturn<Query>> {
  const response = await readPublished(read.query, read.params ?? {})
  return validate(response, read.shape) as ClientReturn<Query>
}

/** Once per render for the same question, which the layout, the metadata and the page may all ask. */
const readThroughCache = cache(
  async (query: string, params: string, tags: string, shape: z.ZodType): Promise<unknown> => {
    let failure: { reason: unknown } | undefined
    const cached = unstable_cache(
      async () => {
        try {
          return await fetchUncached({ query, params: JSON.parse(params) as QueryParams, shape })
        } catch (reason) {
          failure = { reason }
          throw reason
        }
      },
      [CACHE_EPOCH, query, params],
      { tags: tags.split(' '), revalidate: SAFETY_NET_SECONDS },
    )
    const answer = await cached()
    // unstable_cache hides a failed refresh behind its stale value; a page stored with that would count as fresh.
    if (failure) throw failure.reason
    return answer
  },
)

/**
 * Reads published content through the tagged cache; for what never shows drafts, such as the sitemap.
 * @throws when there is neither a cached nor a fresh valid answer, and when refreshing fails while Next regenerates
 *   a page, so that Next keeps the last good page and tries again soon
 */
export async function fetchPublished<const Query extends string>(read: Read<Query>): Promise<ClientReturn<Query>> {
  const { query, params = {}, tags, shape } = read
  return (await readThroughCache(query, JSON.stringify(params), tags.join(' '), shape)) as ClientReturn<Query>
}

async function readDrafts(query: string, params: QueryParams, stega: boolean): Promise<unknown> {
  const perspective = perspectiveOf((await cookies()).get(PERSPECTIVE_COOKIE)?.value)
  return within(TIMEOUT, (signal) =>
    previewClient().fetch(query, params, {
      filterResponse: false,
      returnQuery: false,
      perspective,
      stega,
      resultSourceMap: stega ? 'withKeyArraySelector' : false,
      cache: 'no-store',
      signal,
    }),
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
export async function fetchContent<const Query extends string>(
  read: Read<Query>,
  options: { stega?: boolean } = {},
): Promise<ClientReturn<Query>> {
  const { isEnabled } = await draftMode()
  if (!isEnabled) return fetchPublished(read)
  const response = await readDraftsOnce(read.query, JSON.stringify(read.params ?? {}), options.stega ?? true)
  return validate(response, read.shape) as ClientReturn<Query>
}
