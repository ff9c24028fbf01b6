import { mkdirSync, rmSync } from 'node:fs'
import type { SanityClient } from '@sanity/client'
import { sanityImport } from '@sanity/import'
import { writeSeed } from '../../sanity/seed/write.ts'

/** Writes the sample content to `folder` in Sanity's import format and imports it, replacing documents of the same id. */
export async function importSeed(client: SanityClient, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await writeSeed(folder)
  await sanityImport(folder, { client, operation: 'createOrReplace' })
}
