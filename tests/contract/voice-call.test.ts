import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fetchRecording } from '../../lib/dashboard/calls/recording.ts'
import { runDueJobs } from '../../lib/platform/jobs/worker.ts'
import { createSyncHandler } from '../../lib/dashboard/voice/sync.ts'
import { START_SECRET_HEADER } from '../../lib/dashboard/voice/start-secret.ts'
import { startVoice, type Voice } from '../../packages/voice/index.ts'
import { placeVendorCall } from '../../scripts/support/simulate.ts'
import { closeServer, listenOnFreePort } from '../support/http.ts'
import { resetPool } from '../support/reset-pool.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import { stubSiteEnv } from '../support/site-env.ts'
import { calls } from '../support/tables.ts'
import { createLog, getOrganization } from './voice-fixtures.ts'

const SECRET = 'a-secret-that-is-long-enough'
const KEY = 'local'

const NEWER_SECRET = 'a-newer-secret-that-is-long-enough'

type Route = (request: Request) => Promise<Response>

/* A simulated call follows the path of a real one: the vendor calls the site's webhooks. */
describe('call through the local voice vendor', () => {
  const database = setUpDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'voice-'))
  let site: Server
  let siteUrl: string
  let voice: Voice

  beforeAll(async () => {
    stubSiteEnv({ DATABASE_URL: database.url })
    vi.stubEnv('VOICE_WEBHOOK_SECRET', `${NEWER_SECRET},${SECRET}`)
    vi.stubEnv('VOICE_START_SECRET', SECRET)
    vi.resetModules()
    const routes: Record<string, Route> = {
      '/api/webhooks/voice': (await import('../../app/api/webhooks/voice/route.ts')).POST,
      '/api/webhooks/voice/start': (await import('../../app/api/webhooks/voice/start/route.ts')).POST,
    }
    site = createServer(async (request, response) => {
      const body = await text(request)
      const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)])
      const forwardedRequest = new Request(siteUrl + request.url, { method: 'POST', body, headers })
      const routeResponse = await routes[request.url ?? '']?.(forwardedRequest)
      response
        .writeHead(routeResponse?.status ?? 404, { 'content-type': 'application/json' })
        .end(await routeResponse?.text())
    })
    siteUrl = `http://127.0.0.1:${await listenOnFreePort(site)}`
    voice = await startVoice({
      port: 0,
      apiKey: KEY,
      dataDir,
      startWebhook: { url: `${siteUrl}/api/webhooks/voice/start`, headers: { [START_SECRET_HEADER]: SECRET } },
      postCallWebhook: { url: `${siteUrl}/api/webhooks/voice`, secret: SECRET },
    })
  })
  afterAll(async () => {
    await voice.close()
    await closeServer(site)
    await resetPool()
    vi.unstubAllEnvs()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it("starts with the company's settings, and is stored with a recording", async () => {
    const company = getOrganization(database.db, 'org_a')
    const headers = { 'xi-api-key': KEY, 'content-type': 'application/json' }
    await fetch(`${voice.url}/local/agents/agent_a`, { method: 'PUT', headers, body: '{}' })
    await company.setAgent('agent_a', 'agent')
    const handler = createSyncHandler({ apiUrl: voice.url, apiKey: KEY, companyName: async () => 'Sample Heating' })
    await runDueJobs(database.db, 'assistant-handover', handler, { log: createLog().log })
    const line = { siteUrl, agentId: 'agent_a', zone: 'America/Chicago' }
    // On a slow machine, the start webhook can exceed 250 ms and return FALLBACK_RESPONSE. The call is then repeated.
    const call = await vi.waitFor(async () => {
      await company.within(({ db }) => db.delete(calls))
      expect(await placeVendorCall(line, { url: voice.url, apiKey: KEY })).toBe('stored')
      const [storedCall] = await company.within(({ db }) => db.select().from(calls))
      const conversation = await fetch(`${voice.url}/v1/convai/conversations/${storedCall?.externalId}`, { headers })
      expect(await conversation.json()).toMatchObject({
        agent_id: 'agent_a',
        conversation_initiation_client_data: { dynamic_variables: { is_open: 'no', paging_minutes: '5' } },
      })
      return storedCall
    }, 20_000)
    const recordingOptions = { siteUrl, apiKey: KEY, apiUrl: voice.url }
    const recording = await fetchRecording(call?.recordingUrl ?? '', { range: 'bytes=0-3', ...recordingOptions })
    expect([recording.status, recording.headers.get('content-type'), await recording.text()]).toEqual([
      206,
      'audio/wav',
      'RIFF',
    ])
    await expect.poll(async () => (await company.handover())?.askedAt).toBeInstanceOf(Date)
  })

  it('fails with a clear error for an unknown assistant or an unreachable vendor', async () => {
    const line = { siteUrl, agentId: 'agent_x', zone: 'America/Chicago' }
    const call = (url: string) => placeVendorCall(line, { url, apiKey: KEY })
    await expect(call(voice.url)).rejects.toThrow('does not have the sample company')
    await expect(call('http://127.0.0.1:9')).rejects.toThrow('npm start')
  })
})
