import { z } from 'zod'
import type { Operation } from '@/lib/site/api-reference/openapi.ts'
import { BODY_LIMITS } from '@/lib/platform/http/body-limits.ts'
import { postCallEvent } from '@/lib/dashboard/voice/event.ts'
import { TRANSCRIPT_LIMITS } from '@/lib/dashboard/voice/receive.ts'
import { SIGNATURE_HEADER } from '@/lib/dashboard/voice/signature.ts'
import { buildErrorResponse } from './problem.ts'
import { formatNumber } from '@/lib/values/format.ts'

const MAX_BODY_BYTES = BODY_LIMITS['/api/webhooks/voice']

const outcomeSchema = z.enum(['stored', 'repeated', 'unknown-agent', 'ignored'])

export const voiceOperation: Operation = {
  id: 'voice',
  group: 'Voice service',
  method: 'POST',
  path: '/api/webhooks/voice',
  summary: 'Report an ended call',
  description: [
    'The voice vendor calls this after it has analyzed a call. The call, its lead and its appointment are stored once, even if the event is delivered again.',
    `For a long call, the first ${formatNumber(TRANSCRIPT_LIMITS.lines)} lines are stored, up to ${formatNumber(TRANSCRIPT_LIMITS.characters)} characters in total. Other fields that are too long are truncated.`,
    'The body is signed with a secret shared by the site and the vendor. A signature is valid for 30 minutes.',
  ],
  params: {
    header: z.object({
      [SIGNATURE_HEADER]: z.string().meta({
        description:
          'Timestamp in seconds and signature: HMAC-SHA256 of the timestamp, a dot and the body, in hexadecimal',
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
  responses: [
    {
      status: 200,
      description: 'The event was stored, is a duplicate, or is ignored.',
      schema: z.object({ status: outcomeSchema }),
      examples: { stored: { status: 'stored' } },
    },
    buildErrorResponse(400, 'The body is not JSON.', 'The body is not valid JSON'),
    buildErrorResponse(401, 'The signature is missing, invalid or expired.', 'Missing, invalid or expired signature'),
    buildErrorResponse(
      413,
      `The body is larger than ${MAX_BODY_BYTES / 1024 ** 2} MB.`,
      `Request body too large: the limit is ${MAX_BODY_BYTES} bytes`,
    ),
    buildErrorResponse(422, 'The payload has an unknown format.', 'Unrecognized event payload'),
    buildErrorResponse(503, 'Deliver the event again.', 'The database is unavailable. Deliver the event again.'),
  ],
}
