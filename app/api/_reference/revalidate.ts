import { z } from 'zod'
import type { Operation } from '@/lib/site/api-reference/openapi.ts'
import { payload } from '@/sanity/webhook.ts'
import { errorAnswer } from './problem.ts'

const done = z.object({
  revalidated: z.array(z.string()).describe('Cache tags of everything that shows the document'),
})

export const revalidate: Operation = {
  id: 'revalidate',
  group: 'Website',
  method: 'POST',
  path: '/api/revalidate',
  summary: 'Tell the site that content has changed',
  description: [
    'The content platform calls this when an editor publishes, changes or removes a document. Once it is answered, each page that shows the document is rendered anew for whoever asks for it next.',
    'The request carries a signature of its body, made with the secret that the site and the webhook share. A signature is good for five minutes.',
  ],
  params: {
    header: z.object({
      'sanity-webhook-signature': z.string().meta({
        description: 'Time in milliseconds and signature: HMAC-SHA256 of the time, a dot and the body, as base64url',
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
  answers: [
    {
      status: 200,
      description: 'Every process of the site knows.',
      schema: done,
      examples: { done: { revalidated: ['id:city-chicago', 'city:chicago', 'city.summary'] } },
    },
    errorAnswer(401, 'No signature, a wrong one, or one that is too old.', 'The signature is wrong or too old'),
    errorAnswer(413, 'The body is larger than 16 KB.', 'The body is larger than 16384 bytes'),
    errorAnswer(
      422,
      'The body is not what the webhook of this site sends.',
      'The body does not come from the webhook of this site',
    ),
    errorAnswer(
      503,
      'Only the process that answers knows yet. Send the request again.',
      'Other processes of the site could not be told: send the request again',
    ),
  ],
}
