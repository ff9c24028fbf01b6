import { createHmac } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isSameSecret } from '../../../lib/platform/crypto/secret.ts'
import { UserError } from '../progress.ts'
import { MANIFEST_FILE, type StoredBackup } from './folder.ts'
import { requireKey } from './encryption.ts'

export const MANIFEST_FORMAT = 1

const count = z.int().min(0)

const content = z.object({
  format: z.literal(MANIFEST_FORMAT),
  /** Database time of the snapshot. */
  takenAt: z.iso.datetime(),
  versions: z.object({ site: z.string(), node: z.string(), postgres: z.string(), pgDump: z.string() }),
  /** Newest migration. `when` is its creation time, which determines the order of migrations. */
  lastMigration: z.object({ tag: z.string(), when: count }),
  tables: z.record(z.string(), count),
  /** Tables backed up without rows: `SHORT_LIVED_TABLES` in database.ts. */
  withoutRows: z.array(z.string()),
  content: z.object({ dataset: z.string(), documents: count, assets: count }),
  files: z.array(z.object({ name: z.string().regex(/^[\w.-]+$/), bytes: count, sha256: z.string() })),
  /** ID of the encryption key. Null for unencrypted files. */
  keyId: z.string().nullable(),
})

const signedSchema = z.object({ manifest: content, mac: z.string().nullable() })

/** Description of a backup. It is not encrypted, so it contains no personal data or secrets. */
export type Manifest = z.infer<typeof content>

/** Returns the MAC of a manifest. Depends on the key order of the JSON as written. */
const computeMac = (manifest: unknown, key: Buffer): string =>
  createHmac('sha256', key).update('ductwise backup manifest').update(JSON.stringify(manifest)).digest('hex')

/** Writes the manifest last, because it marks a backup as complete. */
export function writeManifest(folder: string, manifest: Manifest, key: Buffer | undefined): void {
  const mac = key ? computeMac(manifest, key) : null
  writeFileSync(join(folder, MANIFEST_FILE), `${JSON.stringify({ manifest, mac }, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  })
}

/** Reads a manifest. @throws {UserError} if it is unreadable, modified, or signed with another key */
export function readManifest({ path }: StoredBackup, key: Buffer | undefined): Manifest {
  const file = join(path, MANIFEST_FILE)
  let rawManifest: { manifest?: unknown }
  let parsed: z.infer<typeof signedSchema>
  try {
    rawManifest = JSON.parse(readFileSync(file, 'utf8')) as typeof rawManifest
    parsed = signedSchema.parse(rawManifest)
  } catch (error) {
    throw new UserError(`${file} is not a backup manifest that this version can read.`, { cause: error })
  }
  const { manifest, mac } = parsed
  if (manifest.keyId === null) return manifest
  try {
    requireKey(manifest.keyId, key)
  } catch (error) {
    throw new UserError(`${path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
  if (!mac || !isSameSecret(mac, computeMac(rawManifest.manifest, key)))
    throw new UserError(`${file} was modified after the backup.`)
  return manifest
}
