import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Answer } from './answer.ts'
import { Body } from './body.ts'
import { policyOfType } from './site-response.ts'

/** Where the framework's built files are on the site. */
export const STATIC_ROOT = '/_next/static/'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.woff2': 'font/woff2',
}

/** Bytes of files kept in memory. */
const MAX_MEMORY = 16 * 1024 * 1024

/** The files that the framework has built, which are named by their content: browsers keep them for good. */
export class StaticFiles {
  readonly #folder: string
  readonly #names: ReadonlySet<string>
  readonly #answers = new LRUCache<string, Answer>({
    maxSize: MAX_MEMORY,
    sizeCalculation: ({ body }) => 1_024 + 2 * body.bytes.length,
    dispose: ({ body }) => body.drop(),
  })

  /** @param folder of the files, as they were built */
  constructor(folder: string) {
    this.#folder = folder
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    this.#names = new Set(files.map((name) => name.replaceAll(sep, '/')))
  }

  /** Whether there is a file at a path. */
  has = (path: string): boolean => this.#names.has(path.slice(STATIC_ROOT.length))

  /** The file at a path; undefined where there is none of a type that the site serves itself. */
  async find(path: string): Promise<Answer | undefined> {
    const name = path.slice(STATIC_ROOT.length)
    const kept = this.#answers.get(name)
    if (kept) return kept
    const type = TYPES[extname(name)]
    if (!type || !this.#names.has(name)) return undefined
    const answer = {
      status: 200,
      headers: {
        'content-type': type,
        'content-security-policy': policyOfType(type),
        'cache-control': 'public, max-age=31536000, immutable',
      },
      body: new Body(await readFile(join(this.#folder, name)), type),
    }
    this.#answers.set(name, answer)
    return answer
  }
}
