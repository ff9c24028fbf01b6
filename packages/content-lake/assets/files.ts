import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isAssetFileName, isDatasetName } from './names.ts'
import type { AssetKind } from './types.ts'

export type StoredFile = { path: string; size: number }

export type AssetFiles = {
  /** Durable when it resolves. A file that exists already is left alone: names are content addresses. */
  save(dataset: string, kind: AssetKind, name: string, bytes: Buffer): Promise<void>
  /** Undefined when there is no such file or the name is not one that this store gives. */
  find(dataset: string, kind: AssetKind, name: string): Promise<StoredFile | undefined>
}

/** Asset files under `root`/<dataset>/<kind>/<name>. */
export function createAssetFiles(root: string): AssetFiles {
  const find: AssetFiles['find'] = async (dataset, kind, name) => {
    if (!isDatasetName(dataset) || !isAssetFileName(kind, name)) return undefined
    const path = join(root, dataset, kind, name)
    // What cannot be looked at is not there for whoever asks.
    const found = await stat(path).catch(() => undefined)
    return found?.isFile() ? { path, size: found.size } : undefined
  }

  return {
    find,
    async save(dataset, kind, name, bytes) {
      if (!isDatasetName(dataset) || !isAssetFileName(kind, name)) {
        throw new Error(`not an asset name: ${dataset}/${kind}/${name}`)
      }
      const existing = await find(dataset, kind, name)
      if (existing?.size === bytes.length) return
      await writeDurably(join(root, dataset, kind), name, bytes)
    },
  }
}

/** Write aside, flush, rename, flush the folder: after a power cut the name holds all the bytes or does not exist. */
async function writeDurably(folder: string, name: string, bytes: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true })
  const aside = join(folder, `.${name}.${randomUUID()}`)
  try {
    const file = await open(aside, 'wx')
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(aside, join(folder, name))
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
  await flushFolder(folder)
}

async function flushFolder(folder: string): Promise<void> {
  // Windows can neither open nor flush a folder; its rename is durable enough for a laptop.
  const handle = await open(folder, 'r').catch(() => undefined)
  // The same as above: not every system can flush it.
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}
