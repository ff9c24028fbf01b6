import { millisecondsInHour } from 'date-fns/constants'
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { log } from '../log/log.ts'
import { hashText } from '../crypto/secret.ts'

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Marks temporary files. A hash never contains this character. */
const TEMPORARY_SEPARATOR = '.'

/** Age after which a temporary file counts as abandoned. */
const TEMPORARY_FILE_MAX_AGE_MS = millisecondsInHour

async function isUnmodified(path: string, milliseconds: number): Promise<boolean> {
  // Another process may have removed the file.
  const stats = await stat(path).catch(() => undefined)
  return stats !== undefined && Date.now() - stats.mtimeMs >= milliseconds
}

/**
 * Stores content in files. File names are hashes, because keys can contain any character. Unreadable files count as
 * missing.
 */
export class FileStore {
  readonly #folder: string
  /** Kinds of failures that were logged. Each is logged once, because a full disk fails for every file. */
  readonly #loggedFailures = new Set<'reading' | 'writing' | 'deleting'>()
  readonly #getGroup: (key: string) => string

  /**
   * @param folder is created at the first write
   * @param getGroup returns the group of a key; by default all keys share one group
   */
  constructor(folder: string, getGroup: (key: string) => string = () => '') {
    this.#folder = folder
    this.#getGroup = getGroup
  }

  #path = (key: string): string => join(this.#folder, hashText(this.#getGroup(key)), hashText(key))

  /**
   * Deletes other groups, and temporary files of killed processes.
   * @param minAgeMs minimum time since the last write to a group
   */
  async deleteOtherGroups(groups: string[], minAgeMs = 0): Promise<void> {
    const retainedNames = new Set(groups.map((group) => hashText(group)))
    for (const name of await this.#listNames(this.#folder)) {
      const path = join(this.#folder, name)
      if (retainedNames.has(name)) await this.#removeLeftovers(path)
      else if (minAgeMs === 0 || (await isUnmodified(path, minAgeMs))) await this.#remove(path)
    }
  }

  async #removeLeftovers(group: string): Promise<void> {
    const leftovers = (await this.#listNames(group)).filter((name) => name.includes(TEMPORARY_SEPARATOR))
    for (const name of leftovers) {
      const path = join(group, name)
      if (await isUnmodified(path, TEMPORARY_FILE_MAX_AGE_MS)) await this.#remove(path)
    }
  }

  #listNames = (folder: string): Promise<string[]> =>
    readdir(folder).catch((err: unknown) => {
      if (!isMissing(err)) log.error({ err }, 'file-cache: directory read failed')
      return []
    })

  async read(key: string): Promise<Buffer | undefined> {
    try {
      const content = await readFile(this.#path(key))
      this.#loggedFailures.delete('reading')
      return content
    } catch (err) {
      if (!isMissing(err) && this.#isFirstFailure('reading')) log.error({ err }, 'file-cache: read failed')
      return undefined
    }
  }

  /** Writes a file atomically: after a crash, readers see either the old file or the new one. */
  async write(key: string, content: Buffer | string): Promise<void> {
    const path = this.#path(key)
    const temporary = `${path}${TEMPORARY_SEPARATOR}${randomUUID()}`
    try {
      await mkdir(join(path, '..'), { recursive: true })
      await writeFile(temporary, content)
      await rename(temporary, path)
      if (this.#loggedFailures.delete('writing')) log.info('file-cache: write recovered')
    } catch (err) {
      if (this.#isFirstFailure('writing')) log.error({ err }, 'file-cache: write failed')
      await this.#remove(temporary)
    }
  }

  async delete(key: string): Promise<void> {
    return this.#remove(this.#path(key))
  }

  async #remove(path: string): Promise<void> {
    try {
      await rm(path, { force: true, recursive: true })
      this.#loggedFailures.delete('deleting')
    } catch (err) {
      if (this.#isFirstFailure('deleting')) log.error({ err }, 'file-cache: delete failed')
    }
  }

  #isFirstFailure(operation: 'reading' | 'writing' | 'deleting'): boolean {
    if (this.#loggedFailures.has(operation)) return false
    this.#loggedFailures.add(operation)
    return true
  }
}
