import { subDays } from 'date-fns'
import { type Env, DEFAULT_VOICE_API_URL } from '../../../lib/platform/env/env.ts'
import { RETENTION_DEFAULTS } from '../../../lib/dashboard/model/organization-settings.ts'
import { COMPANY, SampleDataError } from './content.ts'
import type { Rows } from './rows.ts'

type Call = Rows['calls'][number]

async function send({ apiUrl, apiKey }: Env['voice'], method: string, path: string, body: unknown): Promise<void> {
  const response = await fetch(`${apiUrl}/local/${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'xi-api-key': apiKey ?? '' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new SampleDataError(`The local voice vendor rejected ${path}: ${await response.text()}`)
}

/** Returns whether a call has a recording: it was answered and is within the retention period. */
const isRecorded = ({ startedAt, transcript }: Call, now: Date): boolean =>
  Boolean(transcript) && startedAt > subDays(now, RETENTION_DEFAULTS.recordings)

const buildConversation = ({ externalId, startedAt, callerPhone, duration, language, transcript }: Call) => ({
  agent_id: COMPANY.settings.voiceAgentId,
  conversation_id: externalId,
  caller_id: callerPhone,
  start_time_unix_secs: Math.floor(startedAt.getTime() / 1000),
  call_duration_secs: duration ?? 0,
  main_language: language,
  transcript: transcript?.map(({ speaker, text, at }) => ({
    role: speaker === 'caller' ? 'user' : 'agent',
    message: text,
    time_in_call_secs: at,
  })),
})

export async function uploadRecordings(voice: Env['voice'], calls: Call[], now: Date): Promise<Call[]> {
  await send(voice, 'PUT', `agents/${COMPANY.settings.voiceAgentId}`, {
    name: 'Sample Heating & Air',
    conversation_config: { agent: {} },
  })
  const recordedCalls = calls.filter((call) => isRecorded(call, now))
  await send(voice, 'POST', 'conversations', recordedCalls.map(buildConversation))
  const recordedSet = new Set(recordedCalls)
  return calls.map((call) =>
    recordedSet.has(call)
      ? { ...call, recordingUrl: `${DEFAULT_VOICE_API_URL}/v1/convai/conversations/${call.externalId}/audio` }
      : call,
  )
}
