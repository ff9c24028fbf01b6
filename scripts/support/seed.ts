import { mkdirSync, rmSync } from 'node:fs'
import type { SanityClient } from '@sanity/client'
import { sanityImport } from '@sanity/import'
import { publishImportedDocuments } from '../../packages/content-lake/seed.ts'
import { SeedError } from '../../sanity/seed/document-builder.ts'
import { writeSeed } from '../../sanity/seed/write.ts'
import { UserError } from './progress.ts'

/**
 * Writes the sample content to `folder`, which is replaced.
 * @throws {UserError} with the file's name if the content is invalid
 */
export async function rewriteSeed(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await writeSeed(folder).catch((error: unknown) => {
    throw error instanceof SeedError ? new UserError(error.message, { cause: error }) : error
  })
}

/** Imports the sample content as published, replacing documents with the same ID. */
export async function importSeed(client: SanityClient, folder: string): Promise<void> {
  await rewriteSeed(folder)
  await sanityImport(folder, { client, operation: 'createOrReplace' })
  await publishImportedDocuments(client)
}
