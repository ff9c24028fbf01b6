import { z } from 'zod'
import type { Operation } from '@/lib/site/api-reference/openapi.ts'
import { VARIABLE_NAMES } from '@/lib/dashboard/voice/agent-config.ts'
import { FALLBACK_RESPONSE, startRequest } from '@/lib/dashboard/voice/start.ts'
import { START_SECRET_HEADER } from '@/lib/dashboard/voice/start-secret.ts'
import { buildErrorResponse } from './problem.ts'

const responseSchema = z.object({
  type: z.literal(FALLBACK_RESPONSE.type),
  dynamic_variables: z
    .record(z.enum(VARIABLE_NAMES), z.string())
    .describe('Facts for this call: the time, who is on call and the caller’s history'),
  conversation_config_override: z
    .object({
      agent: z.object({
        prompt: z.object({ prompt: z.string() }),
        language: z.string(),
        first_message: z.string().optional().describe('The company’s greeting, if it has set one'),
      }),
    })
    .optional()
    .describe('The assistant’s configuration; empty if it couldn’t be read in time'),
})

export const voiceStartOperation: Operation = {
  id: 'voiceStart',
  group: 'Voice service',
  method: 'POST',
  path: '/api/webhooks/voice/start',
  summary: 'Get the assistant’s context for a new call',
  description: [
    'The voice vendor calls this while the phone rings. The response is built from stored data within 300 ms. If data is missing or the database is slow, the assistant makes no promises to the caller.',
    'The request carries a secret shared by the site and the vendor, because the vendor doesn’t sign this request.',
  ],
  params: {
    header: z.object({
      [START_SECRET_HEADER]: z.string().meta({ description: 'Shared secret', example: 'a-long-random-text' }),
    }),
  },
  body: {
    schema: startRequest,
    example: {
      agent_id: 'agent_01',
      caller_id: '+12125550142',
      called_number: '+12125550199',
      call_sid: 'CA0123456789abcdef0123456789abcdef',
    },
  },
  responses: [
    {
      status: 200,
      description: 'The context of the call.',
      schema: responseSchema,
      examples: { safe: FALLBACK_RESPONSE },
    },
    buildErrorResponse(400, 'The body is not JSON.', 'The body is not valid JSON'),
    buildErrorResponse(401, 'The secret is missing or invalid.', `Missing or invalid secret in ${START_SECRET_HEADER}`),
    buildErrorResponse(413, 'The body is larger than 16 KB.', 'Request body too large: the limit is 16384 bytes'),
    buildErrorResponse(422, 'The payload has an unknown format.', 'Unrecognized request payload'),
    buildErrorResponse(503, 'The webhook is not configured.', 'Webhook not configured'),
  ],
}
