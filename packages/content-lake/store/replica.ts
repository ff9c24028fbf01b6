import { DatabaseSync } from 'node:sqlite'
import type { LakeDocument, Snapshot } from './document.ts'
import { DocumentIndex } from './document-index.ts'

/**
 * A second copy of a dataset's documents, read from its file by another thread. Brought up to date from the log, so that
 * after the first time it costs what has changed.
 */
export class Replica {
  readonly #db: DatabaseSync
  readonly #index = new DocumentIndex()
  #seq: number | undefined

  constructor(file: string) {
    this.#db = new DatabaseSync(file, { readOnly: true })
  }

  /** The committed state of this moment; valid until the next call. */
  snapshot(): Snapshot {
    // One transaction, so that documents and their position in the log are of one moment.
    this.#db.exec('BEGIN')
    try {
      if (this.#seq === undefined) this.#readAll()
      else this.#readSince(this.#seq)
      this.#seq = Number(this.#db.prepare('SELECT COALESCE(MAX(seq), 0) AS seq FROM log').get()?.seq)
    } finally {
      this.#db.exec('COMMIT')
    }
    return this.#index.snapshot()
  }

  close(): void {
    this.#db.close()
  }

  #readAll(): void {
    for (const { json } of this.#db.prepare('SELECT json FROM document').iterate()) {
      this.#index.put(JSON.parse(json as string) as LakeDocument)
    }
  }

  #readSince(seq: number): void {
    for (const row of this.#db.prepare('SELECT document, after FROM log WHERE seq > ? ORDER BY seq').iterate(seq)) {
      if (row.after === null) this.#index.remove(row.document as string)
      else this.#index.put(JSON.parse(row.after as string) as LakeDocument)
    }
  }
}
