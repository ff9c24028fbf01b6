import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach } from 'vitest'
import { listen, stopListening } from '../../local-server/index.ts'
import { cleanUpAfter } from '../../local-server/tests/servers.ts'
import { startVoice, type VoiceOptions } from '../server.ts'

export const API_KEY = 'local-voice-key'

export const { whenDone, temporaryFolder } = cleanUpAfter(afterEach)

export type JsonResponse = { status: number; headers: Headers; json: any } // eslint-disable-line typescript/no-explicit-any -- tests read arbitrary response fields

export async function startTestVoice(options: Partial<VoiceOptions> = {}) {
  const voice = await startVoice({ port: 0, apiKey: API_KEY, dataDir: temporaryFolder(), ...options })
  whenDone(voice.close)
  const sendRequest = async (
    method: string,
    path: string,
    body?: unknown,
    key: string | null = API_KEY,
  ): Promise<JsonResponse> => {
    const response = await fetch(voice.url + path, {
      method,
      headers: { ...(key !== null && { 'xi-api-key': key }), 'content-type': 'application/json' },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, headers: response.headers, json: isJson ? await response.json() : undefined }
  }
  return { ...voice, ask: sendRequest }
}

export async function startVoiceWithAgent(options: Partial<VoiceOptions> = {}, agent: object = AGENT) {
  const voice = await startTestVoice(options)
  await voice.ask('PUT', '/local/agents/agent_a', agent)
  return voice
}

export type ReceivedRequest = { path: string; headers: IncomingHttpHeaders; body: string }

type Reply = { status?: number; body?: unknown }

export async function startTestSite(reply: (received: ReceivedRequest, count: number) => Reply = () => ({})) {
  const received: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const receivedRequest = { path: request.url ?? '', headers: request.headers, body: await text(request) }
    received.push(receivedRequest)
    const { status = 200, body: responseBody = { status: 'stored' } } = reply(receivedRequest, received.length)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof responseBody === 'string' ? responseBody : JSON.stringify(responseBody))
  })
  whenDone(() => stopListening(server))
  return { received, url: `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}` }
}

export const AGENT = {
  name: 'Sample',
  conversation_config: {
    agent: {
      first_message: 'Hello',
      language: 'en',
      prompt: { prompt: 'Open: {{is_open}}' },
      dynamic_variables: { dynamic_variable_placeholders: { is_open: 'not known' } },
    },
  },
  platform_settings: {
    privacy: { record_voice: true, retention_days: 30, delete_audio: true, delete_transcript_and_pii: true },
    overrides: {
      enable_conversation_initiation_client_data_from_webhook: true,
      conversation_config_override: { agent: { first_message: true, language: true, prompt: { prompt: true } } },
    },
  },
}

export const CALL = {
  agent_id: 'agent_a',
  caller_id: '+13125550142',
  called_number: '+13125550199',
  call_duration_secs: 20,
  main_language: 'en',
  transcript: [
    { role: 'agent', message: 'Hello', time_in_call_secs: 0 },
    { role: 'user', message: 'No heat', time_in_call_secs: 5 },
  ],
  analysis: { transcript_summary: 'No heat' },
}
