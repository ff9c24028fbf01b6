import { LRUCache } from 'lru-cache'
import { STORED_KEY_HEADER, type Entry } from '../lib/page-cache/entry.ts'
import { isAged, isOutdated, type Lifetime } from '../lib/page-cache/outdated.ts'
import type { PageStore } from '../lib/page-cache/page-store.ts'
import { countRendering, lookups } from '../lib/telemetry/page-cache.ts'
import { noteRendered } from '../lib/telemetry/publishes.ts'
import { inSpan } from '../lib/telemetry/spans.ts'
import { type Answer, ASK_EACH_TIME } from './answer.ts'
import { Body } from './body.ts'
import type { Render, Rendered } from './render.ts'
import { policyOfType } from './site-response.ts'

/** Bytes of answers kept in memory, each as it is and compressed. */
const MAX_MEMORY = 48 * 1024 * 1024

/** What the compressed forms of an answer add to it. */
const WITH_COMPRESSED = 1.5

/** An answer that the framework has stored, and how long it holds. */
export type StoredAnswer = Answer & { lifetime: Lifetime }

/** What a path is answered with: an answer that the framework has stored, or one that it gave this once. */
export type Found = { stored: StoredAnswer } | { once: Rendered }

const bytesOf = ({ value }: Entry): Buffer => Buffer.from(value.html ?? value.body ?? '')

const isForGood = ({ status, headers }: Rendered): boolean =>
  status === 200 && headers['cache-control']?.includes('immutable') === true

/** Of what says itself that it never changes. */
export const FOR_GOOD: Lifetime = { tags: [], startedAt: Infinity, retryAt: undefined, cacheControl: undefined }

function answerOf(rendered: Rendered, bytes: Buffer): Answer {
  const { status, headers } = rendered
  const type = headers['content-type'] ?? ''
  return {
    status,
    headers: {
      'content-security-policy': policyOfType(type),
      ...headers,
      ...(!isForGood(rendered) && { 'cache-control': ASK_EACH_TIME }),
    },
    body: new Body(bytes, type),
  }
}

/**
 * What the framework stores, by the path of its address, compressed once. It is the same store and the same tags as the
 * page cache's (lib/page-cache): an outdated answer is rendered before anybody is answered with it. What says that it
 * never changes is kept as well.
 */
export class StoredAnswers {
  readonly #render: Render
  readonly #pages: PageStore
  readonly #host: string
  readonly #answers = new LRUCache<string, StoredAnswer>({
    maxSize: MAX_MEMORY,
    sizeCalculation: ({ body }) => 1_024 + Math.round(body.bytes.length * WITH_COMPRESSED),
    dispose: ({ body }) => body.drop(),
  })
  /** Renderings under way: whoever asks meanwhile waits for the same one. */
  readonly #running = new Map<string, Promise<Found>>()

  /** @param host of the site, which the framework is told with each request */
  constructor(render: Render, pages: PageStore, host: string) {
    this.#render = render
    this.#pages = pages
    this.#host = host
  }

  /** The answer to a path while it holds. */
  fresh(path: string): StoredAnswer | undefined {
    const answer = this.#answers.get(path)
    const now = Date.now()
    return answer && !isOutdated(answer.lifetime, now) && !isAged(answer.lifetime, now) ? answer : undefined
  }

  /** The answer to a path, rendered if need be. */
  async find(path: string): Promise<Found> {
    const kept = this.fresh(path)
    if (kept) {
      lookups.hit++
      return { stored: kept }
    }
    const running = this.#running.get(path)
    if (!running) return this.#start(path)
    lookups.waited++
    // It may have begun before something was published, and this visitor came after that; the next one begins after both.
    await running
    const fresh = this.fresh(path)
    return fresh ? { stored: fresh } : (this.#running.get(path) ?? this.#start(path))
  }

  #start(path: string): Promise<Found> {
    lookups.rendered++
    const rendering = inSpan('render', {}, () => this.#rendered(path)).finally(() => this.#running.delete(path))
    this.#running.set(path, rendering)
    return rendering
  }

  async #rendered(path: string): Promise<Found> {
    const start = performance.now()
    const { headers: all, ...answered } = await this.#render(path, { host: this.#host })
    countRendering(performance.now() - start)
    const { [STORED_KEY_HEADER]: key, ...headers } = all
    const rendered = { ...answered, headers }
    const entry = key === undefined ? undefined : await this.#pages.get(decodeURIComponent(key))
    if (!entry && !isForGood(rendered)) return { once: rendered }
    const answer = {
      ...answerOf(rendered, entry ? bytesOf(entry) : rendered.body),
      lifetime: entry ? lifetimeOf(entry) : FOR_GOOD,
    }
    // What was made from the last good answers shows nothing new.
    if (entry && entry.retryAt === undefined) noteRendered(entry.tags, entry.startedAt)
    this.#answers.set(path, answer)
    return { stored: answer }
  }
}

/** Only what says how long an entry holds: its HTML need not stay in memory a second time. */
const lifetimeOf = ({ tags, startedAt, retryAt, cacheControl }: Lifetime): Lifetime => ({
  tags,
  startedAt,
  retryAt,
  cacheControl,
})
