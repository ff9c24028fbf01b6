import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { FileStore } from '../cache/file-store.ts'
import { log } from '../log/log.ts'
import { getSharedState } from '../process/shared-state.ts'
import { decodeEntry, encodeEntry, type Entry, estimateEntrySize } from './entry.ts'

/** Folder of the pages, relative to the built server. It is below the only folder to which the site writes. */
const PAGES_FOLDER = '../cache/pages'

/** File with the build id, relative to the built server. The development server has none. */
const BUILD_FILE = '../BUILD_ID'

/** Maximum bytes of pages in memory. Compressed responses are cached separately (server/http/response-cache.ts). */
const MAX_MEMORY_BYTES = 16 * 1024 * 1024

/** Maximum number of cached 404s, which are in memory only. Visitors can request any number of paths. */
const MAX_NOT_FOUND_PAGES = 16

const NOT_FOUND = 404

/** Stores pages by Next.js cache key, in memory and, except 404s, in files that survive a restart. */
export class PageStore {
  readonly #files: FileStore
  readonly #pages = new LRUCache<string, Entry>({ maxSize: MAX_MEMORY_BYTES, sizeCalculation: estimateEntrySize })
  readonly #notFoundPages = new LRUCache<string, Entry>({ max: MAX_NOT_FOUND_PAGES })

  readonly #buildId: string

  /** @param folder is created on demand @param buildId id in the file names, so that builds do not share pages */
  constructor(folder: string, buildId = '') {
    this.#buildId = buildId
    this.#files = new FileStore(folder, () => buildId)
  }

  /** Deletes pages of other builds, in case the folder survives deploys. */
  async deleteOtherBuilds(): Promise<void> {
    return this.#files.deleteOtherGroups([this.#buildId])
  }

  async get(key: string): Promise<Entry | undefined> {
    const cachedEntry = this.#pages.get(key) ?? this.#notFoundPages.get(key)
    if (cachedEntry) return cachedEntry
    return this.#readFromFile(key)
  }

  /** Reads a page from its file. Unreadable entries count as missing, so the page renders again. */
  async #readFromFile(key: string): Promise<Entry | undefined> {
    const content = await this.#files.read(key)
    if (!content) return undefined
    try {
      const entry = decodeEntry(content)
      this.#pages.set(key, entry)
      return entry
    } catch (err) {
      log.error({ err, key }, 'page-cache: corrupt entry')
      return undefined
    }
  }

  async set(key: string, entry: Entry): Promise<void> {
    if (entry.value.status === NOT_FOUND) {
      this.#pages.delete(key)
      this.#notFoundPages.set(key, entry)
      return this.#files.delete(key)
    }
    this.#notFoundPages.delete(key)
    this.#pages.set(key, entry)
    return this.#files.write(key, encodeEntry(entry))
  }
}

function readBuildId(serverDistDir: string): string {
  const file = join(serverDistDir, BUILD_FILE)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
}

export const getPageStore = (serverDistDir: string): PageStore =>
  getSharedState('pages', () => new PageStore(join(serverDistDir, PAGES_FOLDER), readBuildId(serverDistDir)))
