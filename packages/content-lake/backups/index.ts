import { randomUUID } from 'node:crypto'
import { posix } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../../local-server/index.ts'
import { report } from '../report.ts'
import type { Dataset } from '../store/dataset.ts'
import type { LakeDocument } from '../store/document.ts'
import { type Backup, type BackupFile, BackupStore, type Range } from './store.ts'

export type { Backup, BackupFile } from './store.ts'

export type Backups = {
  /** Makes a backup when the dataset's next one is due, also one that became due while the lake was off. */
  watch(dataset: Dataset): void
  /** The first backup is made at once. Those that exist stay when backups are disabled. */
  setEnabled(dataset: Dataset, isEnabled: boolean): void
  /** Newest first. */
  list(dataset: string, range: Range): Backup[]
  /** `limit` files from a position on; undefined when the dataset has no such backup. */
  read(dataset: string, id: string, from: number, limit: number): BackupPage | undefined
  /** A document as JSON; undefined when there is none at this position. */
  document(backup: string, position: number): string | undefined
  /** Waits for the backup that is being made. */
  close(): Promise<void>
}

export type BackupPage = { createdAt: string; totalFiles: number; files: BackupFile[] }

type BackupsOptions = {
  dataDir: string
  clock: Clock
  /** Whether the file of an asset document is stored here, by the document's `path`. */
  hasAsset: (path: string) => Promise<boolean>
}

const DAY = 24 * 60 * 60 * 1000
const AFTER_FAILURE = 60 * 60 * 1000
/** Of each dataset. Hosted Sanity keeps them for a year and more. */
const KEPT = 7
/** Stored at a time; between them others get their turn. */
const BATCH = 200

/** A backup a day of each dataset for which they are enabled: all its documents, and the files of its assets. */
export function createBackups({ dataDir, clock, hasAsset }: BackupsOptions): Backups {
  const store = new BackupStore(dataDir)
  const timers = new Map<Dataset, () => void>()
  const running = new Map<Dataset, Promise<void>>()
  let isClosing = false

  function plan(dataset: Dataset, soonest = 0): void {
    timers.get(dataset)?.()
    timers.delete(dataset)
    if (isClosing || dataset.deleted.aborted || running.has(dataset) || !store.isEnabled(dataset.name)) return
    const [last] = store.list(dataset.name, { limit: 1 })
    const due = last ? Date.parse(last.createdAt) + DAY - clock.now() : 0
    // Never longer than a day: a clock that was ahead would put it off, and beyond 24 days timers fire at once.
    timers.set(
      dataset,
      clock.schedule(() => start(dataset), Math.min(Math.max(soonest, due), DAY)),
    )
  }

  function start(dataset: Dataset): void {
    const finish = (soonest?: number): void => {
      running.delete(dataset)
      plan(dataset, soonest)
    }
    const fail = (error: unknown): void => {
      report(error)
      finish(AFTER_FAILURE)
    }
    running.set(
      dataset,
      make(dataset).then(() => finish(), fail),
    )
  }

  async function make(dataset: Dataset): Promise<void> {
    const createdAt = new Date(clock.now()).toISOString()
    const id = `${createdAt.slice(0, 10)}-${randomUUID()}`
    // The documents of this moment: stored ones are never changed in place, so later commits do not show.
    const documents = [...dataset.snapshot().all()]
    for (let from = 0; from < documents.length; from += BATCH) {
      store.addFiles(id, from, documents.slice(from, from + BATCH).map(documentFile))
      await nextTurn()
    }
    store.addFiles(id, documents.length, await assetFiles(documents))
    if (!dataset.deleted.aborted) store.finish(dataset.name, { id, createdAt }, KEPT)
  }

  /** Of the asset documents whose file is here: one that is missing would end the whole download. */
  async function assetFiles(documents: readonly LakeDocument[]): Promise<BackupFile[]> {
    const files: BackupFile[] = []
    for (const { _type, path } of documents) {
      if (typeof path !== 'string' || (_type !== 'sanity.imageAsset' && _type !== 'sanity.fileAsset')) continue
      const type = _type === 'sanity.imageAsset' ? 'image' : 'file'
      if (await hasAsset(path)) files.push({ type, name: posix.basename(path), content: path })
    }
    return files
  }

  return {
    watch(dataset) {
      dataset.deleted.addEventListener('abort', () => {
        timers.get(dataset)?.()
        store.forget(dataset.name)
      })
      plan(dataset)
    },
    setEnabled(dataset, isEnabled) {
      store.setEnabled(dataset.name, isEnabled)
      plan(dataset)
    },
    list: (dataset, range) => store.list(dataset, range),
    read(dataset, id, from, limit) {
      const backup = store.find(dataset, id)
      if (!backup) return undefined
      return { createdAt: backup.createdAt, totalFiles: store.countFiles(id), files: store.files(id, from, limit) }
    },
    document(backup, position) {
      const [file] = store.files(backup, position, 1)
      return file?.type === 'document' ? file.content : undefined
    },
    async close() {
      isClosing = true
      for (const cancel of timers.values()) cancel()
      await Promise.all(running.values())
      store.close()
    },
  }
}

const documentFile = (document: LakeDocument): BackupFile => ({
  type: 'document',
  name: document._id,
  content: JSON.stringify(document),
})
