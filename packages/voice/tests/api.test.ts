import { describe, expect, it } from 'vitest'
import { AGENT, CALL, temporaryFolder, startTestVoice, startVoiceWithAgent } from './fixtures.ts'

const DAY_MS = 24 * 60 * 60 * 1000

describe('agents', () => {
  it('are created, read and updated, and omitted fields stay unchanged', async () => {
    const { ask } = await startTestVoice()
    const created = await ask('POST', '/v1/convai/agents/create', { ...AGENT, tags: ['a'] })
    expect(created.status).toBe(200)
    const path = `/v1/convai/agents/${created.json.agent_id}`
    expect((await ask('GET', path)).json).toMatchObject({ agent_id: created.json.agent_id, ...AGENT, tags: ['a'] })
    const change = {
      conversation_config: { agent: { first_message: 'Good evening' } },
      platform_settings: { privacy: { retention_days: 7 } },
    }
    const updated = await ask('PATCH', path, change)
    expect(updated.json.conversation_config.agent).toMatchObject({
      first_message: 'Good evening',
      prompt: { prompt: 'Open: {{is_open}}' },
    })
    expect(updated.json.platform_settings.privacy).toEqual({
      record_voice: true,
      retention_days: 7,
      delete_audio: true,
      delete_transcript_and_pii: true,
    })
    expect((await ask('GET', path)).json).toEqual(updated.json)
  })

  it('store data collection fields of every documented type', async () => {
    const { ask } = await startVoiceWithAgent()
    const data_collection = {
      intent: { type: 'string', description: 'Why the caller called', enum: ['repair', 'billing'] },
      visits: { type: 'integer', description: 'Number of visits' },
      fee: { type: 'number', description: 'Fee in dollars' },
      is_owner: { type: 'boolean', description: 'Whether the caller owns the home', enum: null },
    }
    const updated = await ask('PATCH', '/v1/convai/agents/agent_a', { platform_settings: { data_collection } })
    expect(updated.status).toBe(200)
    const { platform_settings } = (await ask('GET', '/v1/convai/agents/agent_a')).json
    expect(platform_settings).toEqual({ ...AGENT.platform_settings, data_collection })
  })

  it('persist after a restart', async () => {
    const dataDir = temporaryFolder()
    const first = await startTestVoice({ dataDir })
    const { json } = await first.ask('POST', '/v1/convai/agents/create', AGENT)
    await first.close()
    const second = await startTestVoice({ dataDir })
    expect((await second.ask('GET', `/v1/convai/agents/${json.agent_id}`)).json).toMatchObject(AGENT)
  })
})

describe('error responses', () => {
  it.each([
    ['no key', 'GET', '/v1/convai/agents/agent_a', undefined, null, 401, 'needs_authorization'],
    ['a wrong key', 'GET', '/v1/convai/agents/agent_a', undefined, 'wrong', 401, 'invalid_api_key'],
    ['a wrong key on a local endpoint', 'POST', '/local/calls', CALL, 'wrong', 401, 'invalid_api_key'],
    ['an unknown agent', 'PATCH', '/v1/convai/agents/agent_a', {}, undefined, 404, 'agent_not_found'],
    ['an unknown call', 'GET', '/v1/convai/conversations/a', undefined, undefined, 404, 'conversation_not_found'],
    [
      'deleting an unknown call',
      'DELETE',
      '/v1/convai/conversations/a',
      undefined,
      undefined,
      404,
      'conversation_not_found',
    ],
    ['malformed JSON', 'PATCH', '/v1/convai/agents/agent_a', '{', undefined, 400, 'invalid_body'],
    ['an unsupported endpoint', 'GET', '/v1/convai/tools', undefined, undefined, 501, 'not_supported_locally'],
  ])('match the vendor format for %s', async (_, method, path, body, key, status, code) => {
    const { ask } = await startTestVoice()
    const response = await ask(method, path, body, key)
    expect(response.status).toBe(status)
    expect(response.json).toEqual({ detail: { status: code, message: expect.any(String) } })
  })

  it.each([
    [{ intent: { type: 'text' } }, ['intent', 'type']],
    [{ intent: { description: 'No type' } }, ['intent', 'type']],
    [{ intent: { type: 'string', description: 1 } }, ['intent', 'description']],
    [{ intent: { type: 'string', enum: 'repair' } }, ['intent', 'enum']],
    [{ intent: { type: 'string', enum: [1] } }, ['intent', 'enum', 0]],
  ])('reject invalid data collection: %j', async (data_collection, location) => {
    const { ask } = await startVoiceWithAgent()
    const { status, json } = await ask('PATCH', '/v1/convai/agents/agent_a', { platform_settings: { data_collection } })
    expect(status).toBe(422)
    expect(json.detail[0].loc).toEqual(['body', 'platform_settings', 'data_collection', ...location])
  })

  it('contain the location of an invalid field', async () => {
    const { ask } = await startVoiceWithAgent()
    const change = { platform_settings: { privacy: { retention_days: 'many' } } }
    const { status, json } = await ask('PATCH', '/v1/convai/agents/agent_a', change)
    expect(status).toBe(422)
    const loc = ['body', 'platform_settings', 'privacy', 'retention_days']
    expect(json.detail).toEqual([{ loc, msg: expect.any(String), type: 'invalid_type' }])
  })

  it('are simulated the requested number of times', async () => {
    const { ask } = await startVoiceWithAgent()
    await ask('POST', '/local/faults', { status: 429, times: 2 })
    const statuses = []
    for (let time = 0; time < 3; time += 1) statuses.push((await ask('GET', '/v1/convai/agents/agent_a')).status)
    expect(statuses).toEqual([429, 429, 200])
  })
})

describe('conversations', () => {
  const storeWithPrivacy = async (privacy: object, now: () => number = Date.now) => {
    const voice = await startVoiceWithAgent({ now }, { ...AGENT, platform_settings: { privacy } })
    const { json } = await voice.ask('POST', '/local/conversations', [{ ...CALL, conversation_id: 'conv_1' }])
    expect(json).toEqual({ conversation_ids: ['conv_1'] })
    return { ...voice, path: '/v1/convai/conversations/conv_1' }
  }

  it('include transcript and playable audio', async () => {
    const { ask, path } = await storeWithPrivacy({ record_voice: true })
    expect((await ask('GET', path)).json).toMatchObject({
      agent_id: 'agent_a',
      conversation_id: 'conv_1',
      status: 'done',
      transcript: CALL.transcript,
      metadata: { call_duration_secs: 20, phone_call: { external_number: CALL.caller_id } },
      analysis: CALL.analysis,
      has_audio: true,
    })
    const { status, headers } = await ask('GET', `${path}/audio`)
    expect([status, headers.get('content-type')]).toEqual([200, 'audio/wav'])
  })

  it('have audible audio of the same length as the call', async () => {
    const { url, path } = await storeWithPrivacy({ record_voice: true })
    const response = await fetch(`${url}${path}/audio`, { headers: { 'xi-api-key': 'local-voice-key' } })
    const audio = Buffer.from(await response.arrayBuffer())
    expect(audio.subarray(0, 4).toString() + audio.subarray(8, 12).toString()).toBe('RIFFWAVE')
    expect(audio.readUInt32LE(40)).toBe(audio.length - 44)
    expect(audio.readUInt32LE(40) / audio.readUInt32LE(28)).toBe(20)
    expect(new Set(audio.subarray(44)).size).toBeGreaterThan(20)
  })

  it('are unavailable after deletion', async () => {
    const { ask, path } = await storeWithPrivacy({})
    expect((await ask('DELETE', path)).status).toBe(200)
    const responses = [await ask('GET', path), await ask('GET', `${path}/audio`), await ask('DELETE', path)]
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404])
  })

  it('have no audio if recording is disabled', async () => {
    const { ask, path } = await storeWithPrivacy({ record_voice: false })
    expect((await ask('GET', path)).json.has_audio).toBe(false)
    expect((await ask('GET', `${path}/audio`)).status).toBe(404)
  })

  it.each([
    ['audio and transcript', { delete_audio: true, delete_transcript_and_pii: true }, [0, false]],
    ['only audio', { delete_audio: true }, [2, false]],
    ['only the transcript', { delete_transcript_and_pii: true }, [0, true]],
    ['nothing', {}, [2, true]],
  ])('lose %s after the retention time', async (_, privacy, remaining) => {
    let now = Date.now()
    const { ask, path } = await storeWithPrivacy({ retention_days: 3, ...privacy }, () => now)
    const readConversation = async () => {
      const { json } = await ask('GET', path)
      return [json.transcript.length, json.has_audio]
    }
    now += 3 * DAY_MS - 60_000
    expect(await readConversation()).toEqual([2, true])
    now += 60_000
    expect(await readConversation()).toEqual(remaining)
  })

  it('keep their retention period unless a change applies to existing conversations', async () => {
    let now = Date.now()
    const { ask, path } = await storeWithPrivacy({ retention_days: 30, delete_audio: true }, () => now)
    const shortenRetention = (apply: boolean) =>
      ask('PATCH', '/v1/convai/agents/agent_a', {
        platform_settings: { privacy: { retention_days: 1, apply_to_existing_conversations: apply } },
      })
    now += 2 * DAY_MS
    await shortenRetention(false)
    expect((await ask('GET', path)).json.has_audio).toBe(true)
    await shortenRetention(true)
    expect((await ask('GET', path)).json.has_audio).toBe(false)
  })
})
