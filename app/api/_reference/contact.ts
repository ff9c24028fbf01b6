import { z } from 'zod'
import { CONTACT_FAULTS, CONTACT_LIMITS, type ContactField } from '@/lib/site/contact/fields.ts'
import type { Operation } from '@/lib/site/api-reference/openapi.ts'
import { emailAddress } from '@/lib/values/email.ts'
import { formAnswers, originHeader, ticketField } from './form.ts'

const message = z.object({
  name: z.string().max(CONTACT_LIMITS.name).describe('Who is asking'),
  email: emailAddress().describe('Where the answer goes'),
  company: z.string().max(CONTACT_LIMITS.company).describe('Name of the company'),
  phone: z.string().max(CONTACT_LIMITS.phone).optional().describe('As people write it, with or without an extension'),
  message: z.string().max(CONTACT_LIMITS.message).describe('What it is about'),
  ticket: ticketField,
})

const fieldNames = z.enum(Object.keys(CONTACT_LIMITS) as ContactField[])

const FAULTS =
  'What is wrong, by the name of the field: "missing", "long" (more characters than it takes), "control" (control characters, or a line break in a field of one line) or "malformed" (no email address, or no phone number)'

export const contactTicket: Operation = {
  id: 'contactTicket',
  group: 'Website',
  method: 'GET',
  path: '/api/contact/ticket',
  summary: 'Get a ticket for a message',
  description: [
    'A ticket says when somebody began to write, so that programs that fill in every form they find are turned away. It is good for one message.',
  ],
  answers: [
    {
      status: 200,
      description: 'A ticket. It may be used three seconds later.',
      schema: z.object({
        ticket: z.string().describe('Opaque; pass it on as it is'),
        waitMs: z.number().int().describe('Milliseconds until it may be used'),
      }),
      examples: { ticket: { ticket: '5f0c….1767312000000.Qm9p…', waitMs: 3000 } },
    },
  ],
}

export const contact = (siteUrl: string): Operation => ({
  id: 'contact',
  group: 'Website',
  method: 'POST',
  path: '/api/contact',
  summary: 'Send a message to the team',
  description: [
    'What the contact form of this site sends. The message is stored before it is answered, then delivered to the team.',
    'Browsers may call it from pages of this site only. The same ticket sent twice stores one message.',
  ],
  params: { header: originHeader(siteUrl) },
  body: {
    schema: message,
    example: {
      name: 'Sam Rivera',
      email: 'sam@example.com',
      company: 'Example Heating',
      message: 'Who answers when both of our vans are out?',
      ticket: '5f0c….1767312000000.Qm9p…',
    },
  },
  answers: formAnswers({
    sent: 'The message is stored.',
    limited: 'Too many messages from one address.',
    unavailable: 'The message could not be stored. Try again, or call.',
    maxBytes: 98304,
    errors: z.partialRecord(fieldNames, z.enum(CONTACT_FAULTS)).describe(FAULTS),
    example: { name: 'missing', email: 'malformed' },
  }),
})
