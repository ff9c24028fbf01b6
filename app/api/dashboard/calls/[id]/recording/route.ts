import { runForMember, withId } from '@/lib/dashboard/access/with-access.ts'
import { recordReadEvent } from '@/lib/dashboard/events/read-event.ts'
import { fetchRecording, findRecording, RecordingError } from '@/lib/dashboard/calls/recording.ts'
import { env } from '@/lib/platform/env/env.ts'
import { buildNotFoundResponse } from '@/lib/platform/http/json-input.ts'
import { log } from '@/lib/platform/log/log.ts'

/**
 * Streams the recording from the voice vendor, supports range requests and records the access in the audit log.
 * Responds 404 if there is no recording, and 502 if the vendor fails.
 */
export const GET = withId({ permission: 'org:leads:read', reverification: 'lax' }, async (member, id, request) => {
  const { siteUrl, voice } = env()
  const address = await runForMember(member, (tx) => findRecording(tx, id))
  if (!address) return buildNotFoundResponse('The recording')
  let audio: Response
  try {
    const { apiKey, apiUrl } = voice
    audio = await fetchRecording(address, { range: request.headers.get('range'), siteUrl, apiKey, apiUrl })
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error
    log.warn({ err: error }, 'voice: recording playback failed')
    const message = 'The voice service didn’t send the recording. Try again in a minute.'
    return Response.json({ error: message, reason: 'vendor' }, { status: 502 })
  }
  await runForMember(member, (tx, actor) => recordReadEvent(tx, actor, 'recording.played', id))
  return audio
})
