import { millisecondsInWeek } from 'date-fns/constants'
import type { QueryParams } from 'next-sanity'
import { join } from 'node:path'
import { ResultCache, type CacheQuery } from '../../lib/platform/cache/result-cache.ts'
import { FileStore } from '../../lib/platform/cache/file-store.ts'
import { env } from '../../lib/platform/env/env.ts'
import { log } from '../../lib/platform/log/log.ts'
import { getSharedState } from '../../lib/platform/process/shared-state.ts'
import { runClientSpan } from '../../lib/platform/telemetry/spans.ts'
import { isComplete, type MalformedValue, removeMalformedValues } from '../answer-shape.ts'
import type { Read } from '../queries/read.ts'
import { queryReads } from '../query-reads.ts'
import { normalizeAnswer } from '../rich-text/normalize.ts'
import { getQueryTags } from '../tags.ts'
import { getClient } from './client.ts'
import { addClosedIds } from './closed-pages.ts'
import { removeClosedLinks } from './open-links.ts'

/** Timeouts per read, including retries: for blocking requests and for background reads. */
export const READ_TIMEOUT_MS = 4_000
const CACHED_READ_TIMEOUT_MS = 10_000

export class InvalidAnswerError extends Error {
  constructor(problem: string) {
    super(`The Content Lake gave an invalid answer: ${problem}`)
    this.name = 'InvalidAnswerError'
  }
}

export function validateResponse(response: unknown, { query }: Pick<Read<unknown>, 'query'>): unknown {
  if (typeof response !== 'object' || response === null || !('result' in response)) {
    throw new InvalidAnswerError('no result')
  }
  const malformedValues: MalformedValue[] = []
  const { answer = 'any', always = 'any', canBeNull = false } = queryReads.get(query) ?? {}
  const normalized = normalizeAnswer(removeClosedLinks(response.result), answer)
  const result = removeMalformedValues(normalized, answer, (malformedValue) => malformedValues.push(malformedValue))
  const [first, ...rest] = malformedValues
  // Logs one line only, because a document can contain thousands of malformed values.
  if (first) {
    const fields = { ...first, ...(rest.length > 0 && { others: rest.length }) }
    log.warn(fields, 'content-lake: invalid value dropped')
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
export async function withTimeout<T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(milliseconds)
  const expiry = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([work(signal), expiry])
}

/** Traces a query. The span contains the query name, but neither query text nor parameters. */
export function traceQuery<Answer>(query: string, runQuery: () => Promise<Answer>): Promise<Answer> {
  const name = queryReads.get(query)?.name ?? 'other'
  return runClientSpan(`query ${name}`, { 'db.system.name': 'sanity', 'db.query.summary': name }, runQuery)
}

async function queryPublished(query: string, params: QueryParams, timeoutMs: number): Promise<unknown> {
  return traceQuery(query, () =>
    withTimeout(timeoutMs, (signal) =>
      getClient().fetch(query, params, {
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
 * Reads published content and bypasses the response cache.
 * @throws on a timeout, an error or an invalid response
 */
export async function fetchUncached<Answer>(read: Read<Answer>): Promise<Answer> {
  try {
    const response = await queryPublished(read.query, read.params ?? {}, READ_TIMEOUT_MS)
    return validateResponse(response, read) as Answer
  } catch (err) {
    getAnswers().reportFailure(err)
    throw err
  }
}

function isEmpty(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return !answer
  return Object.values(answer).every(isEmpty)
}

const ANY_DOCUMENT = 'defined(*[0]._id)'

const getKnownContent = () => getSharedState('known-content', () => ({ any: false }))

/**
 * Rejects an empty result if the dataset appears unreadable.
 * A dataset that lacks read permission returns empty results, and the site would then drop pages.
 * If earlier results had content, an empty result is valid only while the dataset contains a document.
 * @throws {InvalidAnswerError} if the dataset returns no documents
 */
async function requireCredibleAnswer(answer: unknown, lastValidAnswer: unknown): Promise<void> {
  if (!isEmpty(answer) || !isEmpty(lastValidAnswer)) getKnownContent().any = true
  if (!isEmpty(answer) || !getKnownContent().any) return
  const response = await queryPublished(ANY_DOCUMENT, {}, CACHED_READ_TIMEOUT_MS)
  if ((response as { result?: unknown }).result !== true) throw new InvalidAnswerError('no document at all')
}

const getFileGroup = (key: string) => JSON.stringify((JSON.parse(key) as unknown[]).slice(0, 3))

const getAnswerFiles = () =>
  getSharedState('answer-files', () => new FileStore(join(process.cwd(), '.next', 'cache', 'answers'), getFileGroup))

const PROBE_TIMEOUT_MS = 1_000

/** Returns the process-wide response cache. It stores stale responses on disk in `.next/cache/answers`. */
const getAnswers = () =>
  getSharedState(
    'answers',
    () => new ResultCache(getAnswerFiles(), () => withTimeout(PROBE_TIMEOUT_MS, probeContentLake)),
  )

/** Maximum age of responses that an older release stored. That release may still be running. */
const PREVIOUS_RELEASE_RETENTION_MS = millisecondsInWeek

export async function deleteUnusedQueries(): Promise<void> {
  const { projectId, dataset } = env()
  const groups = [...queryReads.keys()].map((query) => JSON.stringify([projectId, dataset, query]))
  await getAnswerFiles().deleteOtherGroups(groups, PREVIOUS_RELEASE_RETENTION_MS)
}

export function buildQuestion<Answer>(read: Read<Answer>): CacheQuery {
  const { query, params = {} } = read
  const { projectId, dataset } = env()
  return {
    key: JSON.stringify([projectId, dataset, query, params]),
    tags: getQueryTags(query, params),
    run: async (lastValidAnswer) => {
      const answer = validateResponse(await queryPublished(query, params, CACHED_READ_TIMEOUT_MS), read)
      await requireCredibleAnswer(answer, lastValidAnswer)
      return answer
    },
  }
}

/**
 * Reads published content through the response cache.
 * @throws if no fresh or stale response is available
 */
export async function readPublished<Answer>(read: Read<Answer>): Promise<Answer> {
  const completeRead = await addClosedIds(read, readPublished)
  return (await getAnswers().read(buildQuestion(completeRead))) as Answer
}

export const probeContentLake = async (signal: AbortSignal): Promise<void> => {
  await getClient().fetch('true', {}, { signal, cache: 'no-store', stega: false })
}
