import { describe, expect, it } from 'vitest'
import { MIN_AGE_MS, MIN_AGE_ONE_FIELD_MS, issueTicket, checkTicket } from '../../../lib/site/contact/ticket.ts'

const SECRET = 'a-secret-that-is-long-enough'
const NOW = Date.UTC(2026, 2, 1, 12)
const DAY_MS = 24 * 60 * 60_000

describe('form ticket', () => {
  const ticket = issueTicket(SECRET, NOW)

  it('has a shorter minimum age for forms with a single field', () => {
    const later = NOW + MIN_AGE_ONE_FIELD_MS
    expect(MIN_AGE_ONE_FIELD_MS).toBeLessThan(1_000)
    expect(checkTicket(ticket, [SECRET], later, MIN_AGE_ONE_FIELD_MS)).toMatchObject({ state: 'valid' })
    expect(checkTicket(ticket, [SECRET], later - 1, MIN_AGE_ONE_FIELD_MS)).toEqual({ state: 'early', waitMs: 1 })
    expect(checkTicket(ticket, [SECRET], later)).toMatchObject({ state: 'early' })
  })

  it('is early before the minimum age and reports the remaining time', () => {
    expect(checkTicket(ticket, [SECRET], NOW)).toEqual({ state: 'early', waitMs: MIN_AGE_MS })
    expect(checkTicket(ticket, [SECRET], NOW + MIN_AGE_MS - 1)).toEqual({ state: 'early', waitMs: 1 })
    expect(checkTicket(ticket, [SECRET], NOW + MIN_AGE_MS)).toMatchObject({ state: 'valid' })
  })

  it('expires after a day and is invalid before its issue time', () => {
    expect(checkTicket(ticket, [SECRET], NOW + DAY_MS)).toMatchObject({ state: 'valid' })
    expect(checkTicket(ticket, [SECRET], NOW + DAY_MS + 1)).toEqual({ state: 'invalid' })
    expect(checkTicket(ticket, [SECRET], NOW - 1)).toEqual({ state: 'invalid' })
  })

  it('has a unique id that is stable across reads', () => {
    const readAtMinAge = (text: string) => checkTicket(text, [SECRET], NOW + MIN_AGE_MS)
    expect(readAtMinAge(ticket)).toEqual(readAtMinAge(ticket))
    expect(readAtMinAge(ticket)).not.toEqual(readAtMinAge(issueTicket(SECRET, NOW)))
  })

  it('is valid with each accepted secret', () => {
    const newer = 'a-newer-secret-that-is-long-enough'
    expect(checkTicket(ticket, [newer, SECRET], NOW + MIN_AGE_MS)).toMatchObject({ state: 'valid' })
    expect(checkTicket(ticket, [newer], NOW + MIN_AGE_MS)).toEqual({ state: 'invalid' })
  })

  it('cannot be forged or backdated without the secret', () => {
    const [id, , signature] = ticket.split('.')
    const forgedTickets = [
      '',
      'x',
      '..',
      `${id}.${NOW - DAY_MS / 2}.${signature}`,
      `other.${NOW}.${signature}`,
      `${ticket}.x`,
      `${ticket}x`,
      issueTicket('another-secret-that-is-long', NOW),
    ]
    for (const text of forgedTickets)
      expect(checkTicket(text, [SECRET], NOW + MIN_AGE_MS)).toEqual({ state: 'invalid' })
  })
})
