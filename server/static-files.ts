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

/** How the memory of answers is counted, compressed forms included, and left. */
export const bytesOfAnswers = {
  sizeCalculation: ({ body }: Answer) => 1_024 + 2 * body.bytes.length,
  dispose: ({ body }: Answer) => body.drop(),
}

/** The answer with a file that is named by its content; undefined where its type is none that the site serves itself. */
export function builtFileAnswer(path: string, bytes: Buffer): Answer | undefined {
  const type = TYPES[extname(path)]
  if (!type) return undefined
  return {
    status: 200,
    headers: {
      'content-type': type,
      'content-security-policy': policyOfType(type),
      'cache-control': 'public, max-age=31536000, immutable',
    },
    body: new Body(bytes, type),
  }
}

/** The files that the framework has built, which are named by their content: browsers keep them for good. */
export class StaticFiles {
  readonly #folder: string
  readonly #names: ReadonlySet<string>
  readonly #answers = new LRUCache<string, Answer>({ maxSize: MAX_MEMORY, ...bytesOfAnswers })

  /** @param folder of the files, as they were built */
  constructor(folder: string) {
    this.#folder = folder
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    this.#names = new Set(files.map((name) => name.replaceAll(sep, '/')))
  }

  /** Paths of all of them. */
  get paths(): string[] {
    return [...this.#names].map((name) => STATIC_ROOT + name)
  }

  /** The content of the file at a path, which there has to be. */
  read = (path: string): Promise<Buffer> => readFile(join(this.#folder, path.slice(STATIC_ROOT.length)))

  /** Whether there is a file at a path. */
  has = (path: string): boolean => this.#names.has(path.slice(STATIC_ROOT.length))

  /** The file at a path; undefined where there is none of a type that the site serves itself. */
  async find(path: string): Promise<Answer | undefined> {
    const name = path.slice(STATIC_ROOT.length)
    const kept = this.#answers.get(name)
    if (kept) return kept
    if (!TYPES[extname(name)] || !this.#names.has(name)) return undefined
    const answer = builtFileAnswer(path, await this.read(path))
    if (answer) this.#answers.set(name, answer)
    return answer
  }
}
