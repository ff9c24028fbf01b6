import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { log } from '../lib/log/log.ts'

/** Encodings in the order in which the site prefers them. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** The bytes of an answer in one encoding, and what is sent with them. */
export type Variant = { bytes: Buffer; etag: string }

/** Brotli while somebody waits (2 ms a page), and where many come later (100 ms and an eighth less to send). */
const QUICK = 5
const SMALLEST = 11

/** Times that a body is sent with Brotli before the work of making it as small as it gets is worth it. */
const WORTH_IT = 3

const brotliOptions = (bytes: Buffer, quality: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  },
})

const brotli = promisify(brotliCompress)

/** Bytes below which compressing saves nothing. */
const LEAST = 256

const TEXT = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|javascript|xml)|image\/svg)/

/** Bodies are made smaller one after another: visitors need the processor more. */
let lastWork: Promise<void> = Promise.resolve()

/**
 * The body of an answer that is sent many times: each encoding is made once, when it is first asked for, and Brotli a
 * second time, smaller, where it goes on being asked for.
 */
export class Body {
  /** Whether compressing makes it smaller. */
  readonly isText: boolean
  readonly #hash: string
  readonly #variants = new Map<Encoding, Variant>()
  #askedForBrotli = 0
  #isWanted = true

  /** @param type media type of the answer */
  constructor(bytes: Buffer, type: string) {
    this.isText = bytes.length >= LEAST && TEXT.test(type)
    this.#hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
    this.#keep('identity', bytes)
  }

  #keep(encoding: Encoding, bytes: Buffer, suffix = ''): Variant {
    const variant = { bytes, etag: `"${this.#hash}-${encoding}${suffix}"` }
    this.#variants.set(encoding, variant)
    return variant
  }

  get bytes(): Buffer {
    return this.variant('identity').bytes
  }

  variant(encoding: Encoding): Variant {
    if (encoding === 'br' && ++this.#askedForBrotli === WORTH_IT) this.#makeSmall()
    return this.#variants.get(encoding) ?? this.#make(encoding)
  }

  #make(encoding: Encoding): Variant {
    if (encoding === 'gzip') return this.#keep(encoding, gzipSync(this.bytes, { level: constants.Z_BEST_COMPRESSION }))
    // A strong tag names these bytes: those that take their place later get another.
    return this.#keep(encoding, brotliCompressSync(this.bytes, brotliOptions(this.bytes, QUICK)), '-quick')
  }

  /** Makes the body as small as it gets, when there is time for it. */
  #makeSmall(): void {
    lastWork = this.#afterWork(lastWork)
  }

  async #afterWork(earlier: Promise<void>): Promise<void> {
    await earlier
    if (!this.#isWanted) return
    try {
      this.#keep('br', await brotli(this.bytes, brotliOptions(this.bytes, SMALLEST)))
    } catch (err) {
      log.error({ err }, 'A body could not be compressed')
    }
  }

  /** Tells that nobody is answered with it any more. */
  drop(): void {
    this.#isWanted = false
  }
}
