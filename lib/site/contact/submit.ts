import { millisecondsInMinute } from 'date-fns/constants'
import type { Database } from '../../platform/db/client.ts'
import { log } from '../../platform/log/log.ts'
import { type Limit, buildClientKey, consumeRateLimit } from '../../platform/http/rate-limit.ts'
import type { Channel } from '../outbox/enqueue.ts'
import { type ContactAnswer, HONEYPOT_FIELD } from './fields.ts'
import { type ParseResult, parseMessage } from './message.ts'
import { type StoreResult, storeMessage } from './repository.ts'
import { issueTicket, MIN_AGE_MS, checkTicket } from './ticket.ts'

const RATE_WINDOW_MS = 10 * millisecondsInMinute

/** Rate limit of attempts per client, valid or not. */
const ATTEMPT_LIMIT: Limit = { name: 'contact-attempt', count: 30, windowMs: RATE_WINDOW_MS }

/** Time limit for all queries of one form, while the visitor waits. */
const QUERY_TIMEOUT_MS = 5_000

export type Submission = {
  fields: Record<string, unknown>
  address: string
}

export type FormOptions = {
  /** Runs queries. They fail at the deadline. */
  query: <Result>(work: (db: Database) => Promise<Result>, deadlineMs: number) => Promise<Result>
  secret: string
  /** Accepted signing secrets of tickets; by default only `secret`. */
  acceptedSecrets?: string[]
  now?: Date
  deadlineMs?: number
}

export type SubmitOptions = FormOptions & {
  channels: readonly Channel[]
}

export type Form<Content> = {
  name: string
  /** Minimum time from the first interaction to sending; see `ticket.ts`. */
  minAgeMs: number
  parse: (fields: Record<string, unknown>) => ParseResult<Content>
  store: (db: Database, content: Content, ticket: { ticketId: string; now: Date }) => Promise<StoreResult>
}

const createStoreLimit = (name: string): Limit => ({ name, count: 5, windowMs: RATE_WINDOW_MS })

const buildTicketAnswer = (secret: string, now: Date, minAgeMs: number): ContactAnswer => ({
  status: 'ticket',
  ticket: issueTicket(secret, now.getTime()),
  waitMs: minAgeMs,
})

async function storeSubmission<Content>(
  db: Database,
  { name, minAgeMs, store }: Form<Content>,
  content: Content,
  ticketId: string,
  address: string,
  { secret, now = new Date() }: FormOptions,
): Promise<ContactAnswer> {
  const limit = createStoreLimit(name)
  const waitMs = await consumeRateLimit(db, buildClientKey(limit, address, secret), limit, now)
  if (waitMs > 0) return { status: 'limited', waitMs }
  const result = await store(db, content, { ticketId, now })
  // The visitor changed the form and sent it again, for instance after going back. It counts as a new message.
  return result === 'changed' ? buildTicketAnswer(secret, now, minAgeMs) : { status: 'sent' }
}

/**
 * Counts an attempt before the form is parsed, so that invalid forms are limited too. Returns a response if the client
 * is over the limit.
 */
export async function countAttempt(
  address: string,
  { query, secret, now = new Date(), deadlineMs = QUERY_TIMEOUT_MS }: FormOptions,
): Promise<ContactAnswer | undefined> {
  try {
    const key = buildClientKey(ATTEMPT_LIMIT, address, secret)
    const waitMs = await query((db) => consumeRateLimit(db, key, ATTEMPT_LIMIT, now), deadlineMs)
    return waitMs > 0 ? { status: 'limited', waitMs } : undefined
  } catch (error) {
    log.error({ err: error }, 'forms: rate limit check failed')
    return { status: 'unavailable' }
  }
}

/** Validates and stores a form. Never throws: on failure, the response requests a retry. */
export async function submitForm<Content>(
  form: Form<Content>,
  submission: Submission,
  options: FormOptions,
): Promise<ContactAnswer> {
  const { secret, acceptedSecrets = [secret], now = new Date(), deadlineMs = QUERY_TIMEOUT_MS, query } = options
  const { fields, address } = submission
  const parsed = form.parse(fields)
  if ('errors' in parsed) return { status: 'invalid', errors: parsed.errors }
  if (fields[HONEYPOT_FIELD]) return { status: 'suspicious' }
  const ticket = String(fields.ticket ?? '')
  const ticketCheck = checkTicket(ticket, acceptedSecrets, now.getTime(), form.minAgeMs)
  if (ticketCheck.state === 'invalid') return buildTicketAnswer(secret, now, form.minAgeMs)
  if (ticketCheck.state === 'early') return { status: 'ticket', ticket, waitMs: ticketCheck.waitMs }
  try {
    return await query((db) => storeSubmission(db, form, parsed.content, ticketCheck.id, address, options), deadlineMs)
  } catch (error) {
    log.error({ err: error }, 'forms: submission not stored')
    return { status: 'unavailable' }
  }
}

export const submitMessage = (
  submission: Submission,
  { channels, ...options }: SubmitOptions,
): Promise<ContactAnswer> =>
  submitForm(
    {
      name: 'contact',
      minAgeMs: MIN_AGE_MS,
      parse: parseMessage,
      store: (db, message, ticket) => storeMessage(db, message, { ...ticket, channels }),
    },
    submission,
    options,
  )
