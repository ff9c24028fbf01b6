import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fetchRecording } from '../../lib/calls/recording.ts'
import { calls } from '../../lib/db/schema/index.ts'
import { doDueWork } from '../../lib/outgoing/worker.ts'
import { handOver } from '../../lib/voice/handover.ts'
import { START_SECRET_HEADER } from '../../lib/voice/start-secret.ts'
import { startVoice, type Voice } from '../../packages/voice/index.ts'
import { callAtVendor } from '../../scripts/support/simulate.ts'
import { forgetPool } from '../support/forget-pool.ts'
import { openedDatabase } from '../support/opened-database.ts'
import { stubSiteEnv } from '../support/site-env.ts'
import { noted, organizationOf } from './voice-fixtures.ts'

const SECRET = 'a-secret-that-is-long-enough'
const KEY = 'local'

/** The site has it already, and the vendor has not. */
const NEWER_SECRET = 'a-newer-secret-that-is-long-enough'

type Route = (request: Request) => Promise<Response>

/** A simulated call takes the whole way that a real one takes: the vendor asks the site, and reports to it. */
describe('a call at the local voice vendor', () => {
  const opened = openedDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'voice-'))
  let site: Server
  let siteUrl: string
  let voice: Voice

  beforeAll(async () => {
    stubSiteEnv({ DATABASE_URL: opened.url })
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
      const answer = await routes[request.url ?? '']?.(
        new Request(siteUrl + request.url, { method: 'POST', body, headers }),
      )
      response.writeHead(answer?.status ?? 404, { 'content-type': 'application/json' }).end(await answer?.text())
    })
    await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening))
    siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
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
    site.closeAllConnections()
    site.close()
    await forgetPool()
    vi.unstubAllEnvs()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('begins with what the company has set, is stored, and can be heard', async () => {
    const company = organizationOf(opened.db, 'org_a')
    const headers = { 'xi-api-key': KEY, 'content-type': 'application/json' }
    await fetch(`${voice.url}/local/agents/agent_a`, { method: 'PUT', headers, body: '{}' })
    await company.setAgent('agent_a', 'agent')
    await doDueWork(
      opened.db,
      'assistant-handover',
      handOver({ apiUrl: voice.url, apiKey: KEY, companyName: async () => 'Sample Heating' }),
      { log: noted().log },
    )
    const line = { siteUrl, agentId: 'agent_a', zone: 'America/Chicago' }
    // The start webhook returns SAFE_ANSWER if a busy machine misses its deadline of 250 ms: then the call is placed again.
    const call = await vi.waitFor(async () => {
      await company.within(({ db }) => db.delete(calls))
      expect(await callAtVendor(line, { url: voice.url, apiKey: KEY })).toBe('stored')
      const [stored] = await company.within(({ db }) => db.select().from(calls))
      const conversation = await fetch(`${voice.url}/v1/convai/conversations/${stored?.externalId}`, { headers })
      expect(await conversation.json()).toMatchObject({
        agent_id: 'agent_a',
        conversation_initiation_client_data: { dynamic_variables: { is_open: 'no', paging_minutes: '5' } },
      })
      return stored
    }, 20_000)
    const sound = await fetchRecording(call?.recordingUrl ?? '', {
      range: 'bytes=0-3',
      siteUrl,
      apiKey: KEY,
      apiUrl: voice.url,
    })
    expect([sound.status, sound.headers.get('content-type'), await sound.text()]).toEqual([206, 'audio/wav', 'RIFF'])
    await expect.poll(async () => (await company.handover())?.askedAt).toBeInstanceOf(Date)
  })

  it('says what is wrong where the vendor does not know the assistant, or the site does not answer', async () => {
    const line = { siteUrl, agentId: 'agent_x', zone: 'America/Chicago' }
    await expect(callAtVendor(line, { url: voice.url, apiKey: KEY })).rejects.toThrow(
      'does not know the sample company',
    )
    await expect(callAtVendor(line, { url: 'http://127.0.0.1:9', apiKey: KEY })).rejects.toThrow('npm start')
  })
})
