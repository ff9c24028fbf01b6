import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { openDatabase } from '@ductwise/local-server'
import { LakeError } from '../errors.ts'
import { Dataset } from './dataset.ts'
import type { MutationContext } from './mutations.ts'

export type DatasetInfo = { name: string; aclMode: 'public' | 'private'; createdAt: string; createdBy: string }

// As @sanity/client's validators.dataset, without the leading tilde; also keeps names safe as file names.
const DATASET_NAME = /^[a-z0-9][-\w]{0,63}$/

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS dataset (name TEXT PRIMARY KEY, acl_mode TEXT NOT NULL, created_at TEXT NOT NULL, created_by TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS session (token_hash TEXT PRIMARY KEY, user TEXT NOT NULL, created_at TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS keyvalue (user TEXT, key TEXT, value TEXT NOT NULL, PRIMARY KEY (user, key));
`

/** What belongs to the lake as a whole: its datasets, login sessions and the users' key-value store. */
export class LakeStore {
  readonly #folder: string
  readonly #select: MutationContext['select']
  readonly #db: DatabaseSync
  readonly #open = new Map<string, Dataset>()
  readonly #onOpen: (dataset: Dataset) => void

  constructor(dataDir: string, select: MutationContext['select'], onOpen: (dataset: Dataset) => void) {
    this.#folder = join(dataDir, 'datasets')
    this.#select = select
    this.#onOpen = onOpen
    mkdirSync(this.#folder, { recursive: true })
    const file = join(dataDir, 'lake.sqlite')
    // Two lakes on one folder would each overwrite what the other keeps in memory; the second does not start.
    this.#db = openDatabase(file, SCHEMA, { exclusive: `Another Content Lake uses ${file}` })
    for (const { name } of this.datasets()) this.#openDataset(name)
  }

  datasets(): DatasetInfo[] {
    const sql =
      'SELECT name, acl_mode AS aclMode, created_at AS createdAt, created_by AS createdBy FROM dataset ORDER BY name'
    return this.#db.prepare(sql).all() as unknown as DatasetInfo[]
  }

  info(name: string): DatasetInfo | undefined {
    return this.datasets().find((dataset) => dataset.name === name)
  }

  /** Throws hosted Sanity's 404 when there is no such dataset. */
  dataset(name: string): Dataset {
    const found = this.#open.get(name)
    if (found) return found
    const description = `Dataset not found: ${name}`
    throw new LakeError(404, { error: { type: 'datasetNotFoundError', description } }, description)
  }

  /** Throws 400 for an illegal name and 409 when the dataset exists. */
  create(name: string, aclMode: DatasetInfo['aclMode'], createdBy: string): DatasetInfo {
    if (!DATASET_NAME.test(name)) throw refused(400, 'Bad Request', 'Dataset name is invalid')
    if (this.#open.has(name)) throw refused(409, 'Conflict', `Dataset "${name}" already exists`)
    const info = { name, aclMode, createdAt: new Date().toISOString(), createdBy }
    this.#db.prepare('INSERT INTO dataset VALUES (?, ?, ?, ?)').run(name, aclMode, info.createdAt, createdBy)
    this.#openDataset(name)
    return info
  }

  setAclMode(name: string, aclMode: DatasetInfo['aclMode']): void {
    this.#db.prepare('UPDATE dataset SET acl_mode = ? WHERE name = ?').run(aclMode, name)
  }

  /** Deletes the dataset and its history for good; throws 404 when there is none. */
  remove(name: string): void {
    this.dataset(name).markDeleted()
    this.#open.delete(name)
    this.#db.prepare('DELETE FROM dataset WHERE name = ?').run(name)
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(this.#folder, `${name}.sqlite${suffix}`), { force: true })
  }

  addSession(tokenHash: string, user: string, createdAt: string): void {
    this.#db.prepare('INSERT INTO session VALUES (?, ?, ?)').run(tokenHash, user, createdAt)
  }

  removeSession(tokenHash: string): void {
    this.#db.prepare('DELETE FROM session WHERE token_hash = ?').run(tokenHash)
  }

  sessionUser(tokenHash: string): string | undefined {
    return this.#db.prepare('SELECT user FROM session WHERE token_hash = ?').get(tokenHash)?.user as string | undefined
  }

  keyValue(user: string, key: string): unknown {
    const row = this.#db.prepare('SELECT value FROM keyvalue WHERE user = ? AND key = ?').get(user, key)
    return row && JSON.parse(row.value as string)
  }

  setKeyValue(user: string, key: string, value: unknown): void {
    this.#db.prepare('INSERT OR REPLACE INTO keyvalue VALUES (?, ?, ?)').run(user, key, JSON.stringify(value ?? null))
  }

  close(): void {
    for (const dataset of this.#open.values()) dataset.close()
    this.#db.close()
  }

  #openDataset(name: string): void {
    const dataset = new Dataset(name, this.#folder, this.#select)
    this.#open.set(name, dataset)
    this.#onOpen(dataset)
  }
}

const refused = (statusCode: number, error: string, message: string): LakeError =>
  new LakeError(statusCode, { statusCode, error, message })
