import { z } from 'zod'
import { CONTACT_FAULTS, CONTACT_LIMITS, type ContactField } from '@/lib/site/contact/fields.ts'
import type { Operation } from '@/lib/site/api-reference/openapi.ts'
import { buildEmailSchema } from '@/lib/values/email.ts'
import { buildFormResponses, buildOriginHeader, ticketField } from './form.ts'

const message = z.object({
  name: z.string().max(CONTACT_LIMITS.name).describe('Name of the sender'),
  email: buildEmailSchema().describe('Email address for the reply'),
  company: z.string().max(CONTACT_LIMITS.company).describe('Company name'),
  phone: z
    .string()
    .max(CONTACT_LIMITS.phone)
    .optional()
    .describe('Phone number in any format, with or without an extension'),
  message: z.string().max(CONTACT_LIMITS.message).describe('Text of the message'),
  ticket: ticketField,
})

const fieldNameSchema = z.enum(Object.keys(CONTACT_LIMITS) as ContactField[])

const FAULTS_DESCRIPTION =
  'The error of each invalid field: "missing", "long" (too many characters), "control" (control characters, or a line break in a single-line field) or "malformed" (not an email address or phone number)'

export const contactTicketOperation: Operation = {
  id: 'contactTicket',
  group: 'Website',
  method: 'GET',
  path: '/api/contact/ticket',
  summary: 'Get a ticket for a message',
  description: [
    'A ticket records when a visitor started the form, which keeps out spam bots. It is valid for one message.',
  ],
  responses: [
    {
      status: 200,
      description: 'A ticket. It becomes valid after three seconds.',
      schema: z.object({
        ticket: z.string().describe('Opaque; send it unchanged'),
        waitMs: z.number().int().describe('Milliseconds until it becomes valid'),
      }),
      examples: { ticket: { ticket: '5f0c….1767312000000.Qm9p…', waitMs: 3000 } },
    },
  ],
}

export const buildContactOperation = (siteUrl: string): Operation => ({
  id: 'contact',
  group: 'Website',
  method: 'POST',
  path: '/api/contact',
  summary: 'Send a message to the team',
  description: [
    'The site’s contact form sends this request. The message is stored, then delivered to the team.',
    'Browsers can call it only from this site’s pages. Sending the same ticket twice stores one message.',
  ],
  params: { header: buildOriginHeader(siteUrl) },
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
  responses: buildFormResponses({
    sent: 'The message was stored.',
    limited: 'Too many messages from one IP address.',
    unavailable: 'The message couldn’t be stored. Try again, or call.',
    maxBytes: 98304,
    errors: z.partialRecord(fieldNameSchema, z.enum(CONTACT_FAULTS)).describe(FAULTS_DESCRIPTION),
    example: { name: 'missing', email: 'malformed' },
  }),
})
