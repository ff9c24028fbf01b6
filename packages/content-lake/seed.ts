import { createReadStream, existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigurationError } from '../local-server/index.ts'
import { createClient } from '@sanity/client'
import { sanityImport } from '@sanity/import'

type Seed = {
  /** A dataset export: `.ndjson`, `.tar.gz` or an unpacked folder. */
  file: string
  url: string
  token: string
  projectId: string
  dataset: string
  dataDir: string
}

/** Throws a ConfigurationError when the export is not there. */
export function assertSeedExists(file: string): void {
  if (!existsSync(file)) throw new ConfigurationError(`--seed: there is no ${file}`)
}

/** Imports a dataset export as `sanity dataset import --replace` does, the first time only; a marker file beside the data says so. */
export async function importSeed({ file, url, token, projectId, dataset, dataDir }: Seed): Promise<void> {
  const marker = join(dataDir, `seeded-${dataset}`)
  if (existsSync(marker)) return
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
  writeFileSync(marker, `${new Date().toISOString()} ${file}\n`)
}
