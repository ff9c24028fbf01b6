import { withAccess } from '@/lib/auth/with-access.ts'
import { recordReading } from '@/lib/events/reading.ts'
import { fetchRecording, findRecording, RecordingError } from '@/lib/calls/recording.ts'
import { forMember } from '@/lib/auth/for-member.ts'
import { env } from '@/lib/env.ts'
import { notFound } from '@/lib/http/json-input.ts'
import { log } from '@/lib/log/log.ts'

type Context = { params: Promise<{ id: string }> }

/**
 * The sound of a call, passed on from the voice vendor, also in pieces as a player asks for them. Who listens is in the log.
 * 404 without a recording, 502 when the vendor does not give it.
 */
export const GET = withAccess(
  { permission: 'org:leads:read', reverification: 'lax' },
  async (member, request, { params }: Context) => {
    const { id } = await params
    const { siteUrl, voice } = env()
    const address = await forMember(member, (tx) => findRecording(tx, id))
    if (!address) return notFound('The recording')
    let sound: Response
    try {
      const { apiKey, apiUrl } = voice
      sound = await fetchRecording(address, { range: request.headers.get('range'), siteUrl, apiKey, apiUrl })
    } catch (error) {
      if (!(error instanceof RecordingError)) throw error
      log.warn({ err: error }, 'A recording could not be played')
      const words = 'The recording does not come from the voice service. Try again in a minute.'
      return Response.json({ error: words, reason: 'vendor' }, { status: 502 })
    }
    await forMember(member, (tx, actor) => recordReading(tx, actor, 'recording.played', id))
    return sound
  },
)
