import { subDays } from 'date-fns'
import { VOICE_API } from '../../../lib/env.ts'
import { RETENTION_DEFAULTS } from '../../../lib/settings/organization-settings.ts'
import { UserError } from '../progress.ts'
import { type Settings, voiceUrl } from '../settings.ts'
import { COMPANY } from './content.ts'
import type { Rows } from './rows.ts'

type Call = Rows['calls'][number]

async function send(settings: Settings, method: string, path: string, body: unknown): Promise<void> {
  const response = await fetch(`${voiceUrl(settings)}/local/${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'xi-api-key': settings.env.voice.apiKey ?? '' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new UserError(`The local voice vendor refused ${path}: ${await response.text()}`)
}

/** Whether a call is recent enough that its recording has not been deleted; nobody records a call that nobody answers. */
const isRecorded = ({ startedAt, transcript }: Call, now: Date): boolean =>
  Boolean(transcript) && startedAt > subDays(now, RETENTION_DEFAULTS.recordings)

const conversationOf = ({ externalId, startedAt, callerPhone, duration, language, transcript }: Call) => ({
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

/** Gives the sample company its assistant at the local voice vendor, and its recent calls a recording there. */
export async function withRecordings(settings: Settings, calls: Call[], now: Date): Promise<Call[]> {
  await send(settings, 'PUT', `agents/${COMPANY.settings.voiceAgentId}`, {
    name: 'Sample Heating & Air',
    conversation_config: { agent: {} },
  })
  const recorded = calls.filter((call) => isRecorded(call, now))
  await send(settings, 'POST', 'conversations', recorded.map(conversationOf))
  const own = new Set(recorded)
  return calls.map((call) =>
    own.has(call) ? { ...call, recordingUrl: `${VOICE_API}/v1/convai/conversations/${call.externalId}/audio` } : call,
  )
}
