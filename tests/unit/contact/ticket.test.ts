import { describe, expect, it } from 'vitest'
import { MIN_AGE, MIN_AGE_OF_ONE_FIELD, issueTicket, readTicket } from '../../../lib/site/contact/ticket.ts'

const SECRET = 'a-secret-that-is-long-enough'
const NOW = Date.UTC(2026, 2, 1, 12)
const DAY = 24 * 60 * 60_000

describe('form ticket', () => {
  const ticket = issueTicket(SECRET, NOW)

  it('has a shorter minimum age for forms with a single field', () => {
    const later = NOW + MIN_AGE_OF_ONE_FIELD
    expect(MIN_AGE_OF_ONE_FIELD).toBeLessThan(1_000)
    expect(readTicket(ticket, [SECRET], later, MIN_AGE_OF_ONE_FIELD)).toMatchObject({ state: 'valid' })
    expect(readTicket(ticket, [SECRET], later - 1, MIN_AGE_OF_ONE_FIELD)).toEqual({ state: 'early', waitMs: 1 })
    expect(readTicket(ticket, [SECRET], later)).toMatchObject({ state: 'early' })
  })

  it('is early before the minimum age and reports the remaining time', () => {
    expect(readTicket(ticket, [SECRET], NOW)).toEqual({ state: 'early', waitMs: MIN_AGE })
    expect(readTicket(ticket, [SECRET], NOW + MIN_AGE - 1)).toEqual({ state: 'early', waitMs: 1 })
    expect(readTicket(ticket, [SECRET], NOW + MIN_AGE)).toMatchObject({ state: 'valid' })
  })

  it('expires after a day and is invalid before its issue time', () => {
    expect(readTicket(ticket, [SECRET], NOW + DAY)).toMatchObject({ state: 'valid' })
    expect(readTicket(ticket, [SECRET], NOW + DAY + 1)).toEqual({ state: 'invalid' })
    expect(readTicket(ticket, [SECRET], NOW - 1)).toEqual({ state: 'invalid' })
  })

  it('has a unique id that is stable across reads', () => {
    const read = (text: string) => readTicket(text, [SECRET], NOW + MIN_AGE)
    expect(read(ticket)).toEqual(read(ticket))
    expect(read(ticket)).not.toEqual(read(issueTicket(SECRET, NOW)))
  })

  it('is valid with each accepted secret', () => {
    const newer = 'a-newer-secret-that-is-long-enough'
    expect(readTicket(ticket, [newer, SECRET], NOW + MIN_AGE)).toMatchObject({ state: 'valid' })
    expect(readTicket(ticket, [newer], NOW + MIN_AGE)).toEqual({ state: 'invalid' })
  })

  it('cannot be forged or backdated without the secret', () => {
    const [id, , signature] = ticket.split('.')
    const forged = [
      '',
      'x',
      '..',
      `${id}.${NOW - DAY / 2}.${signature}`,
      `other.${NOW}.${signature}`,
      `${ticket}.x`,
      `${ticket}x`,
      issueTicket('another-secret-that-is-long', NOW),
    ]
    for (const text of forged) expect(readTicket(text, [SECRET], NOW + MIN_AGE)).toEqual({ state: 'invalid' })
  })
})
