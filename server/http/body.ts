import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { log } from '../../lib/platform/log/log.ts'

export const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

export type Variant = { bytes: Buffer; etag: string }

/**
 * Brotli qualities: for the first responses (2 ms per page), and in the background (100 ms per page, an eighth
 * smaller).
 */
const FAST_QUALITY = 5
const BEST_QUALITY = 11

/** Number of Brotli responses before the body is compressed with the best quality. */
const SENDS_BEFORE_BEST_COMPRESSION = 3

const buildBrotliOptions = (bytes: Buffer, quality: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  },
})

const compressBrotli = promisify(brotliCompress)

/** Minimum size for compression. Smaller bodies gain nothing. */
const MIN_COMPRESSED_BYTES = 256

const TEXT_TYPE_PATTERN = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|javascript|xml)|image\/svg)/

/** Last best-quality compression. Such compressions run one at a time, because requests have priority for the CPU. */
let lastCompression: Promise<void> = Promise.resolve()

/**
 * Body of a cached response. It is compressed once per encoding on demand, and again with better Brotli if it is
 * requested often.
 */
export class Body {
  /** Whether the body compresses well. */
  readonly isText: boolean
  readonly #hash: string
  readonly #variants = new Map<Encoding, Variant>()
  #brotliSendCount = 0
  #isDropped = false

  constructor(bytes: Buffer, type: string) {
    this.isText = bytes.length >= MIN_COMPRESSED_BYTES && TEXT_TYPE_PATTERN.test(type)
    this.#hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
    this.#store('identity', bytes)
  }

  #store(encoding: Encoding, bytes: Buffer, suffix = ''): Variant {
    const variant = { bytes, etag: `"${this.#hash}-${encoding}${suffix}"` }
    this.#variants.set(encoding, variant)
    return variant
  }

  get bytes(): Buffer {
    return this.getVariant('identity').bytes
  }

  getVariant(encoding: Encoding): Variant {
    if (encoding === 'br' && ++this.#brotliSendCount === SENDS_BEFORE_BEST_COMPRESSION)
      lastCompression = this.#compressBest(lastCompression)
    return this.#variants.get(encoding) ?? this.#compress(encoding)
  }

  #compress(encoding: Encoding): Variant {
    if (encoding === 'gzip') return this.#store(encoding, gzipSync(this.bytes, { level: constants.Z_BEST_COMPRESSION }))
    // The quick and the best compression differ in bytes, so each needs a separate strong ETag.
    return this.#store(encoding, brotliCompressSync(this.bytes, buildBrotliOptions(this.bytes, FAST_QUALITY)), '-quick')
  }

  async #compressBest(previous: Promise<void>): Promise<void> {
    await previous
    if (this.#isDropped) return
    try {
      this.#store('br', await compressBrotli(this.bytes, buildBrotliOptions(this.bytes, BEST_QUALITY)))
    } catch (err) {
      log.error({ err }, 'http: compression failed')
    }
  }

  drop(): void {
    this.#isDropped = true
  }
}
