import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { FileStore } from '../cache/file-store.ts'
import { log } from '../log/log.ts'
import { sharedState } from '../process/shared-state.ts'
import { decodeEntry, encodeEntry, type Entry, entrySize } from './entry.ts'

/** Relative to the built server: below the only folder that the site writes to. */
const FOLDER = '../cache/pages'

/** Relative to the built server; the development server has no build id. */
const BUILD_FILE = '../BUILD_ID'

/** Bytes of pages in memory; compressed responses are cached separately (server/http/response-cache.ts). */
const MAX_MEMORY = 16 * 1024 * 1024

/** Limit of cached 404s, in memory only: visitors can request any number of paths. */
const MAX_MISSING = 16

const NOT_FOUND = 404

/** Stores pages by Next.js cache key, in memory and, except 404s, in files that survive a restart. */
export class PageStore {
  readonly #files: FileStore
  readonly #pages = new LRUCache<string, Entry>({ maxSize: MAX_MEMORY, sizeCalculation: entrySize })
  readonly #missing = new LRUCache<string, Entry>({ max: MAX_MISSING })

  readonly #build: string

  /** @param folder created on demand @param build id in the file names, so that builds do not share pages */
  constructor(folder: string, build = '') {
    this.#build = build
    this.#files = new FileStore(folder, () => build)
  }

  /** Deletes pages of other builds, if the folder survives updates. */
  async forgetOtherBuilds(): Promise<void> {
    return this.#files.keepGroups([this.#build])
  }

  async get(key: string): Promise<Entry | undefined> {
    const kept = this.#pages.get(key) ?? this.#missing.get(key)
    if (kept) return kept
    return this.#stored(key)
  }

  /** Unreadable entries count as missing, so the page renders again. */
  async #stored(key: string): Promise<Entry | undefined> {
    const content = await this.#files.read(key)
    if (!content) return undefined
    try {
      const entry = decodeEntry(content)
      this.#pages.set(key, entry)
      return entry
    } catch (err) {
      log.error({ err, key }, 'A stored page cannot be understood')
      return undefined
    }
  }

  async set(key: string, entry: Entry): Promise<void> {
    if (entry.value.status === NOT_FOUND) {
      this.#pages.delete(key)
      this.#missing.set(key, entry)
      return this.#files.delete(key)
    }
    this.#missing.delete(key)
    this.#pages.set(key, entry)
    return this.#files.write(key, encodeEntry(entry))
  }
}

function buildOf(serverDistDir: string): string {
  const file = join(serverDistDir, BUILD_FILE)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
}

export const pageStore = (serverDistDir: string): PageStore =>
  sharedState('pages', () => new PageStore(join(serverDistDir, FOLDER), buildOf(serverDistDir)))
