import { z } from 'zod'
import { CONTACT_FAULTS, CONTACT_LIMITS, type ContactField } from '@/lib/contact/fields.ts'
import type { Operation } from '@/lib/docs/openapi.ts'
import { errorAnswer } from './problem.ts'

const message = z.object({
  name: z.string().max(CONTACT_LIMITS.name).describe('Who is asking'),
  email: z.email().max(CONTACT_LIMITS.email).describe('Where the answer goes'),
  company: z.string().max(CONTACT_LIMITS.company).describe('Name of the company'),
  phone: z.string().max(CONTACT_LIMITS.phone).optional().describe('Digits, spaces and + ( ) -'),
  message: z.string().max(CONTACT_LIMITS.message).describe('What it is about'),
  ticket: z.string().describe('From GET /api/contact/ticket, at least three seconds and at most a day old'),
})

const fieldNames = z.enum(Object.keys(CONTACT_LIMITS) as ContactField[])

const FAULTS =
  'What is wrong, by the name of the field: "missing", "long" (more characters than it takes), "control" (control characters, or a line break in a field of one line) or "malformed" (no e-mail address, or no phone number)'

const waitMs = z.number().int().describe('Milliseconds to wait before sending again')
const ticket = z.string().describe('Send the same message with this ticket')

export const contactTicket: Operation = {
  id: 'contactTicket',
  group: 'Contact',
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

/** @param siteUrl public origin of the site, the only one that may send messages */
export const contact = (siteUrl: string): Operation => ({
  id: 'contact',
  group: 'Contact',
  method: 'POST',
  path: '/api/contact',
  summary: 'Send a message to the team',
  description: [
    'What the contact form of this site sends. The message is stored before it is answered, then delivered to the team.',
    'Browsers may call it from pages of this site only. The same ticket sent twice stores one message.',
  ],
  params: {
    header: z.object({
      Origin: z
        .string()
        .meta({ description: 'The address of this site; browsers add it themselves', example: siteUrl }),
    }),
  },
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
  answers: [
    {
      status: 200,
      description: 'The message is stored.',
      schema: z.object({ status: z.literal('sent') }),
      examples: { sent: { status: 'sent' } },
    },
    errorAnswer(403, 'The request comes from another site.', 'The form was sent from another site'),
    errorAnswer(413, 'The body is too large.', 'The body is larger than 98304 bytes'),
    errorAnswer(
      415,
      'The body is neither JSON nor a form.',
      'Send application/json or application/x-www-form-urlencoded',
    ),
    {
      status: 422,
      description: 'A field is wrong. Nothing was stored.',
      schema: z.union([
        z.object({
          status: z.literal('invalid'),
          errors: z.partialRecord(fieldNames, z.enum(CONTACT_FAULTS)).describe(FAULTS),
        }),
        z.object({ status: z.literal('suspicious').describe('A field that people do not see was filled in') }),
        z.object({ error: z.string().describe('The body is no object of fields') }),
      ]),
      examples: { invalid: { status: 'invalid', errors: { name: 'missing', email: 'malformed' } } },
    },
    {
      status: 428,
      description: 'The ticket is missing, used, too young or too old.',
      schema: z.object({ status: z.literal('ticket'), ticket, waitMs }),
      examples: { ticket: { status: 'ticket', ticket: '9c1d….1767312004000.b2Zm…', waitMs: 3000 } },
    },
    {
      status: 429,
      description: 'Too many messages from one address. The Retry-After header says the same in seconds.',
      schema: z.object({ status: z.literal('limited'), waitMs }),
      examples: { limited: { status: 'limited', waitMs: 240000 } },
    },
    {
      status: 503,
      description: 'The message could not be stored. Try again, or call.',
      schema: z.object({ status: z.literal('unavailable') }),
      examples: { unavailable: { status: 'unavailable' } },
    },
  ],
})
