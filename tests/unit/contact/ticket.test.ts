import { describe, expect, it } from 'vitest'
import { MIN_AGE, MIN_AGE_OF_ONE_FIELD, issueTicket, readTicket } from '../../../lib/site/contact/ticket.ts'

const SECRET = 'a-secret-that-is-long-enough'
const NOW = Date.UTC(2026, 2, 1, 12)
const DAY = 24 * 60 * 60_000

describe('tickets', () => {
  const ticket = issueTicket(SECRET, NOW)

  it('of a form with one field is old enough within a second, and one of several fields is not', () => {
    const later = NOW + MIN_AGE_OF_ONE_FIELD
    expect(MIN_AGE_OF_ONE_FIELD).toBeLessThan(1_000)
    expect(readTicket(ticket, [SECRET], later, MIN_AGE_OF_ONE_FIELD)).toMatchObject({ state: 'valid' })
    expect(readTicket(ticket, [SECRET], later - 1, MIN_AGE_OF_ONE_FIELD)).toEqual({ state: 'early', waitMs: 1 })
    expect(readTicket(ticket, [SECRET], later)).toMatchObject({ state: 'early' })
  })

  it('is early until the minimum time is over, and says how long', () => {
    expect(readTicket(ticket, [SECRET], NOW)).toEqual({ state: 'early', waitMs: MIN_AGE })
    expect(readTicket(ticket, [SECRET], NOW + MIN_AGE - 1)).toEqual({ state: 'early', waitMs: 1 })
    expect(readTicket(ticket, [SECRET], NOW + MIN_AGE)).toMatchObject({ state: 'valid' })
  })

  it('is good for a day and not from the future', () => {
    expect(readTicket(ticket, [SECRET], NOW + DAY)).toMatchObject({ state: 'valid' })
    expect(readTicket(ticket, [SECRET], NOW + DAY + 1)).toEqual({ state: 'invalid' })
    expect(readTicket(ticket, [SECRET], NOW - 1)).toEqual({ state: 'invalid' })
  })

  it('has an id of its own, the same at each reading', () => {
    const read = (text: string) => readTicket(text, [SECRET], NOW + MIN_AGE)
    expect(read(ticket)).toEqual(read(ticket))
    expect(read(ticket)).not.toEqual(read(issueTicket(SECRET, NOW)))
  })

  it('holds for each secret that is accepted', () => {
    const newer = 'a-newer-secret-that-is-long-enough'
    expect(readTicket(ticket, [newer, SECRET], NOW + MIN_AGE)).toMatchObject({ state: 'valid' })
    expect(readTicket(ticket, [newer], NOW + MIN_AGE)).toEqual({ state: 'invalid' })
  })

  it('cannot be made or made older without the secret', () => {
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
