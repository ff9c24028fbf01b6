import { z } from 'zod'
import type { Operation } from '@/lib/site/api-reference/openapi.ts'
import { buildErrorResponse } from './problem.ts'

const waitMsSchema = z.number().int().describe('Milliseconds to wait before you send it again')
const ticket = z.string().describe('Send the form again with this ticket')

export const ticketField = z
  .string()
  .describe('From GET /api/contact/ticket; valid from three seconds to one day after it was issued')

export const buildOriginHeader = (siteUrl: string) =>
  z.object({
    Origin: z.string().meta({ description: 'The origin of this site; set by the browser', example: siteUrl }),
  })

type FormTexts = {
  sent: string
  limited: string
  unavailable: string
  maxBytes: number
  errors: z.ZodType
  example: Record<string, string>
}

export const buildFormResponses = ({
  sent,
  limited,
  unavailable,
  maxBytes,
  errors,
  example,
}: FormTexts): Operation['responses'] => [
  {
    status: 200,
    description: sent,
    schema: z.object({ status: z.literal('sent') }),
    examples: { sent: { status: 'sent' } },
  },
  buildErrorResponse(403, 'The request is cross-origin.', 'Cross-origin form submission blocked'),
  buildErrorResponse(413, 'The body is too large.', `Request body too large: the limit is ${maxBytes} bytes`),
  buildErrorResponse(
    415,
    'The body is neither JSON nor a form.',
    'Unsupported content type. Send application/json or application/x-www-form-urlencoded',
  ),
  {
    status: 422,
    description: 'A field is invalid. Nothing was stored.',
    schema: z.union([
      z.object({ status: z.literal('invalid'), errors }),
      z.object({ status: z.literal('suspicious').describe('The hidden spam-trap field was filled in') }),
      z.object({ error: z.string().describe('The body is not an object') }),
    ]),
    examples: { invalid: { status: 'invalid', errors: example } },
  },
  {
    status: 428,
    description: 'The ticket is missing, used, not yet valid or expired.',
    schema: z.object({ status: z.literal('ticket'), ticket, waitMs: waitMsSchema }),
    examples: { ticket: { status: 'ticket', ticket: '9c1d….1767312004000.b2Zm…', waitMs: 3000 } },
  },
  {
    status: 429,
    description: `${limited} The Retry-After header has the wait in seconds.`,
    schema: z.object({ status: z.literal('limited'), waitMs: waitMsSchema }),
    examples: { limited: { status: 'limited', waitMs: 240000 } },
  },
  {
    status: 503,
    description: unavailable,
    schema: z.object({ status: z.literal('unavailable') }),
    examples: { unavailable: { status: 'unavailable' } },
  },
]
