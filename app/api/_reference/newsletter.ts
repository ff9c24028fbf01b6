import { z } from 'zod'
import { CONTACT_FAULTS } from '@/lib/site/contact/fields.ts'
import type { Operation } from '@/lib/site/api-reference/openapi.ts'
import { emailAddress } from '@/lib/values/email.ts'
import { formAnswers, originHeader, ticketField } from './form.ts'

export const newsletter = (siteUrl: string): Operation => ({
  id: 'newsletter',
  group: 'Website',
  method: 'POST',
  path: '/api/newsletter',
  summary: 'Sign up for the newsletter',
  description: [
    'What the form in the footer of this site sends. An address that is not on the list gets an email with a link, and is on the list once its owner has confirmed it there within seven days.',
    'The answer is the same whether an address is known or not. Browsers may call it from pages of this site only.',
  ],
  params: { header: originHeader(siteUrl) },
  body: {
    schema: z.object({
      email: emailAddress().describe('The address that the news come to'),
      ticket: ticketField,
    }),
    example: { email: 'sam@example.com', ticket: '5f0c….1767312000000.Qm9p…' },
  },
  answers: formAnswers({
    sent: 'The address is taken.',
    limited: 'Too many addresses from one network.',
    unavailable: 'The address could not be stored, or this site has no newsletter. Try again.',
    maxBytes: 8192,
    errors: z.object({ email: z.enum(CONTACT_FAULTS).optional() }),
    example: { email: 'malformed' },
  }),
})
