import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CONTACT_FAULTS, CONTACT_LIMITS } from '../../../lib/site/contact/fields.ts'
import { parseMessage } from '../../../lib/site/contact/message.ts'

const validFields = {
  name: 'Ada Byron',
  email: 'ada@example.com',
  company: 'Byron Heating',
  phone: '+1 (212) 555-0142',
  message: 'The phone rings at night.\nWhat now?',
}

const getErrors = (fields: Record<string, unknown>) => {
  const parsed = parseMessage(fields)
  return 'errors' in parsed ? parsed.errors : {}
}

const parseValidMessage = (fields: Record<string, unknown>) => {
  const parsed = parseMessage(fields)
  if ('errors' in parsed) throw new Error(JSON.stringify(parsed.errors))
  return parsed.content
}

describe('parseMessage', () => {
  it('accepts a complete message, trims it and normalizes line endings', () => {
    const message = parseValidMessage({ ...validFields, name: '  Ada Byron\t', message: ' one\r\ntwo\rthree ' })
    expect(message).toEqual({ ...validFields, message: 'one\ntwo\nthree' })
  })

  it('accepts a missing or blank phone number', () => {
    const { phone: _, ...withoutPhone } = validFields
    expect(parseValidMessage(withoutPhone).phone).toBeUndefined()
    expect(parseValidMessage({ ...validFields, phone: '   ' }).phone).toBeUndefined()
  })

  it.each(['name', 'email', 'company', 'message'])('requires a non-blank %s', (field) => {
    expect(getErrors({ ...validFields, [field]: undefined })).toEqual({ [field]: 'missing' })
    expect(getErrors({ ...validFields, [field]: ' \n ' })).toEqual({ [field]: 'missing' })
  })

  it.each(Object.entries(CONTACT_LIMITS))('accepts %s up to %i characters', (field, limit) => {
    const longest =
      { email: `${'a'.repeat(50)}@${'b'.repeat(60)}.com`, phone: '1'.repeat(limit) }[field] ?? 'x'.repeat(limit)
    expect(getErrors({ ...validFields, [field]: longest })).toEqual({})
    expect(getErrors({ ...validFields, [field]: `${'1'.repeat(limit)}@1` })).toEqual({ [field]: 'long' })
  })

  it.each([
    'ada',
    'ada@',
    '@example.com',
    'ada@example..com',
    'a b@example.com',
    'ada@example.com, eve@example.com',
    '<ada@example.com>',
  ])('rejects the email address %s', (email) =>
    expect(getErrors({ ...validFields, email })).toEqual({ email: 'malformed' }),
  )

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
    expect(getErrors({ ...validFields, phone })).toEqual({})
    expect(parseValidMessage({ ...validFields, phone }).phone).toBe(phone)
  })

  it('removes invisible characters from a phone number', () => {
    expect(parseValidMessage({ ...validFields, phone: '\u202D(212) 555-0142\u202C' }).phone).toBe('(212) 555-0142')
    expect(parseValidMessage({ ...validFields, phone: '\uFEFF \u2068212\u200B 555\u00AD 0142\u2069 ' }).phone).toBe(
      '212 555 0142',
    )
    expect(parseValidMessage({ ...validFields, phone: ' \u202D\u202C ' }).phone).toBeUndefined()
  })

  it.each(['call me', '123', '+1 <script>', '------------', '555-014', 'CALL'])(
    'rejects the phone number %s',
    (phone) => expect(getErrors({ ...validFields, phone })).toEqual({ phone: 'malformed' }),
  )

  it.each(['name', 'email', 'company', 'phone'] as const)(
    'rejects line breaks and control characters in %s',
    (field) => {
      for (const unsafe of ['\r\nBcc: eve@example.com', '\nBcc: x', '\u0000x', '\u2028x', '\u0085x']) {
        expect(getErrors({ ...validFields, [field]: validFields[field] + unsafe })).toEqual({ [field]: 'control' })
      }
    },
  )

  it.each(['name', 'company'] as const)('rejects text direction overrides in %s', (field) =>
    expect(getErrors({ ...validFields, [field]: `${validFields[field]}\u202Ex` })).toEqual({ [field]: 'control' }),
  )

  it('allows no control characters in the message except line breaks and tabs', () => {
    expect(getErrors({ ...validFields, message: 'a\tb\nc' })).toEqual({})
    for (const unsafe of ['\u0000', '\u001B[2J', '\u202E'])
      expect(getErrors({ ...validFields, message: `a${unsafe}b` })).toEqual({ message: 'control' })
  })

  it('keeps accents, other scripts, emoji and quotes', () => {
    const name = "Zoë O'Brien-李 🔧"
    expect(parseValidMessage({ ...validFields, name }).name).toBe(name)
  })

  it('reports only known error codes for any input', () => {
    expect(getErrors({ ...validFields, phone: 5 })).toEqual({ phone: 'malformed' })
    fc.assert(
      fc.property(fc.record({ name: fc.anything(), email: fc.anything(), phone: fc.anything() }), (fields) => {
        for (const fault of Object.values(getErrors({ ...validFields, ...fields })))
          expect(CONTACT_FAULTS).toContain(fault)
      }),
    )
  })

  it('never throws and returns only single-line names', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.anything(), (name, email) => {
        const parsed = parseMessage({ ...validFields, name, email })
        if ('errors' in parsed) return
        expect(parsed.content.name).not.toMatch(/[\r\n\0]/)
      }),
    )
  })
})
