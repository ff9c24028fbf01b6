import { join } from 'node:path'
import type { QueryParams } from 'next-sanity'
import { z } from 'zod'
import { Answers, type Question } from '../lib/cache/answers.ts'
import { FileStore } from '../lib/cache/file-store.ts'
import { env } from '../lib/env.ts'
import { log } from '../lib/log/log.ts'
import { sharedState } from '../lib/shared-state.ts'
import { inClientSpan } from '../lib/telemetry/spans.ts'
import { type Malformed, withoutMalformed } from './answer-shape.ts'
import { client } from './client.ts'
import { withClosedPages } from './closed-pages.ts'
import { openLinks } from './open-links.ts'
import { askLake } from './ping.ts'
import { queryReads } from './query-reads.ts'
import { normalizeAnswer } from './rich-text/normalize.ts'
import { tagsOfQuery } from './tags.ts'

/** Milliseconds one read may take, retries included: for somebody who waits, and for an answer that may come later. */
export const TIMEOUT = 4_000
const CACHED_READ_TIMEOUT = 10_000

/** A query, its parameters, and the least an answer must be. `Answer` is the type that `npm run generate` gives the query. */
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
export function validate(response: unknown, { query, shape }: Pick<Read<unknown>, 'query' | 'shape'>): unknown {
  if (typeof response !== 'object' || response === null || !('result' in response)) {
    throw new InvalidAnswerError('no result')
  }
  const left: Malformed[] = []
  const answerShape = queryReads.get(query)?.answer ?? 'any'
  const normalized = normalizeAnswer(openLinks(response.result), answerShape)
  const result = withoutMalformed(normalized, answerShape, (each) => left.push(each))
  const [first, ...others] = left
  // One line, however many there are: a document can have thousands, in each page that shows it.
  if (first) {
    const facts = { ...first, ...(others.length > 0 && { others: others.length }) }
    log.warn(facts, 'A value of the content is not what its schema says, and is left out')
  }
  if (result === null && response.result !== null) throw new InvalidAnswerError('another kind of value')
  const answer = shape.safeParse(result)
  if (!answer.success) throw new InvalidAnswerError(z.prettifyError(answer.error))
  return result
}

/** `Promise.race`, because Next's patched fetch may drop the signal of a request it repeats in the background. */
export async function within<T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(milliseconds)
  const expiry = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([work(signal), expiry])
}

/** Asks the Content Lake within a span that has the name of the query, and neither its text nor its parameters. */
export function watchedQuery<Answer>(query: string, ask: () => Promise<Answer>): Promise<Answer> {
  const name = queryReads.get(query)?.name ?? 'other'
  return inClientSpan(`query ${name}`, { 'db.system.name': 'sanity', 'db.query.summary': name }, ask)
}

async function askPublished(query: string, params: QueryParams, timeout: number): Promise<unknown> {
  return watchedQuery(query, () =>
    within(timeout, (signal) =>
      client().fetch(query, params, {
        filterResponse: false,
        returnQuery: false,
        stega: false,
        cache: 'no-store',
        signal,
      }),
    ),
  )
}

/**
 * Reads published content past every cache.
 * @throws on a timeout, an error or an invalid answer
 */
export async function fetchUncached<Answer>(read: Read<Answer>): Promise<Answer> {
  try {
    const response = await askPublished(read.query, read.params ?? {}, TIMEOUT)
    return validate(response, read) as Answer
  } catch (err) {
    answers().noteFailure(err)
    throw err
  }
}

/** Whether an answer has no content, in any of its parts. */
function isEmpty(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return !answer
  return Object.values(answer).every(isEmpty)
}

/** Whether there is a document at all. */
const ANY_DOCUMENT = 'defined(*[0]._id)'

/** Whether this process knows of content. */
const known = () => sharedState('known-content', () => ({ any: false }))

/**
 * Without a right to read it, a dataset answers every query as if it were empty; pages that were there would be gone. Where
 * there was content, an empty answer counts only while there is some document.
 * @throws {InvalidAnswerError}
 */
async function requireCredible(answer: unknown, lastGood: unknown): Promise<void> {
  if (!isEmpty(answer) || !isEmpty(lastGood)) known().any = true
  if (!isEmpty(answer) || !known().any) return
  const response = await askPublished(ANY_DOCUMENT, {}, CACHED_READ_TIMEOUT)
  if ((response as { result?: unknown }).result !== true) throw new InvalidAnswerError('no document at all')
}

/** Of which dataset, and to which query, an answer is. */
const groupOf = (key: string) => JSON.stringify((JSON.parse(key) as unknown[]).slice(0, 3))

const answerFiles = () =>
  sharedState('answer-files', () => new FileStore(join(process.cwd(), '.next', 'cache', 'answers'), groupOf))

/** Milliseconds that the Content Lake has to show that it answers again. */
const PROBE_TIMEOUT = 1_000

/** Answers to published queries, for the whole process; the last good ones are on disk below the framework's own cache. */
const answers = () => sharedState('answers', () => new Answers(answerFiles(), () => within(PROBE_TIMEOUT, askLake)))

/** Milliseconds after which no process of a former version is left that asks its queries, and has their answers in this folder. */
const FORMER_VERSION_MS = 7 * 24 * 3_600_000

/** Deletes the files of queries that no code asks any more. */
export async function forgetFormerQueries(): Promise<void> {
  const { projectId, dataset } = env()
  const asked = [...queryReads.keys()].map((query) => JSON.stringify([projectId, dataset, query]))
  await answerFiles().keepGroups(asked, FORMER_VERSION_MS)
}

/** A read as a question to the cache of answers. */
export function questionOf<Answer>(read: Read<Answer>): Question {
  const { query, params = {} } = read
  const { projectId, dataset } = env()
  return {
    key: JSON.stringify([projectId, dataset, query, params]),
    tags: tagsOfQuery(query, params),
    ask: async (lastGood) => {
      const answer = validate(await askPublished(query, params, CACHED_READ_TIMEOUT), read)
      await requireCredible(answer, lastGood)
      return answer
    },
  }
}

/**
 * Reads published content through the cache of answers, outside of a page.
 * @throws when there is neither a fresh nor a last good answer
 */
export async function readPublished<Answer>(read: Read<Answer>): Promise<Answer> {
  const complete = await withClosedPages(read, readPublished)
  return (await answers().read(questionOf(complete))) as Answer
}
