import 'server-only'
import { join } from 'node:path'
import type { QueryParams } from 'next-sanity'
import { unstable_cache } from 'next/cache'
import { cookies, draftMode } from 'next/headers'
import { cache } from 'react'
import { z } from 'zod'
import { Answers } from '../lib/cache/answers.ts'
import { FileStore } from '../lib/cache/file-store.ts'
import { untilTag } from '../lib/cache/until-tag.ts'
import { sharedState } from '../lib/shared-state.ts'
import { env } from '../lib/env.ts'
import { client, previewClient } from './client.ts'
import { log } from '../lib/log/log.ts'
import { withoutMalformed } from './answer-shape.ts'
import { queryReads } from './query-reads.ts'
import { PERSPECTIVE_COOKIE, perspectiveOf } from './perspective.ts'
import { tagsOfQuery } from './tags.ts'

/** Age in seconds at which a page is made again although no webhook said so: the safety net for a lost webhook. */
export const SAFETY_NET_SECONDS = 3600

/** Milliseconds one read may take, retries included: for somebody who waits, and for an answer that may come later. */
const TIMEOUT = 4_000
const CACHED_READ_TIMEOUT = 10_000

/** A query, its parameters, and the least an answer must be. `Answer` is the type that `npm run typegen` gives the query. */
export type Read<Answer> = {
  query: string
  params?: QueryParams
  shape: z.ZodType
  /**
   * When the site makes something else of the answer, although nothing was published: milliseconds since 1970, after `now`.
   */
  changesAt?: (answer: Answer, now: number) => number | undefined
  /** Never set: it ties the type of the answer to the query. */
  answer?: Answer
}

/** The Content Lake gave something that is not an answer to the query. */
export class InvalidAnswerError extends Error {
  constructor(problem: string) {
    super(`The Content Lake gave an invalid answer: ${problem}`)
    this.name = 'InvalidAnswerError'
  }
}

/** An answer as the schema describes it; what of it cannot be shown is left out, and named in the log. */
function validate(response: unknown, { query, shape }: Pick<Read<unknown>, 'query' | 'shape'>): unknown {
  if (typeof response !== 'object' || response === null || !('result' in response)) {
    throw new InvalidAnswerError('no result')
  }
  const result = withoutMalformed(response.result, queryReads.get(query)?.answer ?? 'any', (malformed) =>
    log.warn(malformed, 'A value of the content is not what its schema says, and is left out'),
  )
  if (result === null && response.result !== null) throw new InvalidAnswerError('another kind of value')
  const answer = shape.safeParse(result)
  if (!answer.success) throw new InvalidAnswerError(z.prettifyError(answer.error))
  return result
}

/** `Promise.race`, because Next's patched fetch may drop the signal of a request it repeats in the background. */
async function within<T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(milliseconds)
  const expiry = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([work(signal), expiry])
}

async function readPublished(query: string, params: QueryParams, timeout: number): Promise<unknown> {
  return within(timeout, (signal) =>
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
export async function fetchUncached<Answer>(read: Read<Answer>): Promise<Answer> {
  const response = await readPublished(read.query, read.params ?? {}, TIMEOUT)
  return validate(response, read) as Answer
}

/** Answers to published queries, for the whole process; the last good ones are on disk below the framework's own cache. */
const answers = () =>
  sharedState('answers', () => new Answers(new FileStore(join(process.cwd(), '.next', 'cache', 'answers'))))

/**
 * Reads published content through the cache of answers, and gives the page that is being made the tags of the query; for
 * what never shows drafts, such as the sitemap.
 * @throws when there is neither a fresh nor a last good answer
 */
export async function fetchPublished<Answer>(read: Read<Answer>): Promise<Answer> {
  const { query, params = {} } = read
  const { projectId, dataset } = env()
  const key = JSON.stringify([projectId, dataset, query, params])
  const tags = tagsOfQuery(query, params)
  const ask = async () => validate(await readPublished(query, params, CACHED_READ_TIMEOUT), read)
  // With unstable_cache a page gets the tags, and stays static. The page cache (lib/page-cache/handler.ts) stores none of
  // its data, so the function below runs each time.
  const tagged = unstable_cache(() => answers().read({ key, tags, ask }), [key], {
    tags,
    revalidate: SAFETY_NET_SECONDS,
  })
  const answer = (await tagged()) as Answer
  const end = read.changesAt?.(answer, Date.now())
  if (end !== undefined) await tagPage(untilTag(end))
  return answer
}

/** Gives the page that is being made one more tag; a call of unstable_cache has to know its tags before it has an answer. */
const tagPage = (tag: string) => unstable_cache(async () => null, [tag], { tags: [tag] })()

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
export async function fetchContent<Answer>(read: Read<Answer>, options: { stega?: boolean } = {}): Promise<Answer> {
  const { isEnabled } = await draftMode()
  if (!isEnabled) return fetchPublished(read)
  const response = await readDraftsOnce(read.query, JSON.stringify(read.params ?? {}), options.stega ?? true)
  return validate(response, read) as Answer
}
