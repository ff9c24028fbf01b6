import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase, createStatementCache, createTransactions } from '../../local-server/index.ts'
import { Dataset, type CreateSelect } from './dataset.ts'
import { createBadRequestError, createHttpError, LakeError } from './errors.ts'

export type DatasetInfo = {
  name: string
  aclMode: 'public' | 'private'
  createdAt: string
  createdBy: string
  /** The dataset to which the comments in this dataset belong. Null for ordinary datasets. */
  addonFor: string | null
}

// Pattern of validators.dataset in @sanity/client, without the tilde. Matching names are safe as file names.
const DATASET_NAME_PATTERN = /^[a-z0-9][-\w]{0,63}$/

const SCHEMA_SQL = `
  CREATE TABLE IF NOT EXISTS dataset (name TEXT PRIMARY KEY, acl_mode TEXT NOT NULL, created_at TEXT NOT NULL, created_by TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS addon (
    name TEXT PRIMARY KEY REFERENCES dataset (name) ON DELETE CASCADE, dataset TEXT NOT NULL UNIQUE REFERENCES dataset (name)
  );
  CREATE TABLE IF NOT EXISTS session (token_hash TEXT PRIMARY KEY, user TEXT NOT NULL, created_at TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS keyvalue (user TEXT, key TEXT, value TEXT NOT NULL, PRIMARY KEY (user, key));
`

const DATASET_INFO_SQL = `
  SELECT dataset.name, acl_mode AS aclMode, created_at AS createdAt, created_by AS createdBy, addon.dataset AS addonFor
  FROM dataset LEFT JOIN addon ON addon.name = dataset.name ORDER BY dataset.name`

export type LakeStore = ReturnType<typeof openLakeStore>

export function openLakeStore(
  dataDir: string,
  createSelect: CreateSelect,
  onOpen: (dataset: Dataset, info: DatasetInfo) => void,
) {
  const folder = join(dataDir, 'datasets')
  mkdirSync(folder, { recursive: true })
  const file = join(dataDir, 'lake.sqlite')
  // The lock is exclusive, because two lakes would overwrite each other's in-memory state.
  const db = openDatabase(file, SCHEMA_SQL, { exclusive: `Another Content Lake uses ${file}` })
  const prepare = createStatementCache(db)
  const { transaction } = createTransactions(db)
  const openDatasets = new Map<string, Dataset>()

  function openDataset(info: DatasetInfo): void {
    const dataset = new Dataset(info.name, folder, createSelect)
    openDatasets.set(info.name, dataset)
    onOpen(dataset, info)
  }

  const listDatasetInfos = (): DatasetInfo[] => prepare(DATASET_INFO_SQL).all() as unknown as DatasetInfo[]

  const findInfo = (name: string): DatasetInfo | undefined =>
    listDatasetInfos().find((dataset) => dataset.name === name)

  const isCommentsDataset = (name: string): boolean => (findInfo(name)?.addonFor ?? null) !== null

  const findCommentsDataset = (dataset: string): DatasetInfo | undefined =>
    listDatasetInfos().find(({ addonFor }) => addonFor === dataset)

  function getDataset(name: string): Dataset {
    const openedDataset = openDatasets.get(name)
    if (openedDataset) return openedDataset
    const description = `Dataset not found: ${name}`
    throw new LakeError(404, { error: { type: 'datasetNotFoundError', description } }, description)
  }

  function create(fields: Omit<DatasetInfo, 'createdAt'>): DatasetInfo {
    const { name, aclMode, createdBy, addonFor } = fields
    if (!DATASET_NAME_PATTERN.test(name)) throw createBadRequestError('Dataset name is invalid')
    if (openDatasets.has(name)) throw createHttpError(409, `Dataset "${name}" already exists`)
    const created = { ...fields, createdAt: new Date().toISOString() }
    transaction(() => {
      prepare('INSERT INTO dataset VALUES (?, ?, ?, ?)').run(name, aclMode, created.createdAt, createdBy)
      if (addonFor !== null) prepare('INSERT INTO addon VALUES (?, ?)').run(name, addonFor)
    })
    openDataset(created)
    return created
  }

  function remove(name: string): void {
    const removed = getDataset(name)
    const comments = findCommentsDataset(name)
    if (comments) remove(comments.name)
    removed.markDeleted()
    openDatasets.delete(name)
    prepare('DELETE FROM dataset WHERE name = ?').run(name)
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, `${name}.sqlite${suffix}`), { force: true })
  }

  for (const datasetInfo of listDatasetInfos()) openDataset(datasetInfo)

  return {
    info: findInfo,
    keepsComments: isCommentsDataset,
    commentsOn: findCommentsDataset,
    dataset: getDataset,
    remove,
    datasets: (): DatasetInfo[] => listDatasetInfos().filter(({ addonFor }) => addonFor === null),
    create: (name: string, aclMode: DatasetInfo['aclMode'], createdBy: string): DatasetInfo =>
      create({ name, aclMode, createdBy, addonFor: null }),
    setUpComments(name: string, createdBy: string): DatasetInfo {
      const addonFor = getDataset(name).name
      return findCommentsDataset(name) ?? create({ name: `${name}-comments`, aclMode: 'private', createdBy, addonFor })
    },
    setAclMode(name: string, aclMode: DatasetInfo['aclMode']): void {
      getDataset(name)
      if (isCommentsDataset(name)) throw createBadRequestError('A dataset of comments is always private')
      prepare('UPDATE dataset SET acl_mode = ? WHERE name = ?').run(aclMode, name)
    },
    addSession: (tokenHash: string, user: string, createdAt: string): void =>
      void prepare('INSERT INTO session VALUES (?, ?, ?)').run(tokenHash, user, createdAt),
    removeSession: (tokenHash: string): void => void prepare('DELETE FROM session WHERE token_hash = ?').run(tokenHash),
    sessionUser: (tokenHash: string): string | undefined =>
      prepare('SELECT user FROM session WHERE token_hash = ?').get(tokenHash)?.user as string | undefined,
    keyValue(user: string, key: string): unknown {
      const row = prepare('SELECT value FROM keyvalue WHERE user = ? AND key = ?').get(user, key)
      return row && JSON.parse(row.value as string)
    },
    setKeyValue: (user: string, key: string, value: unknown): void =>
      void prepare('INSERT OR REPLACE INTO keyvalue VALUES (?, ?, ?)').run(user, key, JSON.stringify(value ?? null)),
    close(): void {
      for (const openedDataset of openDatasets.values()) openedDataset.close()
      db.close()
    },
  }
}
