import { z } from 'zod'
import type { Operation } from '@/lib/openapi.ts'
import { payload } from '@/sanity/webhook.ts'
import { problemAnswer } from './problem.ts'

const done = z.object({
  revalidated: z.array(z.string()).describe('Cache tags of everything that shows the document'),
  warming: z.array(z.string()).describe('Paths that are rendered anew at once'),
})

export const revalidate: Operation = {
  id: 'revalidate',
  method: 'POST',
  path: '/api/revalidate',
  summary: 'Tell the site that content has changed',
  description: [
    'The content platform calls this when an editor publishes, changes or removes a document. Pages that show it are rendered anew, usually within a second.',
    'The request carries a signature of its body, made with the secret that the site and the webhook share. A signature is good for five minutes.',
  ],
  headers: [
    {
      name: 'sanity-webhook-signature',
      description: 'Time in milliseconds and signature: HMAC-SHA256 of the time, a dot and the body, as base64url',
      example: 't=1767312000000,v1=…',
    },
  ],
  body: {
    schema: payload,
    example: {
      _id: 'city-chicago',
      _type: 'city',
      _updatedAt: '2026-01-02T00:00:00Z',
      slug: 'chicago',
      before: { slug: 'chicago' },
      operation: 'update',
      listed: false,
    },
  },
  answers: [
    {
      status: 200,
      description: 'The pages are being rendered anew.',
      schema: done,
      example: { revalidated: ['city:chicago'], warming: ['/hvac-ai-sdr/chicago'] },
    },
    problemAnswer(401, 'No signature, a wrong one, or one that is too old.', 'The signature is wrong or too old'),
    problemAnswer(413, 'The body is larger than 16 KB.', 'The body is larger than 16384 bytes'),
    problemAnswer(
      422,
      'The body is not what the webhook of this site sends.',
      'The body does not come from the webhook of this site',
    ),
  ],
}
