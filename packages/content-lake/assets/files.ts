import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type AssetKind, isAssetFileName, isDatasetName } from './asset.ts'

export type StoredFile = { path: string; size: number }

export type AssetFiles = ReturnType<typeof createAssetFiles>

export function createAssetFiles(root: string) {
  const find = async (dataset: string, kind: AssetKind, name: string): Promise<StoredFile | undefined> => {
    if (!isDatasetName(dataset) || !isAssetFileName(kind, name)) return undefined
    const path = join(root, dataset, kind, name)
    // An unreadable file counts as missing.
    const stats = await stat(path).catch(() => undefined)
    return stats?.isFile() ? { path, size: stats.size } : undefined
  }

  return {
    find,
    /** Saves a file and resolves once it is durable. Skips existing files because names derive from the content. */
    async save(dataset: string, kind: AssetKind, name: string, bytes: Buffer): Promise<void> {
      if (!isDatasetName(dataset) || !isAssetFileName(kind, name)) {
        throw new Error(`not an asset name: ${dataset}/${kind}/${name}`)
      }
      const existing = await find(dataset, kind, name)
      if (existing?.size === bytes.length) return
      await writeDurably(join(root, dataset, kind), name, bytes)
    },
  }
}

/**
 * Writes a temporary file, flushes, renames, and flushes the folder. After a power failure the file is complete or
 * absent.
 */
async function writeDurably(folder: string, name: string, bytes: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true })
  const temporaryPath = join(folder, `.${name}.${randomUUID()}`)
  try {
    const file = await open(temporaryPath, 'wx')
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporaryPath, join(folder, name))
  } catch (error) {
    await rm(temporaryPath, { force: true })
    throw error
  }
  await flushFolder(folder)
}

async function flushFolder(folder: string): Promise<void> {
  // Windows cannot open or flush a folder.
  const handle = await open(folder, 'r').catch(() => undefined)
  // Some file systems cannot flush a folder.
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}
