import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { createClient, type SanityClient } from '@sanity/client'
import { exportDataset } from '@sanity/export'
import { sanityImport } from '@sanity/import'
import type { Env } from '../../../lib/platform/env/env.ts'
import { apiVersion } from '../../../sanity/api-version.ts'
import { UserError } from '../progress.ts'
import type { Manifest } from './manifest.ts'

type ContentCounts = Pick<Manifest['content'], 'documents' | 'assets'>

export const createContentClient = ({ projectId, dataset, apiHost }: Env, token: string): SanityClient =>
  createClient({
    projectId,
    dataset,
    token,
    apiVersion,
    useCdn: false,
    perspective: 'raw',
    ...(apiHost ? { apiHost, useProjectHostname: false } : {}),
  })

/**
 * Runs `work` with a temporary folder inside the backup. Sanity's tools write to it, and it is deleted with the backup.
 */
async function withTemporaryFolder<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  const previousTmpdir = process.env.TMPDIR
  process.env.TMPDIR = join(folder, 'temporary')
  mkdirSync(process.env.TMPDIR, { recursive: true, mode: 0o700 })
  try {
    return await work()
  } finally {
    if (previousTmpdir === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = previousTmpdir
  }
}

/**
 * Exports all documents (including drafts and releases) and assets, like `sanity dataset export`.
 * @param folder for temporary files
 */
export async function exportContent(client: SanityClient, to: Writable, folder: string): Promise<ContentCounts> {
  const dataset = client.config().dataset ?? ''
  try {
    const exported = await withTemporaryFolder(folder, () => exportDataset({ client, dataset, outputPath: to }))
    return { documents: exported.documentCount, assets: exported.assetCount }
  } catch (error) {
    throw new UserError(
      `Could not export the dataset ${dataset}: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
}

/** Query that counts documents, excluding the Content Lake's system documents, which exist in every dataset. */
const DOCUMENT_COUNT_QUERY = 'count(*[!(_id in path("_.**")) && !string::startsWith(_type, "sanity.")])'
const RELEASE_COUNT_QUERY = 'count(*[_id in path("_.releases.**")])'
const ASSET_COUNT_QUERY = 'count(*[_type in ["sanity.imageAsset", "sanity.fileAsset"]])'

type DatasetCounts = { documents: number; releases: number; assets: number }

const countContent = (client: SanityClient): Promise<DatasetCounts> =>
  client.fetch(
    `{"documents": ${DOCUMENT_COUNT_QUERY}, "releases": ${RELEASE_COUNT_QUERY}, "assets": ${ASSET_COUNT_QUERY}}`,
  )

export async function requireEmptyDataset(client: SanityClient): Promise<void> {
  const { dataset } = client.config()
  const counts = await countContent(client).catch((error: unknown) => {
    throw new UserError(
      `Cannot read the dataset ${dataset}: create it with \`npx sanity dataset create ${dataset}\`, and use a token with write access.`,
      { cause: error },
    )
  })
  if (Object.values(counts).some((count) => count > 0)) {
    throw new UserError(
      `The dataset ${dataset} is not empty, and a restore never overwrites data. Create a new one with \`npx sanity dataset create <name>\` and set SANITY_DATASET to it, or restore only the database with --database-only.`,
    )
  }
}

/** Client type of @sanity/import, which uses its own version of the client. */
type ImportClient = NonNullable<Parameters<typeof sanityImport>[1]>['client']

/**
 * Imports into an empty dataset with the original IDs, drafts and releases. Asset IDs derive from the asset content.
 * @param folder for temporary files
 * @throws {UserError} if something is missing afterwards
 */
export async function importContent(
  client: SanityClient,
  from: Readable,
  expected: ContentCounts,
  folder: string,
): Promise<void> {
  const { numDocs, warnings } = await withTemporaryFolder(folder, () =>
    sanityImport(from, { client: client as unknown as ImportClient, operation: 'create' }),
  )
  const { documents, releases, assets } = await countContent(client)
  const isComplete = numDocs === expected.documents && documents + releases === numDocs && assets === expected.assets
  if (isComplete && warnings.length === 0) return
  throw new UserError(
    `The content is incomplete: ${documents + releases} of ${expected.documents} documents and ${assets} of ${expected.assets} assets were restored. ${warnings.map(({ message }) => message).join(' ')}`,
  )
}
