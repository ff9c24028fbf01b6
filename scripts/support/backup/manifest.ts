import { createHmac } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isSameSecret } from '../../../lib/secret.ts'
import { UserError } from '../progress.ts'
import { MANIFEST, type StoredBackup } from './folder.ts'
import { keyIdOf, requireKey } from './seal.ts'

const FORMAT = 1

const count = z.int().min(0)

const content = z.object({
  format: z.literal(FORMAT),
  /** By the clock of the database, when its rows were as they are in the backup. */
  takenAt: z.iso.datetime(),
  versions: z.object({ site: z.string(), node: z.string(), postgres: z.string(), pgDump: z.string() }),
  /** The newest migration of the database, and when it was written, by which migrations are in order. */
  lastMigration: z.object({ tag: z.string(), when: count }),
  /** Rows by table. */
  tables: z.record(z.string(), count),
  /** Tables of which the backup has no rows, because they live for a day at most. */
  withoutRows: z.array(z.string()),
  content: z.object({ dataset: z.string(), documents: count, assets: count }),
  files: z.array(z.object({ name: z.string().regex(/^[\w.-]+$/), bytes: count, sha256: z.string() })),
  /** Id of the key that the files are sealed with; null for files that are not. */
  keyId: z.string().nullable(),
})

const signed = z.object({ manifest: content, mac: z.string().nullable() })

/** What is in a backup. Nothing personal, nothing secret: it is not sealed. */
export type Manifest = z.infer<typeof content>

export const MANIFEST_FORMAT = FORMAT

/** Of the manifest as it is written: in another order its text is another. */
const macOf = (manifest: unknown, key: Buffer): string =>
  createHmac('sha256', key).update('ductwise backup manifest').update(JSON.stringify(manifest)).digest('hex')

/** Writes the manifest, which makes a folder a backup: last of all. */
export function writeManifest(folder: string, manifest: Manifest, key: Buffer | undefined): void {
  const mac = key ? macOf(manifest, key) : null
  writeFileSync(join(folder, MANIFEST), `${JSON.stringify({ manifest, mac }, null, 2)}\n`, { mode: 0o600, flush: true })
}

export const keyIdIn = (key: Buffer | undefined): string | null => (key ? keyIdOf(key) : null)

/**
 * Reads the manifest of a backup.
 * @throws {UserError} for one that cannot be read, was changed, or is sealed with another key
 */
export function readManifest({ path }: StoredBackup, key: Buffer | undefined): Manifest {
  const file = join(path, MANIFEST)
  let written: { manifest?: unknown }
  let parsed: z.infer<typeof signed>
  try {
    written = JSON.parse(readFileSync(file, 'utf8')) as typeof written
    parsed = signed.parse(written)
  } catch (error) {
    throw new UserError(`${file} is not the manifest of a backup that this version can read.`, { cause: error })
  }
  const { manifest, mac } = parsed
  if (manifest.keyId === null) return manifest
  try {
    requireKey(manifest.keyId, key)
  } catch (error) {
    throw new UserError(`${path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
  if (!mac || !isSameSecret(mac, macOf(written.manifest, key)))
    throw new UserError(`${file} was changed after it was written.`)
  return manifest
}
