import { millisecondsInDay } from 'date-fns/constants'
import { createHmac, randomUUID } from 'node:crypto'
import { isSameSecret } from '../../platform/crypto/secret.ts'

/** Minimum time that a human needs to fill in a form with several fields. */
export const MIN_AGE_MS = 3_000

/**
 * Minimum time for a form with one field, which autofill completes immediately. It keeps the total wait under a second.
 */
export const MIN_AGE_ONE_FIELD_MS = 750

export type Ticket = { id: string; issuedAt: number }

type TicketCheck = { state: 'valid'; id: string } | { state: 'early'; waitMs: number } | { state: 'invalid' }

const signPayload = (payload: string, secret: string) =>
  createHmac('sha256', secret).update(`contact-ticket:${payload}`).digest('base64url')

/**
 * Returns a ticket in the form `<id>.<milliseconds since 1970>.<signature>`. Tickets are stateless, so any process can
 * verify them.
 */
export function issueTicket(secret: string, now = Date.now()): string {
  const payload = `${randomUUID()}.${now}`
  return `${payload}.${signPayload(payload, secret)}`
}

function verifyTicket(ticket: string, secrets: readonly string[]): Ticket | undefined {
  const [id = '', time = '', signature = '', ...rest] = ticket.split('.')
  const isSigned = secrets.some((secret) => isSameSecret(signature, signPayload(`${id}.${time}`, secret)))
  if (rest.length > 0 || !isSigned) return undefined
  return { id, issuedAt: Number(time) }
}

/**
 * Returns whether a form with this ticket may be sent, or how long it has to wait.
 * @param secrets accepted signing secrets
 */
export function checkTicket(
  ticket: string,
  secrets: readonly string[],
  now = Date.now(),
  minAgeMs = MIN_AGE_MS,
): TicketCheck {
  const verifiedTicket = verifyTicket(ticket, secrets)
  if (!verifiedTicket) return { state: 'invalid' }
  const ageMs = now - verifiedTicket.issuedAt
  if (ageMs > millisecondsInDay || ageMs < 0) return { state: 'invalid' }
  return ageMs < minAgeMs ? { state: 'early', waitMs: minAgeMs - ageMs } : { state: 'valid', id: verifiedTicket.id }
}
