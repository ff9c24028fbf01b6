import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { LRUCache } from 'lru-cache'
import { Body } from './body.ts'
import type { PreparedResponse } from './response.ts'
import { getDefaultPolicy, POLICY_HEADER } from './response-headers.ts'

export const STATIC_ROOT = '/_next/static/'

const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.woff2': 'font/woff2',
}

const IMMUTABLE_CACHE_CONTROL = 'public, max-age=31536000, immutable'
const MAX_CACHE_BYTES = 16 * 1024 * 1024

function createFileResponse(path: string, bytes: Buffer): PreparedResponse | undefined {
  const type = CONTENT_TYPES[extname(path)]
  if (!type) return undefined
  return {
    status: 200,
    headers: {
      'content-type': type,
      [POLICY_HEADER]: getDefaultPolicy(type),
      'cache-control': IMMUTABLE_CACHE_CONTROL,
    },
    body: new Body(bytes, type),
  }
}

/** Creates a cache of file responses by path. @param maxSize in bytes, including compressed forms */
export const createFileCache = (maxSize: number, read: (path: string) => Promise<Buffer | undefined>) =>
  new LRUCache<string, PreparedResponse>({
    maxSize,
    sizeCalculation: ({ body }) => 1_024 + 2 * body.bytes.length,
    dispose: ({ body }) => body.drop(),
    // If an entry is evicted while it loads, its caller still gets it.
    ignoreFetchAbort: true,
    fetchMethod: async (path) => {
      const bytes = await read(path)
      return bytes && createFileResponse(path, bytes)
    },
  })

/** Static files of the Next.js build. Their names contain a content hash, so browsers cache them forever. */
export class StaticFiles {
  readonly #folder: string
  readonly #names: ReadonlySet<string>
  readonly #responses = createFileCache(MAX_CACHE_BYTES, (path) => this.read(path))

  constructor(folder: string) {
    this.#folder = folder
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    this.#names = new Set(files.map((name) => name.replaceAll(sep, '/')))
  }

  get paths(): string[] {
    return [...this.#names].map((name) => STATIC_ROOT + name)
  }

  read = (path: string): Promise<Buffer> => readFile(join(this.#folder, path.slice(STATIC_ROOT.length)))

  has = (path: string): boolean => this.#names.has(path.slice(STATIC_ROOT.length))

  async find(path: string): Promise<PreparedResponse | undefined> {
    if (!CONTENT_TYPES[extname(path)] || !this.has(path)) return undefined
    return this.#responses.get(path) ?? this.#responses.fetch(path)
  }
}
