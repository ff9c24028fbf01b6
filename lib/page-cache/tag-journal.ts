import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** When a tag was revalidated: milliseconds since 1970; the fields are those of Next's tags manifest. */
export type TagState = { stale?: number; expired?: number }

/**
 * Remembers on disk which tags were revalidated and when. Next keeps that in memory only, so that after a restart
 * a page on disk that nobody has asked for since the revalidation would count as fresh again.
 */
export class TagJournal {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  /** Everything remembered; nothing when there is no journal or it cannot be read. */
  read(): Map<string, TagState> {
    try {
      return new Map(Object.entries(JSON.parse(readFileSync(this.#file, 'utf8')) as Record<string, TagState>))
    } catch {
      return new Map()
    }
  }

  /** Replaces the journal as a whole, so that a crash leaves the old one or the new one. */
  write(tags: Map<string, TagState>): void {
    mkdirSync(dirname(this.#file), { recursive: true })
    const temporary = `${this.#file}.${process.pid}.tmp`
    writeFileSync(temporary, JSON.stringify(Object.fromEntries(tags)))
    renameSync(temporary, this.#file)
  }
}
