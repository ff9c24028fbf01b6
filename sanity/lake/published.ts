import { millisecondsInWeek } from 'date-fns/constants'
import type { QueryParams } from 'next-sanity'
import { join } from 'node:path'
import { Answers, type Question } from '../../lib/platform/cache/answers.ts'
import { FileStore } from '../../lib/platform/cache/file-store.ts'
import { env } from '../../lib/platform/env/env.ts'
import { log } from '../../lib/platform/log/log.ts'
import { sharedState } from '../../lib/platform/process/shared-state.ts'
import { inClientSpan } from '../../lib/platform/telemetry/spans.ts'
import { isComplete, type Malformed, withoutMalformed } from '../answer-shape.ts'
import type { Read } from '../queries/read.ts'
import { queryReads } from '../query-reads.ts'
import { normalizeAnswer } from '../rich-text/normalize.ts'
import { tagsOfQuery } from '../tags.ts'
import { client } from './client.ts'
import { withClosedPages } from './closed-pages.ts'
import { openLinks } from './open-links.ts'

/** Timeouts in milliseconds per read, including retries: for blocking requests and for background reads. */
export const TIMEOUT = 4_000
const CACHED_READ_TIMEOUT = 10_000

export class InvalidAnswerError extends Error {
  constructor(problem: string) {
    super(`The Content Lake gave an invalid answer: ${problem}`)
    this.name = 'InvalidAnswerError'
  }
}

export function validate(response: unknown, { query }: Pick<Read<unknown>, 'query'>): unknown {
  if (typeof response !== 'object' || response === null || !('result' in response)) {
    throw new InvalidAnswerError('no result')
  }
  const left: Malformed[] = []
  const { answer = 'any', always = 'any', canBeNull = false } = queryReads.get(query) ?? {}
  const normalized = normalizeAnswer(openLinks(response.result), answer)
  const result = withoutMalformed(normalized, answer, (each) => left.push(each))
  const [first, ...others] = left
  // Logs one line only, because a document can contain thousands of malformed values.
  if (first) {
    const facts = { ...first, ...(others.length > 0 && { others: others.length }) }
    log.warn(facts, 'content-lake: invalid value dropped')
  }
  if (result === null && response.result !== null) throw new InvalidAnswerError('another kind of value')
  const isMissing = result === null && canBeNull
  if (!isMissing && !isComplete(result, always)) throw new InvalidAnswerError('a part is missing')
  return result
}

/**
 * Runs `work` with a timeout.
 * Uses `Promise.race`, because Next's patched fetch may ignore the signal in a background request.
 */
export async function within<T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(milliseconds)
  const expiry = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([work(signal), expiry])
}

/** Traces a query. The span contains the query name, but neither query text nor parameters. */
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
 * Reads published content without the response cache.
 * @throws on a timeout, an error or an invalid response
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

function isEmpty(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return !answer
  return Object.values(answer).every(isEmpty)
}

const ANY_DOCUMENT = 'defined(*[0]._id)'

const known = () => sharedState('known-content', () => ({ any: false }))

/**
 * Rejects an empty result if the dataset appears unreadable.
 * A dataset without read permission returns empty results, and the site would then drop pages.
 * If earlier results had content, an empty result is valid only while the dataset contains a document.
 * @throws {InvalidAnswerError} if the dataset returns no documents
 */
async function requireCredible(answer: unknown, lastGood: unknown): Promise<void> {
  if (!isEmpty(answer) || !isEmpty(lastGood)) known().any = true
  if (!isEmpty(answer) || !known().any) return
  const response = await askPublished(ANY_DOCUMENT, {}, CACHED_READ_TIMEOUT)
  if ((response as { result?: unknown }).result !== true) throw new InvalidAnswerError('no document at all')
}

const groupOf = (key: string) => JSON.stringify((JSON.parse(key) as unknown[]).slice(0, 3))

const answerFiles = () =>
  sharedState('answer-files', () => new FileStore(join(process.cwd(), '.next', 'cache', 'answers'), groupOf))

const PROBE_TIMEOUT = 1_000

/** Returns the process-wide response cache. It stores stale responses on disk in `.next/cache/answers`. */
const answers = () => sharedState('answers', () => new Answers(answerFiles(), () => within(PROBE_TIMEOUT, askLake)))

/** Maximum age in milliseconds of responses stored by an older release, which may still run. */
const FORMER_VERSION_MS = millisecondsInWeek

export async function forgetFormerQueries(): Promise<void> {
  const { projectId, dataset } = env()
  const asked = [...queryReads.keys()].map((query) => JSON.stringify([projectId, dataset, query]))
  await answerFiles().keepGroups(asked, FORMER_VERSION_MS)
}

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
 * Reads published content through the response cache.
 * @throws if no fresh or stale response is available
 */
export async function readPublished<Answer>(read: Read<Answer>): Promise<Answer> {
  const complete = await withClosedPages(read, readPublished)
  return (await answers().read(questionOf(complete))) as Answer
}

export const askLake = async (signal: AbortSignal): Promise<void> => {
  await client().fetch('true', {}, { signal, cache: 'no-store', stega: false })
}
