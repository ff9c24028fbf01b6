import { apiVersion } from '../../sanity/api-version.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { type Server, createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@sanity/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stopAll } from '../../scripts/support/processes.ts'
import { markServed, startLocalServices } from '../../scripts/support/services.ts'
import { localAdminToken, deriveSettings } from '../../scripts/support/settings.ts'
import { findFreePort } from '../../packages/local-server/tests/servers.ts'

const waitUntil = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 20 })

let folder: string
let site: Server
let logLines: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'launcher-seed-'))
  logLines = []
  site = createServer((request, response) => {
    logLines.push(String(request.headers['sanity-document-id']))
    response.end()
  })
})
afterEach(async () => {
  await stopAll()
  site.closeAllConnections()
  site.close()
  rmSync(folder, { recursive: true, force: true })
})

async function startFirstLauncher() {
  const [sitePort, lakePort] = [await findFreePort(), await findFreePort()]
  const siteSettings = deriveSettings(
    {
      DATABASE_URL: 'postgres://local:local-password@127.0.0.1:9/postgres',
      CLERK_SECRET_KEY: 'sk_test_elsewhere',
      SMTP_URL: 'smtp://127.0.0.1:9',
    },
    {
      sitePort,
      lakePort,
      studioPort: 9,
      postgresPort: 9,
      clerkPort: 9,
      voicePort: 9,
      systemsPort: 9,
      mailPort: 9,
      smtpPort: 9,
      dataDir: join(folder, 'data'),
    },
  )
  await startLocalServices(siteSettings, { siteDir: join(folder, 'site') })
  const client = createClient({
    projectId: siteSettings.env.projectId,
    dataset: siteSettings.env.dataset,
    apiHost: siteSettings.env.apiHost,
    useProjectHostname: false,
    useCdn: false,
    apiVersion,
    token: localAdminToken,
  })
  const listQueuedMessages = () => client.request<unknown[]>({ url: '/hooks/projects/local/revalidate-site/messages' })
  const startSite = () => site.listen(sitePort, 'localhost')
  const publish = () => client.patch('siteSettings').set({ tagline: 'Changed' }).commit()
  return { client, queued: listQueuedMessages, startSite, publish }
}

describe('first start', () => {
  it('queues no webhooks for the import, and sends the first publish', async () => {
    const { client, queued, startSite, publish } = await startFirstLauncher()
    expect(await client.fetch('count(*[_type == "city"])')).toBeGreaterThan(0)
    expect(await queued()).toEqual([])
    startSite()
    await publish()
    await waitUntil(() => expect(logLines).toEqual(['siteSettings']))
  }, 120_000)
})

describe('import for an existing site', () => {
  it('sends webhooks for all documents, because the site may have other content cached', async () => {
    markServed(join(folder, 'site'))
    const { client, startSite } = await startFirstLauncher()
    startSite()
    const ids = await client.fetch<string[]>('*[_type in ["page", "city", "siteSettings"]]._id')
    expect(ids.length).toBeGreaterThan(0)
    await waitUntil(() => expect(logLines).toEqual(expect.arrayContaining(ids)))
  }, 120_000)
})
