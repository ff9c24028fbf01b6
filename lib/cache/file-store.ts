import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { log } from '../log/log.ts'

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Values by key in a folder, one file each. A file that cannot be read or written is logged, and counts as missing. */
export class FileStore {
  readonly #folder: string

  /** @param folder made when it is first written to */
  constructor(folder: string) {
    this.#folder = folder
  }

  /** Keys hold characters, and are of lengths, that file names cannot have. */
  #path(key: string): string {
    const name = createHash('sha256').update(key).digest('hex')
    return join(this.#folder, name.slice(0, 2), name)
  }

  async read(key: string): Promise<Buffer | undefined> {
    try {
      return await readFile(this.#path(key))
    } catch (err) {
      if (!isMissing(err)) log.error({ err }, 'A file of the cache cannot be read')
      return undefined
    }
  }

  /** Replaces a file as a whole: a reader, or a crash, finds the old one or the new one. */
  async write(key: string, content: Buffer | string): Promise<void> {
    const path = this.#path(key)
    const temporary = `${path}.${randomUUID()}`
    try {
      await mkdir(join(path, '..'), { recursive: true })
      await writeFile(temporary, content)
      await rename(temporary, path)
    } catch (err) {
      log.error({ err }, 'A file of the cache cannot be written')
      await this.#remove(temporary)
    }
  }

  async delete(key: string): Promise<void> {
    return this.#remove(this.#path(key))
  }

  async #remove(path: string): Promise<void> {
    try {
      await rm(path, { force: true })
    } catch (err) {
      log.error({ err }, 'A file of the cache cannot be deleted')
    }
  }
}
