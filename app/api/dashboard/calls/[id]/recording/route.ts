import { forMember, withId } from '@/lib/dashboard/access/with-access.ts'
import { recordReading } from '@/lib/dashboard/events/reading.ts'
import { fetchRecording, findRecording, RecordingError } from '@/lib/dashboard/calls/recording.ts'
import { env } from '@/lib/platform/env/env.ts'
import { notFound } from '@/lib/platform/http/json-input.ts'
import { log } from '@/lib/platform/log/log.ts'

/**
 * Streams the recording from the voice vendor, supports range requests and records the access in the audit log.
 * Responds 404 without a recording and 502 if the vendor fails.
 */
export const GET = withId({ permission: 'org:leads:read', reverification: 'lax' }, async (member, id, request) => {
  const { siteUrl, voice } = env()
  const address = await forMember(member, (tx) => findRecording(tx, id))
  if (!address) return notFound('The recording')
  let sound: Response
  try {
    const { apiKey, apiUrl } = voice
    sound = await fetchRecording(address, { range: request.headers.get('range'), siteUrl, apiKey, apiUrl })
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error
    log.warn({ err: error }, 'voice: recording playback failed')
    const words = 'The voice service didn’t send the recording. Try again in a minute.'
    return Response.json({ error: words, reason: 'vendor' }, { status: 502 })
  }
  await forMember(member, (tx, actor) => recordReading(tx, actor, 'recording.played', id))
  return sound
})
