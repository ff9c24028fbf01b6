import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SanityClient } from '@sanity/client'
import { startLake } from '@ductwise/content-lake'
import { localAdminToken } from '../../scripts/support/settings.ts'
import { apiVersion } from '../../sanity/api-version.ts'

export type EmptyLake = { client: SanityClient; end: () => Promise<void> }

export async function startEmptyLake(): Promise<EmptyLake> {
  const folder = await mkdtemp(join(tmpdir(), 'empty-lake-'))
  const lake = await startLake({ port: 0, dataDir: folder })
  const client = createClient({
    projectId: 'local',
    dataset: 'production',
    apiVersion,
    apiHost: lake.url,
    useProjectHostname: false,
    useCdn: false,
    token: localAdminToken,
  })
  const end = async () => {
    await lake.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { client, end }
}
