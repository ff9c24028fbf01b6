import { z } from 'zod'
import type { Operation } from '@/lib/site/api-reference/openapi.ts'
import { payload } from '@/sanity/webhook.ts'
import { buildErrorResponse } from './problem.ts'

const responseSchema = z.object({
  revalidated: z.array(z.string()).describe('Cache tags affected by the document'),
})

export const revalidate: Operation = {
  id: 'revalidate',
  group: 'Website',
  method: 'POST',
  path: '/api/revalidate',
  summary: 'Revalidate changed content',
  description: [
    'Sanity calls this when an editor publishes, changes or removes a document. After the response, every page that shows the document is rendered again at its next request.',
    'The body is signed with a secret shared by the site and the webhook. A signature is valid for five minutes.',
  ],
  params: {
    header: z.object({
      'sanity-webhook-signature': z.string().meta({
        description:
          'Timestamp in milliseconds and signature: HMAC-SHA256 of the timestamp, a dot and the body, as base64url',
        example: 't=1767312000000,v1=…',
      }),
    }),
  },
  body: {
    schema: payload,
    example: {
      _id: 'city-chicago',
      _type: 'city',
      _updatedAt: '2026-01-02T00:00:00Z',
      slug: 'chicago',
      before: { slug: 'chicago' },
      operation: 'update',
      changed: { name: false, summary: true },
    },
  },
  responses: [
    {
      status: 200,
      description: 'All server processes are updated.',
      schema: responseSchema,
      examples: { done: { revalidated: ['id:city-chicago', 'city:chicago', 'city.summary'] } },
    },
    buildErrorResponse(401, 'The signature is missing, invalid or expired.', 'Invalid or expired signature'),
    buildErrorResponse(413, 'The body is larger than 16 KB.', 'Request body too large: the limit is 16384 bytes'),
    buildErrorResponse(422, 'The payload is not from this site’s webhook.', 'Unrecognized webhook payload'),
    buildErrorResponse(
      503,
      'Not all server processes could be updated. Send the request again.',
      'Not all server processes could be updated. Send the request again.',
    ),
  ],
}
