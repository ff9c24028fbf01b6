import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { openDatabase, type Transactions, transactionsOn } from '../../local-server/index.ts'
import { LakeError } from '../errors.ts'
import { Dataset, type StartSelecting } from './dataset.ts'

export type DatasetInfo = {
  name: string
  aclMode: 'public' | 'private'
  createdAt: string
  createdBy: string
  /** The dataset whose comments this one keeps; null of an ordinary dataset. */
  addonFor: string | null
}

// As @sanity/client's validators.dataset, without the leading tilde; also keeps names safe as file names.
const DATASET_NAME = /^[a-z0-9][-\w]{0,63}$/

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS dataset (name TEXT PRIMARY KEY, acl_mode TEXT NOT NULL, created_at TEXT NOT NULL, created_by TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS addon (
    name TEXT PRIMARY KEY REFERENCES dataset (name) ON DELETE CASCADE, dataset TEXT NOT NULL UNIQUE REFERENCES dataset (name)
  );
  CREATE TABLE IF NOT EXISTS session (token_hash TEXT PRIMARY KEY, user TEXT NOT NULL, created_at TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS keyvalue (user TEXT, key TEXT, value TEXT NOT NULL, PRIMARY KEY (user, key));
`

type OnOpen = (dataset: Dataset, info: DatasetInfo) => void

/** What belongs to the lake as a whole: its datasets, login sessions and the users' key-value store. */
export class LakeStore {
  readonly #folder: string
  readonly #startSelecting: StartSelecting
  readonly #db: DatabaseSync
  readonly #transaction: Transactions['transaction']
  readonly #open = new Map<string, Dataset>()
  readonly #onOpen: OnOpen

  constructor(dataDir: string, startSelecting: StartSelecting, onOpen: OnOpen) {
    this.#folder = join(dataDir, 'datasets')
    this.#startSelecting = startSelecting
    this.#onOpen = onOpen
    mkdirSync(this.#folder, { recursive: true })
    const file = join(dataDir, 'lake.sqlite')
    // Two lakes on one folder would each overwrite what the other keeps in memory; the second does not start.
    this.#db = openDatabase(file, SCHEMA, { exclusive: `Another Content Lake uses ${file}` })
    this.#transaction = transactionsOn(this.#db).transaction
    for (const info of this.#infos()) this.#openDataset(info)
  }

  /** Without those that keep the comments of others. */
  datasets(): DatasetInfo[] {
    return this.#infos().filter(({ addonFor }) => addonFor === null)
  }

  /** Of any dataset, also one that keeps comments. */
  info(name: string): DatasetInfo | undefined {
    return this.#infos().find((dataset) => dataset.name === name)
  }

  /** Whether a dataset is for the comments on another one. */
  keepsComments(name: string): boolean {
    return (this.info(name)?.addonFor ?? null) !== null
  }

  /** The dataset that keeps the comments on `dataset`; undefined before the first comment. */
  commentsOn(dataset: string): DatasetInfo | undefined {
    return this.#infos().find(({ addonFor }) => addonFor === dataset)
  }

  /** Throws hosted Sanity's 404 when there is no such dataset. */
  dataset(name: string): Dataset {
    const found = this.#open.get(name)
    if (!found) throw datasetNotFound(name)
    return found
  }

  /** Throws 400 for an illegal name and 409 when the dataset exists. */
  create(name: string, aclMode: DatasetInfo['aclMode'], createdBy: string): DatasetInfo {
    return this.#create({ name, aclMode, createdBy, addonFor: null })
  }

  /** The dataset for the comments on `dataset`, made when it is missing. Throws 404 when there is no dataset to comment on. */
  setUpComments(dataset: string, createdBy: string): DatasetInfo {
    if (!this.#open.has(dataset)) throw datasetNotFound(dataset)
    const addon = { name: `${dataset}-comments`, aclMode: 'private', createdBy, addonFor: dataset } as const
    return this.commentsOn(dataset) ?? this.#create(addon)
  }

  /** Throws 404 when there is no such dataset, and 400 for comments, which stay private. */
  setAclMode(name: string, aclMode: DatasetInfo['aclMode']): void {
    if (!this.#open.has(name)) throw datasetNotFound(name)
    if (this.keepsComments(name)) throw refused(400, 'Bad Request', 'A dataset of comments is always private')
    this.#db.prepare('UPDATE dataset SET acl_mode = ? WHERE name = ?').run(aclMode, name)
  }

  /** Deletes the dataset, its history and the comments on it for good; throws 404 when there is none. */
  remove(name: string): void {
    const dataset = this.#open.get(name)
    if (!dataset) throw datasetNotFound(name)
    const comments = this.commentsOn(name)
    if (comments) this.remove(comments.name)
    dataset.markDeleted()
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

  #infos(): DatasetInfo[] {
    const sql = `
      SELECT dataset.name, acl_mode AS aclMode, created_at AS createdAt, created_by AS createdBy, addon.dataset AS addonFor
      FROM dataset LEFT JOIN addon ON addon.name = dataset.name ORDER BY dataset.name`
    return this.#db.prepare(sql).all() as unknown as DatasetInfo[]
  }

  #create(wanted: Omit<DatasetInfo, 'createdAt'>): DatasetInfo {
    const { name, aclMode, createdBy, addonFor } = wanted
    if (!DATASET_NAME.test(name)) throw refused(400, 'Bad Request', 'Dataset name is invalid')
    if (this.#open.has(name)) throw refused(409, 'Conflict', `Dataset "${name}" already exists`)
    const info = { ...wanted, createdAt: new Date().toISOString() }
    this.#transaction(() => {
      this.#db.prepare('INSERT INTO dataset VALUES (?, ?, ?, ?)').run(name, aclMode, info.createdAt, createdBy)
      if (addonFor !== null) this.#db.prepare('INSERT INTO addon VALUES (?, ?)').run(name, addonFor)
    })
    this.#openDataset(info)
    return info
  }

  #openDataset(info: DatasetInfo): void {
    const dataset = new Dataset(info.name, this.#folder, this.#startSelecting)
    this.#open.set(info.name, dataset)
    this.#onOpen(dataset, info)
  }
}

const refused = (statusCode: number, error: string, message: string): LakeError =>
  new LakeError(statusCode, { statusCode, error, message })

function datasetNotFound(name: string): LakeError {
  const description = `Dataset not found: ${name}`
  return new LakeError(404, { error: { type: 'datasetNotFoundError', description } }, description)
}
