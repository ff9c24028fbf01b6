import { createReadStream, existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigurationError } from '../local-server/index.ts'
import { createClient, type SanityClient, type SanityDocument } from '@sanity/client'
import { sanityImport } from '@sanity/import'

type Seed = {
  /** Dataset export: `.ndjson`, `.tar.gz` or an unpacked folder. */
  file: string
  url: string
  token: string
  projectId: string
  dataset: string
  dataDir: string
}

export function assertSeedExists(file: string): void {
  if (!existsSync(file)) throw new ConfigurationError(`--seed: file not found: ${file}`)
}

const BATCH_SIZE = 100

const PUBLISHED_QUERY = `*[
  !(_id in path("drafts.**")) && !(_id in path("versions.**")) && !(_id in path("_.**")) &&
  !string::startsWith(_type, "sanity.") && !(_id in $withDraft)
]`

/**
 * Publishes imported documents again through drafts. An import bypasses drafts, so the history in the Studio would have
 * no published version. Skips documents with a draft.
 */
export async function publishImportedDocuments(client: SanityClient): Promise<void> {
  const drafts = await client.fetch<string[]>('*[_id in path("drafts.**")]._id', {}, { perspective: 'raw' })
  const publishedIds = drafts.map((id) => id.slice('drafts.'.length))
  const documents = await client.fetch<SanityDocument[]>(
    PUBLISHED_QUERY,
    { withDraft: publishedIds },
    { perspective: 'raw' },
  )
  for (let first = 0; first < documents.length; first += BATCH_SIZE) {
    const batch = documents.slice(first, first + BATCH_SIZE)
    const transaction = client.transaction()
    for (const document of batch) transaction.createOrReplace({ ...document, _id: `drafts.${document._id}` })
    await transaction.commit()
    await client.action(
      batch.map(({ _id }) => ({
        actionType: 'sanity.action.document.publish',
        publishedId: _id,
        draftId: `drafts.${_id}`,
      })),
    )
  }
}

/** Imports a seed once, like `sanity dataset import --replace`. A marker file in the data folder records the import. */
export async function importSeed({ file, url, token, projectId, dataset, dataDir }: Seed): Promise<void> {
  const markerFile = join(dataDir, `seeded-${dataset}`)
  if (existsSync(markerFile)) return
  const client = createClient({
    projectId,
    dataset,
    token,
    apiHost: url,
    useProjectHostname: false,
    useCdn: false,
    apiVersion: '2025-02-19',
  })
  const input = statSync(file).isDirectory() ? file : createReadStream(file)
  await sanityImport(input, { client, operation: 'createOrReplace' })
  await publishImportedDocuments(client)
  writeFileSync(markerFile, `${new Date().toISOString()} ${file}\n`)
}
