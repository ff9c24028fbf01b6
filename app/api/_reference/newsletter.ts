import { z } from 'zod'
import { CONTACT_FAULTS } from '@/lib/site/contact/fields.ts'
import type { Operation } from '@/lib/site/api-reference/openapi.ts'
import { buildEmailSchema } from '@/lib/values/email.ts'
import { buildFormResponses, buildOriginHeader, ticketField } from './form.ts'

export const buildNewsletterOperation = (siteUrl: string): Operation => ({
  id: 'newsletter',
  group: 'Website',
  method: 'POST',
  path: '/api/newsletter',
  summary: 'Sign up for the newsletter',
  description: [
    'The sign-up form in the site’s footer sends this request. A new address gets an email with a confirmation link, and is subscribed once its owner opens the link within seven days.',
    'The response doesn’t reveal whether an address is subscribed. Browsers can call it only from this site’s pages.',
  ],
  params: { header: buildOriginHeader(siteUrl) },
  body: {
    schema: z.object({
      email: buildEmailSchema().describe('Email address to subscribe'),
      ticket: ticketField,
    }),
    example: { email: 'sam@example.com', ticket: '5f0c….1767312000000.Qm9p…' },
  },
  responses: buildFormResponses({
    sent: 'The request was accepted.',
    limited: 'Too many requests from one IP address.',
    unavailable: 'The address couldn’t be stored, or this site has no newsletter. Try again.',
    maxBytes: 8192,
    errors: z.object({ email: z.enum(CONTACT_FAULTS).optional() }),
    example: { email: 'malformed' },
  }),
})
