import { createHmac, randomUUID } from 'node:crypto'
import { isSameSecret } from '../secret.ts'

/** Milliseconds a person needs at least from the first touch of a form with several fields to sending it. */
export const MIN_AGE = 3_000

/** The same for a form with one field, which a browser fills in at once; whoever sends it is answered within a second. */
export const MIN_AGE_OF_ONE_FIELD = 750

/** Milliseconds a form may stay open. */
const MAX_AGE = 24 * 60 * 60_000

/** What a form carries to show when it was opened, and that it is sent once. */
export type Ticket = { id: string; issuedAt: number }

type Reading = { state: 'valid'; id: string } | { state: 'early'; waitMs: number } | { state: 'invalid' }

const sign = (payload: string, secret: string) =>
  createHmac('sha256', secret).update(`contact-ticket:${payload}`).digest('base64url')

/** A new ticket: `<id>.<milliseconds since 1970>.<signature>`. Needs no memory, so any process can read it. */
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
 * Whether a form with this ticket may be sent now, or how long it has to wait.
 * @param secrets by one of which it may be signed
 */
export function readTicket(ticket: string, secrets: readonly string[], now = Date.now(), minAge = MIN_AGE): Reading {
  const found = verified(ticket, secrets)
  if (!found) return { state: 'invalid' }
  const age = now - found.issuedAt
  if (age > MAX_AGE || age < 0) return { state: 'invalid' }
  return age < minAge ? { state: 'early', waitMs: minAge - age } : { state: 'valid', id: found.id }
}
