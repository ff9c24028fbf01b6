import { describe, expect, it } from 'vitest'
import { AGENT, CALL, temporaryFolder, testVoice, voiceWithAgent } from './fixtures.ts'

const DAY = 24 * 60 * 60 * 1000

describe('agents', () => {
  it('are created, read and updated, and omitted fields stay unchanged', async () => {
    const { ask } = await testVoice()
    const made = await ask('POST', '/v1/convai/agents/create', { ...AGENT, tags: ['a'] })
    expect(made.status).toBe(200)
    const path = `/v1/convai/agents/${made.json.agent_id}`
    expect((await ask('GET', path)).json).toMatchObject({ agent_id: made.json.agent_id, ...AGENT, tags: ['a'] })
    const change = {
      conversation_config: { agent: { first_message: 'Good evening' } },
      platform_settings: { privacy: { retention_days: 7 } },
    }
    const changed = await ask('PATCH', path, change)
    expect(changed.json.conversation_config.agent).toMatchObject({
      first_message: 'Good evening',
      prompt: { prompt: 'Open: {{is_open}}' },
    })
    expect(changed.json.platform_settings.privacy).toEqual({
      record_voice: true,
      retention_days: 7,
      delete_audio: true,
      delete_transcript_and_pii: true,
    })
    expect((await ask('GET', path)).json).toEqual(changed.json)
  })

  it('store data collection fields of every documented type', async () => {
    const { ask } = await voiceWithAgent()
    const data_collection = {
      intent: { type: 'string', description: 'Why the caller called', enum: ['repair', 'billing'] },
      visits: { type: 'integer', description: 'Number of visits' },
      fee: { type: 'number', description: 'Fee in dollars' },
      is_owner: { type: 'boolean', description: 'Whether the caller owns the home', enum: null },
    }
    const changed = await ask('PATCH', '/v1/convai/agents/agent_a', { platform_settings: { data_collection } })
    expect(changed.status).toBe(200)
    const { platform_settings } = (await ask('GET', '/v1/convai/agents/agent_a')).json
    expect(platform_settings).toEqual({ ...AGENT.platform_settings, data_collection })
  })

  it('persist after a restart', async () => {
    const dataDir = temporaryFolder()
    const first = await testVoice({ dataDir })
    const { json } = await first.ask('POST', '/v1/convai/agents/create', AGENT)
    await first.close()
    const second = await testVoice({ dataDir })
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
    const { ask } = await testVoice()
    const answer = await ask(method, path, body, key)
    expect(answer.status).toBe(status)
    expect(answer.json).toEqual({ detail: { status: code, message: expect.any(String) } })
  })

  it.each([
    [{ intent: { type: 'text' } }, ['intent', 'type']],
    [{ intent: { description: 'No type' } }, ['intent', 'type']],
    [{ intent: { type: 'string', description: 1 } }, ['intent', 'description']],
    [{ intent: { type: 'string', enum: 'repair' } }, ['intent', 'enum']],
    [{ intent: { type: 'string', enum: [1] } }, ['intent', 'enum', 0]],
  ])('reject invalid data collection: %j', async (data_collection, place) => {
    const { ask } = await voiceWithAgent()
    const { status, json } = await ask('PATCH', '/v1/convai/agents/agent_a', { platform_settings: { data_collection } })
    expect(status).toBe(422)
    expect(json.detail[0].loc).toEqual(['body', 'platform_settings', 'data_collection', ...place])
  })

  it('contain the location of an invalid field', async () => {
    const { ask } = await voiceWithAgent()
    const change = { platform_settings: { privacy: { retention_days: 'many' } } }
    const { status, json } = await ask('PATCH', '/v1/convai/agents/agent_a', change)
    expect(status).toBe(422)
    const loc = ['body', 'platform_settings', 'privacy', 'retention_days']
    expect(json.detail).toEqual([{ loc, msg: expect.any(String), type: 'invalid_type' }])
  })

  it('are simulated the requested number of times', async () => {
    const { ask } = await voiceWithAgent()
    await ask('POST', '/local/faults', { status: 429, times: 2 })
    const statuses = []
    for (let time = 0; time < 3; time += 1) statuses.push((await ask('GET', '/v1/convai/agents/agent_a')).status)
    expect(statuses).toEqual([429, 429, 200])
  })
})

describe('conversations', () => {
  const stored = async (privacy: object, now: () => number = Date.now) => {
    const voice = await voiceWithAgent({ now }, { ...AGENT, platform_settings: { privacy } })
    const { json } = await voice.ask('POST', '/local/conversations', [{ ...CALL, conversation_id: 'conv_1' }])
    expect(json).toEqual({ conversation_ids: ['conv_1'] })
    return { ...voice, path: '/v1/convai/conversations/conv_1' }
  }

  it('include transcript and playable audio', async () => {
    const { ask, path } = await stored({ record_voice: true })
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
    const { url, path } = await stored({ record_voice: true })
    const response = await fetch(`${url}${path}/audio`, { headers: { 'xi-api-key': 'local-voice-key' } })
    const sound = Buffer.from(await response.arrayBuffer())
    expect(sound.subarray(0, 4).toString() + sound.subarray(8, 12).toString()).toBe('RIFFWAVE')
    expect(sound.readUInt32LE(40)).toBe(sound.length - 44)
    expect(sound.readUInt32LE(40) / sound.readUInt32LE(28)).toBe(20)
    expect(new Set(sound.subarray(44)).size).toBeGreaterThan(20)
  })

  it('are unavailable after deletion', async () => {
    const { ask, path } = await stored({})
    expect((await ask('DELETE', path)).status).toBe(200)
    const answers = [await ask('GET', path), await ask('GET', `${path}/audio`), await ask('DELETE', path)]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  })

  it('have no audio if recording is disabled', async () => {
    const { ask, path } = await stored({ record_voice: false })
    expect((await ask('GET', path)).json.has_audio).toBe(false)
    expect((await ask('GET', `${path}/audio`)).status).toBe(404)
  })

  it.each([
    ['audio and transcript', { delete_audio: true, delete_transcript_and_pii: true }, [0, false]],
    ['only audio', { delete_audio: true }, [2, false]],
    ['only the transcript', { delete_transcript_and_pii: true }, [0, true]],
    ['nothing', {}, [2, true]],
  ])('lose %s after the retention time', async (_, privacy, left) => {
    let now = Date.now()
    const { ask, path } = await stored({ retention_days: 3, ...privacy }, () => now)
    const look = async () => {
      const { json } = await ask('GET', path)
      return [json.transcript.length, json.has_audio]
    }
    now += 3 * DAY - 60_000
    expect(await look()).toEqual([2, true])
    now += 60_000
    expect(await look()).toEqual(left)
  })

  it('keep their retention unless a change applies to existing ones', async () => {
    let now = Date.now()
    const { ask, path } = await stored({ retention_days: 30, delete_audio: true }, () => now)
    const shorten = (apply: boolean) =>
      ask('PATCH', '/v1/convai/agents/agent_a', {
        platform_settings: { privacy: { retention_days: 1, apply_to_existing_conversations: apply } },
      })
    now += 2 * DAY
    await shorten(false)
    expect((await ask('GET', path)).json.has_audio).toBe(true)
    await shorten(true)
    expect((await ask('GET', path)).json.has_audio).toBe(false)
  })
})
