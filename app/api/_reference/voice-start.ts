import { z } from 'zod'
import type { Operation } from '@/lib/site/api-reference/openapi.ts'
import { VARIABLES } from '@/lib/dashboard/voice/briefing.ts'
import { SAFE_ANSWER, startRequest } from '@/lib/dashboard/voice/start.ts'
import { START_SECRET_HEADER } from '@/lib/dashboard/voice/start-secret.ts'
import { errorAnswer } from './problem.ts'

const answer = z.object({
  type: z.literal(SAFE_ANSWER.type),
  dynamic_variables: z
    .record(z.enum(VARIABLES), z.string())
    .describe('What holds for this call: the hour, who is on call, what is known of the caller'),
  conversation_config_override: z
    .object({
      agent: z.object({
        prompt: z.object({ prompt: z.string() }),
        language: z.string(),
        first_message: z.string().optional().describe('The company’s greeting, where it has one of its own'),
      }),
    })
    .optional()
    .describe('What the assistant says and does; nothing where that could not be read in time'),
})

export const voiceStart: Operation = {
  id: 'voiceStart',
  group: 'Webhooks',
  method: 'POST',
  path: '/api/webhooks/voice/start',
  summary: 'Get what the assistant needs to start a call',
  description: [
    'The voice vendor calls this while the phone rings. The answer is made within 300 ms of what is stored; where something is missing or the database is slow, it promises nothing.',
    'The request carries a secret that the site and the vendor share: the vendor signs no such request.',
  ],
  params: {
    header: z.object({
      [START_SECRET_HEADER]: z.string().meta({ description: 'The secret', example: 'a-long-random-text' }),
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
  answers: [
    {
      status: 200,
      description: 'What the call begins with.',
      schema: answer,
      examples: { safe: SAFE_ANSWER },
    },
    errorAnswer(400, 'The body is no JSON.', 'The body is not JSON'),
    errorAnswer(401, 'No secret, or a wrong one.', `The secret in ${START_SECRET_HEADER} is missing or wrong`),
    errorAnswer(413, 'The body is larger than 16 KB.', 'The body is larger than 16384 bytes'),
    errorAnswer(422, 'The request has another form.', 'The request is not in the form that the vendor documents'),
    errorAnswer(503, 'It is not set up here.', 'The webhook is not set up here'),
  ],
}
