import { millisecondsInHour } from 'date-fns/constants'
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { log } from '../log/log.ts'
import { hashOf } from '../crypto/secret.ts'

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Marks temporary files. A hash never contains this character. */
const TEMPORARY = '.'

/** Age after which a temporary file counts as abandoned. */
const LEFT_BEHIND_MS = millisecondsInHour

async function isUnwritten(path: string, milliseconds: number): Promise<boolean> {
  // Another process may have removed the file.
  const changed = await stat(path).catch(() => undefined)
  return changed !== undefined && Date.now() - changed.mtimeMs >= milliseconds
}

/**
 * Stores content in files. File names are hashes, because keys can contain any character. Unreadable files count as
 * missing.
 */
export class FileStore {
  readonly #folder: string
  /** Kinds of failures that were logged. Each is logged once, because a full disk fails for every file. */
  readonly #failing = new Set<'reading' | 'writing' | 'deleting'>()
  readonly #groupOf: (key: string) => string

  /**
   * @param folder is created at the first write
   * @param groupOf returns the group of a key; by default all keys share one group
   */
  constructor(folder: string, groupOf: (key: string) => string = () => '') {
    this.#folder = folder
    this.#groupOf = groupOf
  }

  #path = (key: string): string => join(this.#folder, hashOf(this.#groupOf(key)), hashOf(key))

  /**
   * Deletes other groups, and temporary files of killed processes.
   * @param unwrittenForMs minimum time since the last write to a group
   */
  async keepGroups(groups: string[], unwrittenForMs = 0): Promise<void> {
    const kept = new Set(groups.map((group) => hashOf(group)))
    for (const name of await this.#namesIn(this.#folder)) {
      const path = join(this.#folder, name)
      if (kept.has(name)) await this.#removeLeftovers(path)
      else if (unwrittenForMs === 0 || (await isUnwritten(path, unwrittenForMs))) await this.#remove(path)
    }
  }

  async #removeLeftovers(group: string): Promise<void> {
    const leftovers = (await this.#namesIn(group)).filter((name) => name.includes(TEMPORARY))
    for (const name of leftovers) {
      const path = join(group, name)
      if (await isUnwritten(path, LEFT_BEHIND_MS)) await this.#remove(path)
    }
  }

  #namesIn = (folder: string): Promise<string[]> =>
    readdir(folder).catch((err: unknown) => {
      if (!isMissing(err)) log.error({ err }, 'file-cache: directory read failed')
      return []
    })

  async read(key: string): Promise<Buffer | undefined> {
    try {
      const content = await readFile(this.#path(key))
      this.#failing.delete('reading')
      return content
    } catch (err) {
      if (!isMissing(err) && this.#isFirst('reading')) log.error({ err }, 'file-cache: read failed')
      return undefined
    }
  }

  /** Writes a file atomically: after a crash, readers see either the old file or the new one. */
  async write(key: string, content: Buffer | string): Promise<void> {
    const path = this.#path(key)
    const temporary = `${path}${TEMPORARY}${randomUUID()}`
    try {
      await mkdir(join(path, '..'), { recursive: true })
      await writeFile(temporary, content)
      await rename(temporary, path)
      if (this.#failing.delete('writing')) log.info('file-cache: write recovered')
    } catch (err) {
      if (this.#isFirst('writing')) log.error({ err }, 'file-cache: write failed')
      await this.#remove(temporary)
    }
  }

  async delete(key: string): Promise<void> {
    return this.#remove(this.#path(key))
  }

  async #remove(path: string): Promise<void> {
    try {
      await rm(path, { force: true, recursive: true })
      this.#failing.delete('deleting')
    } catch (err) {
      if (this.#isFirst('deleting')) log.error({ err }, 'file-cache: delete failed')
    }
  }

  #isFirst(what: 'reading' | 'writing' | 'deleting'): boolean {
    if (this.#failing.has(what)) return false
    this.#failing.add(what)
    return true
  }
}
