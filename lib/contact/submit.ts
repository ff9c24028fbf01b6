import type { Database } from '../db/client.ts'
import { log } from '../log/log.ts'
import { type Limit, clientKey, consumeRateLimit } from '../http/rate-limit.ts'
import { type ContactAnswer, HONEYPOT } from './fields.ts'
import { type Parsed, parseMessage } from './message.ts'
import { type StoreResult, storeMessage } from './store.ts'
import { issueTicket, MIN_AGE, readTicket } from './ticket.ts'

const WINDOW = 10 * 60_000

/** Forms of one client that are looked at, whatever is in them. */
const ATTEMPTS: Limit = { name: 'contact-attempt', count: 30, windowMs: WINDOW }

/** For the queries of one form; a visitor waits for them. */
const DEADLINE_MS = 5_000

export type Submission = {
  /** Fields of the form, as they were sent. */
  fields: Record<string, unknown>
  /** Address of the client. */
  address: string
}

export type FormOptions = {
  /** Runs the queries of a form, which fail at the deadline. */
  query: <Result>(work: (db: Database) => Promise<Result>, deadlineMs: number) => Promise<Result>
  secret: string
  /** All that the ticket of a form may be signed with; without it `secret` alone. */
  acceptedSecrets?: string[]
  now?: Date
  deadlineMs?: number
}

export type SubmitOptions = FormOptions & {
  /** Names of the ways the message goes out. */
  channels: string[]
}

/** A form of the public site: what is in it, and what becomes of that. */
export type Form<Content> = {
  /** Names the count of what is stored for one client. */
  name: string
  /** Milliseconds from the first touch of the form to sending it, at least; see `ticket.ts`. */
  minAge: number
  parse: (fields: Record<string, unknown>) => Parsed<Content>
  store: (db: Database, content: Content, ticket: { ticketId: string; now: Date }) => Promise<StoreResult>
}

/** How often the same form is stored for one client. */
const storedLimit = (name: string): Limit => ({ name, count: 5, windowMs: WINDOW })

const newTicket = (secret: string, now: Date, minAge: number): ContactAnswer => ({
  status: 'ticket',
  ticket: issueTicket(secret, now.getTime()),
  waitMs: minAge,
})

/** Asks the database whether it is this client's turn, then stores what is in the form. */
async function keep<Content>(
  db: Database,
  { name, minAge, store }: Form<Content>,
  content: Content,
  ticketId: string,
  address: string,
  { secret, now = new Date() }: FormOptions,
): Promise<ContactAnswer> {
  const limit = storedLimit(name)
  const waitMs = await consumeRateLimit(db, clientKey(limit, address, secret), limit, now)
  if (waitMs > 0) return { status: 'limited', waitMs }
  const result = await store(db, content, { ticketId, now })
  // Sent again after a change, for instance with the browser's back button: that is another message.
  return result === 'changed' ? newTicket(secret, now, minAge) : { status: 'sent' }
}

/**
 * Counts a form before anybody reads it, so that those which cannot be sent are limited as well.
 * @returns what to answer instead of reading it; nothing when it is the client's turn
 */
export async function countAttempt(
  address: string,
  { query, secret, now = new Date(), deadlineMs = DEADLINE_MS }: FormOptions,
): Promise<ContactAnswer | undefined> {
  try {
    const key = clientKey(ATTEMPTS, address, secret)
    const waitMs = await query((db) => consumeRateLimit(db, key, ATTEMPTS, now), deadlineMs)
    return waitMs > 0 ? { status: 'limited', waitMs } : undefined
  } catch (error) {
    log.error({ err: error }, 'A form could not be counted')
    return { status: 'unavailable' }
  }
}

/** Takes a form: checks it, and stores what is in it. Never throws: the visitor is told to try again. */
export async function submitForm<Content>(
  form: Form<Content>,
  submission: Submission,
  options: FormOptions,
): Promise<ContactAnswer> {
  const { secret, acceptedSecrets = [secret], now = new Date(), deadlineMs = DEADLINE_MS, query } = options
  const { fields, address } = submission
  const parsed = form.parse(fields)
  if ('errors' in parsed) return { status: 'invalid', errors: parsed.errors }
  if (fields[HONEYPOT]) return { status: 'suspicious' }
  const ticket = String(fields.ticket ?? '')
  const reading = readTicket(ticket, acceptedSecrets, now.getTime(), form.minAge)
  if (reading.state === 'invalid') return newTicket(secret, now, form.minAge)
  if (reading.state === 'early') return { status: 'ticket', ticket, waitMs: reading.waitMs }
  try {
    return await query((db) => keep(db, form, parsed.content, reading.id, address, options), deadlineMs)
  } catch (error) {
    log.error({ err: error }, 'A form could not be stored')
    return { status: 'unavailable' }
  }
}

/** Takes a contact form, and stores its message. Never throws. */
export const submitMessage = (
  submission: Submission,
  { channels, ...options }: SubmitOptions,
): Promise<ContactAnswer> =>
  submitForm(
    {
      name: 'contact',
      minAge: MIN_AGE,
      parse: parseMessage,
      store: (db, message, ticket) => storeMessage(db, message, { ...ticket, channels }),
    },
    submission,
    options,
  )
