import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CONTACT_FAULTS, CONTACT_LIMITS } from '../../../lib/site/contact/fields.ts'
import { parseMessage } from '../../../lib/site/contact/message.ts'

const good = {
  name: 'Ada Byron',
  email: 'ada@example.com',
  company: 'Byron Heating',
  phone: '+1 (212) 555-0142',
  message: 'The phone rings at night.\nWhat now?',
}

const errorsOf = (fields: Record<string, unknown>) => {
  const parsed = parseMessage(fields)
  return 'errors' in parsed ? parsed.errors : {}
}

const messageOf = (fields: Record<string, unknown>) => {
  const parsed = parseMessage(fields)
  if ('errors' in parsed) throw new Error(JSON.stringify(parsed.errors))
  return parsed.content
}

describe('parseMessage', () => {
  it('accepts a complete message, trims it and normalizes line endings', () => {
    const sent = messageOf({ ...good, name: '  Ada Byron\t', message: ' one\r\ntwo\rthree ' })
    expect(sent).toEqual({ ...good, message: 'one\ntwo\nthree' })
  })

  it('accepts a missing or blank phone number', () => {
    const { phone: _, ...without } = good
    expect(messageOf(without).phone).toBeUndefined()
    expect(messageOf({ ...good, phone: '   ' }).phone).toBeUndefined()
  })

  it.each(['name', 'email', 'company', 'message'])('requires a non-blank %s', (field) => {
    expect(errorsOf({ ...good, [field]: undefined })).toEqual({ [field]: 'missing' })
    expect(errorsOf({ ...good, [field]: ' \n ' })).toEqual({ [field]: 'missing' })
  })

  it.each(Object.entries(CONTACT_LIMITS))('accepts %s up to %i characters', (field, limit) => {
    const longest =
      { email: `${'a'.repeat(50)}@${'b'.repeat(60)}.com`, phone: '1'.repeat(limit) }[field] ?? 'x'.repeat(limit)
    expect(errorsOf({ ...good, [field]: longest })).toEqual({})
    expect(errorsOf({ ...good, [field]: `${'1'.repeat(limit)}@1` })).toEqual({ [field]: 'long' })
  })

  it.each([
    'ada',
    'ada@',
    '@example.com',
    'ada@example..com',
    'a b@example.com',
    'ada@example.com, eve@example.com',
    '<ada@example.com>',
  ])('rejects the email address %s', (email) => expect(errorsOf({ ...good, email })).toEqual({ email: 'malformed' }))

  it.each([
    '212 555 0142',
    '+44 20 7946 0958',
    '(212) 555-0142 x12',
    '(212) 555-0142 ext. 123',
    '212.555.0142',
    '212–555‑0142',
    '555-0142',
    '1-800-FLOWERS',
    '1-800-GOT-JUNK',
    '２１２ ５５５ ０１４２',
    'tel:+1-212-555-0142;ext=123',
    '(212) 555-0142, cell, after 5 pm',
  ])('keeps the phone number %s as typed', (phone) => {
    expect(errorsOf({ ...good, phone })).toEqual({})
    expect(messageOf({ ...good, phone }).phone).toBe(phone)
  })

  it('removes invisible characters from a phone number', () => {
    expect(messageOf({ ...good, phone: '\u202D(212) 555-0142\u202C' }).phone).toBe('(212) 555-0142')
    expect(messageOf({ ...good, phone: '\uFEFF \u2068212\u200B 555\u00AD 0142\u2069 ' }).phone).toBe('212 555 0142')
    expect(messageOf({ ...good, phone: ' \u202D\u202C ' }).phone).toBeUndefined()
  })

  it.each(['call me', '123', '+1 <script>', '------------', '555-014', 'CALL'])(
    'rejects the phone number %s',
    (phone) => expect(errorsOf({ ...good, phone })).toEqual({ phone: 'malformed' }),
  )

  it.each(['name', 'email', 'company', 'phone'] as const)(
    'rejects line breaks and control characters in %s',
    (field) => {
      for (const evil of ['\r\nBcc: eve@example.com', '\nBcc: x', '\u0000x', '\u2028x', '\u0085x']) {
        expect(errorsOf({ ...good, [field]: good[field] + evil })).toEqual({ [field]: 'control' })
      }
    },
  )

  it.each(['name', 'company'] as const)('rejects text direction overrides in %s', (field) =>
    expect(errorsOf({ ...good, [field]: `${good[field]}\u202Ex` })).toEqual({ [field]: 'control' }),
  )

  it('allows no control characters in the message except line breaks and tabs', () => {
    expect(errorsOf({ ...good, message: 'a\tb\nc' })).toEqual({})
    for (const evil of ['\u0000', '\u001B[2J', '\u202E'])
      expect(errorsOf({ ...good, message: `a${evil}b` })).toEqual({ message: 'control' })
  })

  it('keeps accents, other scripts, emoji and quotes', () => {
    const name = "Zoë O'Brien-李 🔧"
    expect(messageOf({ ...good, name }).name).toBe(name)
  })

  it('reports only known error codes for any input', () => {
    expect(errorsOf({ ...good, phone: 5 })).toEqual({ phone: 'malformed' })
    fc.assert(
      fc.property(fc.record({ name: fc.anything(), email: fc.anything(), phone: fc.anything() }), (fields) => {
        for (const fault of Object.values(errorsOf({ ...good, ...fields }))) expect(CONTACT_FAULTS).toContain(fault)
      }),
    )
  })

  it('never throws and returns only single-line names', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.anything(), (name, email) => {
        const parsed = parseMessage({ ...good, name, email })
        if ('errors' in parsed) return
        expect(parsed.content.name).not.toMatch(/[\r\n\0]/)
      }),
    )
  })
})
