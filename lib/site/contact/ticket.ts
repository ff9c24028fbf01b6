import { millisecondsInDay } from 'date-fns/constants'
import { createHmac, randomUUID } from 'node:crypto'
import { isSameSecret } from '../../platform/crypto/secret.ts'

/** Minimum time in milliseconds that a person needs to fill in a form with several fields. */
export const MIN_AGE = 3_000

/**
 * Minimum time for a form with one field, which autofill completes immediately. It keeps the total wait under a second.
 */
export const MIN_AGE_OF_ONE_FIELD = 750

export type Ticket = { id: string; issuedAt: number }

type Reading = { state: 'valid'; id: string } | { state: 'early'; waitMs: number } | { state: 'invalid' }

const sign = (payload: string, secret: string) =>
  createHmac('sha256', secret).update(`contact-ticket:${payload}`).digest('base64url')

/**
 * Returns a ticket in the form `<id>.<milliseconds since 1970>.<signature>`. Tickets are stateless, so any process can
 * verify them.
 */
export function issueTicket(secret: string, now = Date.now()): string {
  const payload = `${randomUUID()}.${now}`
  return `${payload}.${sign(payload, secret)}`
}

function verified(ticket: string, secrets: readonly string[]): Ticket | undefined {
  const [id = '', time = '', signature = '', ...rest] = ticket.split('.')
  const isSigned = secrets.some((secret) => isSameSecret(signature, sign(`${id}.${time}`, secret)))
  if (rest.length > 0 || !isSigned) return undefined
  return { id, issuedAt: Number(time) }
}

/**
 * Returns whether a form with this ticket may be sent, or how long it has to wait.
 * @param secrets accepted signing secrets
 */
export function readTicket(ticket: string, secrets: readonly string[], now = Date.now(), minAge = MIN_AGE): Reading {
  const found = verified(ticket, secrets)
  if (!found) return { state: 'invalid' }
  const age = now - found.issuedAt
  if (age > millisecondsInDay || age < 0) return { state: 'invalid' }
  return age < minAge ? { state: 'early', waitMs: minAge - age } : { state: 'valid', id: found.id }
}
