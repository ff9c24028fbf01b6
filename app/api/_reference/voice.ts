import { z } from 'zod'
import type { Operation } from '@/lib/site/api-reference/openapi.ts'
import { BODY_LIMITS } from '@/lib/platform/http/body-limits.ts'
import { postCallEvent } from '@/lib/dashboard/voice/event.ts'
import { TRANSCRIPT_LIMIT } from '@/lib/dashboard/voice/receive.ts'
import { SIGNATURE_HEADER } from '@/lib/dashboard/voice/signature.ts'
import { errorAnswer } from './problem.ts'
import { formatNumber } from '@/lib/values/format.ts'

const MAX_BODY_BYTES = BODY_LIMITS['/api/webhooks/voice']

const outcome = z.enum(['stored', 'repeated', 'unknown-agent', 'ignored'])

export const voice: Operation = {
  id: 'voice',
  group: 'Webhooks',
  method: 'POST',
  path: '/api/webhooks/voice',
  summary: 'Report a call that has ended',
  description: [
    'The voice vendor calls this once it has analysed a call. The call, its lead and its visit are stored once, however often the event comes.',
    `Of a long call the first ${formatNumber(TRANSCRIPT_LIMIT.lines)} lines are stored, at most ${formatNumber(TRANSCRIPT_LIMIT.characters)} characters in all; other texts that are too long are cut.`,
    'The request carries a signature of its body, made with the secret that the site and the vendor share. A signature is good for half an hour.',
  ],
  params: {
    header: z.object({
      [SIGNATURE_HEADER]: z.string().meta({
        description: 'Time in seconds and signature: HMAC-SHA256 of the time, a dot and the body, in hexadecimal',
        example: 't=1767312000,v0=…',
      }),
    }),
  },
  body: {
    schema: postCallEvent,
    example: {
      type: 'post_call_transcription',
      data: {
        agent_id: 'agent_01',
        conversation_id: 'conv_01',
        transcript: [{ role: 'user', message: 'The furnace clicks but it does not light.', time_in_call_secs: 9 }],
        metadata: {
          start_time_unix_secs: 1767338040,
          call_duration_secs: 134,
          phone_call: { external_number: '+12125550142' },
        },
        analysis: { transcript_summary: 'No heat since last night; booked for the morning.' },
      },
    },
  },
  answers: [
    {
      status: 200,
      description: 'The event is stored, was stored before, or is none that this site needs.',
      schema: z.object({ status: outcome }),
      examples: { stored: { status: 'stored' } },
    },
    errorAnswer(400, 'The body is no event.', 'The body is not an event as JSON'),
    errorAnswer(
      401,
      'No signature, a wrong one, or one that is too old.',
      'The signature is missing, wrong or too old',
    ),
    errorAnswer(
      413,
      `The body is larger than ${MAX_BODY_BYTES / 1024 ** 2} MB.`,
      `The body is larger than ${MAX_BODY_BYTES} bytes`,
    ),
    errorAnswer(422, 'The event has another form.', 'The event is not in the form that the vendor documents'),
    errorAnswer(503, 'Deliver the event again.', 'The database does not answer: deliver the event again'),
  ],
}
