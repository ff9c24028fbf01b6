import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  AGENT,
  CALL,
  type ReceivedRequest,
  temporaryFolder,
  startTestSite,
  startTestVoice,
  startVoiceWithAgent,
} from './fixtures.ts'

const SECRET = 'a-secret-of-the-webhook'

const CLIENT_DATA = {
  type: 'conversation_initiation_client_data',
  dynamic_variables: { is_open: 'yes' },
  conversation_config_override: {
    agent: { first_message: 'Good evening', prompt: { prompt: 'Now open: {{is_open}}' } },
  },
}

const startSite = (start: unknown, status = 200) =>
  startTestSite(({ path }) => (path === '/start' ? { status, body: start } : {}))

async function placeCall(site: { url: string }, agent: object = AGENT) {
  const startWebhook = { url: `${site.url}/start`, headers: { 'x-secret': 'of-the-start' } }
  const postCallWebhook = { url: `${site.url}/over`, secret: SECRET }
  const voice = await startVoiceWithAgent({ startWebhook, postCallWebhook }, agent)
  return { ...voice, answer: await voice.ask('POST', '/local/calls', CALL) }
}

describe('incoming call', () => {
  it('uses the start webhook, is stored and triggers a signed report', async () => {
    const site = await startSite(CLIENT_DATA)
    const { ask, answer } = await placeCall(site)
    const id = answer.json.conversation_id
    expect(answer.json).toMatchObject({
      begin: { start: 'answered', first_message: 'Good evening', prompt: 'Now open: yes', missing_variables: [] },
      delivery: { status: 200, body: '{"status":"stored"}', will_retry: false },
    })
    const [start, endRequest] = site.received as [ReceivedRequest, ReceivedRequest]
    expect(start.headers['x-secret']).toBe('of-the-start')
    expect(JSON.parse(start.body)).toEqual({
      caller_id: CALL.caller_id,
      agent_id: 'agent_a',
      called_number: CALL.called_number,
      call_sid: expect.stringMatching(/^CA[0-9a-f]{32}$/),
    })
    const event = JSON.parse(endRequest.body)
    const stored = (await ask('GET', `/v1/convai/conversations/${id}`)).json
    expect(event).toEqual({
      type: 'post_call_transcription',
      event_timestamp: expect.any(Number),
      data: stored,
    })
    expect(stored).toMatchObject({ agent_id: 'agent_a', conversation_id: id, has_audio: true })
    expect(stored.conversation_initiation_client_data).toMatchObject(CLIENT_DATA)
    const [, seconds, signature] =
      /^t=(\d+),v0=([0-9a-f]{64})$/.exec(String(endRequest.headers['elevenlabs-signature'])) ?? []
    expect(signature).toBe(createHmac('sha256', SECRET).update(`${seconds}.${endRequest.body}`).digest('hex'))
    expect(Math.abs(Number(seconds) - Date.now() / 1000)).toBeLessThan(60)
  })

  it.each([
    ['fails', 'no', 500, { start: 'failed', reason: 'HTTP 500' }],
    ['is not JSON', 'no', 200, { start: 'failed' }],
    ['has another format', { dynamic_variables: [] }, 200, { start: 'failed' }],
  ])("uses the agent's defaults if the webhook response %s", async (_, start, status, expected) => {
    const { answer } = await placeCall(await startSite(start, status))
    expect(answer.json.begin).toMatchObject({ ...expected, first_message: 'Hello', prompt: 'Open: not known' })
    expect(answer.json.delivery.status).toBe(200)
  })

  it('applies only overrides that the agent allows', async () => {
    const { overrides } = AGENT.platform_settings
    const config = { agent: { ...overrides.conversation_config_override.agent, first_message: false } }
    const agent = { ...AGENT, platform_settings: { overrides: { ...overrides, conversation_config_override: config } } }
    const { answer } = await placeCall(await startSite(CLIENT_DATA), agent)
    expect(answer.json.begin).toMatchObject({ first_message: 'Hello', prompt: 'Now open: yes' })
  })

  it('skips the start webhook if the agent does not use it', async () => {
    const site = await startSite(CLIENT_DATA)
    const { answer } = await placeCall(site, { ...AGENT, platform_settings: {} })
    expect(answer.json.begin).toMatchObject({ start: 'not_asked', first_message: 'Hello' })
    expect(site.received.map(({ path }) => path)).toEqual(['/over'])
  })

  it('reports variables that have no value', async () => {
    const agent = { ...AGENT, conversation_config: { agent: { prompt: { prompt: '{{a}} {{is_open}}' } } } }
    const data = { ...CLIENT_DATA, conversation_config_override: undefined }
    const { answer } = await placeCall(await startSite(data), agent)
    expect(answer.json.begin.missing_variables).toEqual(['a'])
  })
})

describe('call with collected data', () => {
  it('is reported unchanged, including unknown fields', async () => {
    const site = await startSite(CLIENT_DATA)
    const data_collection = { intent: { type: 'string', description: 'Why', enum: ['repair'] } }
    const agent = { ...AGENT, platform_settings: { data_collection } }
    const voice = await startVoiceWithAgent({ postCallWebhook: { url: `${site.url}/over`, secret: SECRET } }, agent)
    const analysis = {
      data_collection_results: {
        intent: { data_collection_id: 'intent', value: 'repair', rationale: 'No heat' },
        danger: { data_collection_id: 'danger', value: null },
      },
    }
    const { status } = await voice.ask('POST', '/local/calls', { ...CALL, analysis })
    expect(status).toBe(200)
    expect(JSON.parse(site.received.at(-1)?.body ?? '').data.analysis).toEqual(analysis)
  })
})

describe('failed call report', () => {
  it('is retried until it succeeds', async () => {
    const site = await startTestSite((_received, count) => ({ status: count === 1 ? 503 : 200 }))
    const voice = await startVoiceWithAgent({ postCallWebhook: { url: site.url, secret: SECRET } })
    const { json } = await voice.ask('POST', '/local/calls', CALL)
    expect(json.delivery).toMatchObject({ status: 503, will_retry: true })
    await expect.poll(() => site.received.length).toBe(2)
    expect(site.received[1]?.body).toBe(site.received[0]?.body)
    const countAttempts = async () => (await voice.ask('GET', '/local/webhook_attempts')).json.length
    await expect.poll(countAttempts).toBe(2)
  })

  it('is sent after a restart', async () => {
    const dataDir = temporaryFolder()
    let isUp = false
    const site = await startTestSite(() => ({ status: isUp ? 200 : 503 }))
    const options = { dataDir, postCallWebhook: { url: site.url, secret: SECRET } }
    const first = await startVoiceWithAgent(options)
    await first.ask('POST', '/local/calls', CALL)
    await first.close()
    isUp = true
    const receivedBefore = site.received.length
    await startTestVoice(options)
    await expect.poll(() => site.received.length).toBe(receivedBefore + 1)
    expect(JSON.parse(site.received.at(-1)?.body ?? '').type).toBe('post_call_transcription')
  })
})
