import { mkdirSync, rmSync } from 'node:fs'
import type { SanityClient } from '@sanity/client'
import { sanityImport } from '@sanity/import'
import { publishImported } from '../../packages/content-lake/seed.ts'
import { SeedError } from '../../sanity/seed/document-builder.ts'
import { writeSeed } from '../../sanity/seed/write.ts'
import { UserError } from './progress.ts'

/**
 * Writes the sample content to `folder`, which is made anew, in Sanity's import format.
 * @throws {UserError} that names the file, when the content is wrong
 */
export async function writeSeedAnew(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await writeSeed(folder).catch((error: unknown) => {
    throw error instanceof SeedError ? new UserError(error.message, { cause: error }) : error
  })
}

/** Writes the sample content to `folder` and imports it as published, replacing documents of the same id. */
export async function importSeed(client: SanityClient, folder: string): Promise<void> {
  await writeSeedAnew(folder)
  await sanityImport(folder, { client, operation: 'createOrReplace' })
  await publishImported(client)
}
