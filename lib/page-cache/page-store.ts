import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { FileStore } from '../cache/file-store.ts'
import { log } from '../log/log.ts'
import { sharedState } from '../shared-state.ts'
import { decodeEntry, encodeEntry, type Entry, entrySize } from './entry.ts'

/** Folder of the stored pages, seen from the built server: below the one folder that a running site writes to. */
const FOLDER = '../cache/pages'

/** The name of a build, seen from the built server; the development server has none. */
const BUILD_FILE = '../BUILD_ID'

/** Bytes of pages kept in memory; the front keeps those that it answers with (server/stored-answers.ts). */
const MAX_MEMORY = 16 * 1024 * 1024

/** Answers that there is nothing here, kept in memory only: visitors can ask for any number of addresses. */
const MAX_MISSING = 16

const NOT_FOUND = 404

/** Pages by the framework's cache key, in memory and, for what exists, in files that outlive a restart. */
export class PageStore {
  readonly #files: FileStore
  readonly #pages = new LRUCache<string, Entry>({ maxSize: MAX_MEMORY, sizeCalculation: entrySize })
  readonly #missing = new LRUCache<string, Entry>({ max: MAX_MISSING })

  readonly #build: string

  /**
   * @param folder of the files; there may be none in the beginning
   * @param build to which the pages belong: they name its files, so that no other build can use them
   */
  constructor(folder: string, build = '') {
    this.#build = build
    this.#files = new FileStore(folder, () => build)
  }

  /** Deletes the files of pages of other builds, which a folder has that outlives an update. */
  async forgetOtherBuilds(): Promise<void> {
    return this.#files.keepGroups([this.#build])
  }

  async get(key: string): Promise<Entry | undefined> {
    const kept = this.#pages.get(key) ?? this.#missing.get(key)
    if (kept) return kept
    return this.#stored(key)
  }

  /** The entry in the files; one that cannot be understood counts as missing, so that the page is rendered anew. */
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

/**
 * The pages that this process has stored.
 * @param serverDistDir folder of the built server
 */
export const pageStore = (serverDistDir: string): PageStore =>
  sharedState('pages', () => new PageStore(join(serverDistDir, FOLDER), buildOf(serverDistDir)))
