import { describe, expect, it } from 'vitest'
import { formatPhone, isFictionalPhone, buildPhoneHref } from '../../../lib/values/phone.ts'
import { phoneNumber, parsePhone, parseReportedNumber, toE164 } from '../../../lib/values/phone-number.ts'
import { parsePhoneDigits } from '../../../lib/values/typed-phone.ts'

describe('typed phone number', () => {
  it.each([
    ['(212) 555-0142', '+12125550142'],
    ['212.555.0142', '+12125550142'],
    ['212/555-0142', '+12125550142'],
    [' 1 212 555 0142 ', '+12125550142'],
    ['1-212-555-0142', '+12125550142'],
    ['+1-212-555-0142', '+12125550142'],
    ['(+1) 212 555 0142', '+12125550142'],
    ['001 212 555 0142', '+12125550142'],
    ['011 44 20 7946 0958', '+442079460958'],
    ['0044 20 7946 0958', '+442079460958'],
    ['+44 (0)20 7946 0958', '+442079460958'],
    ['+442079460958', '+442079460958'],
    ['+39 06 1234 5678', '+390612345678'],
    // The library's metadata lacks this area code.
    ['(861) 555-0123', '+18615550123'],
    ['212-911-0142', '+12129110142'],
    ['\u202D(212) 555-0142\u202C', '+12125550142'],
    ['\u2068+1 212 555 0142\u2069', '+12125550142'],
    ['\uFEFF212\u200B555\u00AD0142\u2060', '+12125550142'],
    ['\u200E(212) 555\u20110142\u200F', '+12125550142'],
    ['212\u00A0555\u202F0142', '+12125550142'],
    ['212–555—0142', '+12125550142'],
    ['212−555‒0142', '+12125550142'],
    ['＋１（２１２）５５５－０１４２', '+12125550142'],
    ['٢١٢ ٥٥٥ ٠١٤٢', '+12125550142'],
    ['tel:+1-212-555-0142', '+12125550142'],
    ['TEL:212-555-0142;phone-context=+1', '+12125550142'],
    ['tel:%2B12125550142', '+12125550142'],
    ['tel:5550142;phone-context=+1212', '+12125550142'],
    ['Tel: (212) 555-0142', '+12125550142'],
    ['Cell 212 555 0142', '+12125550142'],
    ['(212) 555-0142 (mobile)', '+12125550142'],
    ['1-800-FLOWERS', '+18003569377'],
    ['1-800-GOT-JUNK', '+18004685865'],
    ['+1 (800) flowers', '+18003569377'],
    ['1-800-MATTRESS', '+18006288737'],
    ['(212) 555-FILM', '+12125553456'],
  ])('is parsed: %s', (input, number) => {
    expect(phoneNumber.parse(input)).toBe(number)
    expect(parsePhone(input)?.extension).toBeUndefined()
  })

  it.each([
    '(212) 555-0142 ext. 123',
    '(212) 555-0142 Ext 123',
    '(212) 555-0142 (ext. 123)',
    '(212) 555-0142 extension 123',
    '(212) 555-0142, extension: 123',
    '(212) 555-0142 extn 123',
    '2125550142x123',
    '(212) 555-0142 X 123',
    '(212) 555-0142 #123',
    '(212) 555-0142;123',
    '(212) 555-0142,123',
    '(212) 555-0142,,123#',
    'tel:+1-212-555-0142;ext=123',
    'tel:212-555-0142;phone-context=+1;ext=123',
    '\u202D(212)\u00A0555‑0142\u202C ext.\u00A0１２３',
    '+1 212 555 0142 ;ext=123',
  ])('has its extension parsed separately: %s', (input) => {
    expect(parsePhone(input)).toEqual({ number: '+12125550142', extension: '123' })
    expect(phoneNumber.parse(input)).toBe('+12125550142')
  })

  it('supports extensions after international and vanity numbers', () => {
    expect(parsePhone('+44 20 7946 0958 ext 12')).toEqual({ number: '+442079460958', extension: '12' })
    expect(parsePhone('1-800-FLOWERS x5')).toEqual({ number: '+18003569377', extension: '5' })
  })

  it.each([
    '',
    '0142',
    '555-0142',
    'call me',
    'CALL-ME-NOW',
    '212 call me now please',
    '+',
    '++12125550142',
    '212 555 0142 0143',
    '+1 212 555 014',
    '212 555 0142 or 212 555 0143',
    '112 555 0142',
    'tel:',
    '1'.repeat(50),
    '٣'.repeat(90),
    `212 555 0142${','.repeat(100_000)}`,
  ])('rejects "%s"', (input) => {
    const { success, error } = phoneNumber.safeParse(input)
    expect(success).toBe(false)
    expect(error?.issues.map(({ message }) => message)).toContain('Enter a phone number such as (212) 555-0142')
  })

  it('is shown in US format', () => {
    expect(formatPhone('+12125550142')).toBe('(212) 555-0142')
    expect(formatPhone('+442079460958')).toBe('+442079460958')
    expect(formatPhone('anonymous')).toBe('anonymous')
    expect(toE164(formatPhone('+12125550142'))).toBe('+12125550142')
  })

  it.each([
    ['(212) 555-0142', 'tel:2125550142'],
    ['+1 (212) 555-0142', 'tel:+12125550142'],
    ['\u202D(212) 555-0142\u202C', 'tel:2125550142'],
    ['(212) 555-0142 ext. 5', 'tel:2125550142;ext=5'],
    ['1-800-FLOWERS', 'tel:+18003569377'],
    ['Ask for Ada: (212) 555-0142', 'tel:2125550142'],
  ])('is converted to a tel link: %s', (input, href) => expect(buildPhoneHref(input)).toBe(href))

  it('is fictional from 555-0100 to 555-0199', () => {
    expect(['(212) 555-0142', '+1 212 555 0199 ext. 5'].map(isFictionalPhone)).toEqual([true, true])
    expect(['(212) 555-0242', '(212) 556-0142', ''].map(isFictionalPhone)).toEqual([false, false, false])
  })

  it('can be searched by partial digits', () => {
    expect(parsePhoneDigits('\u202D(212) 555‑01\u202C')).toBe('21255501')
    expect(parsePhoneDigits('+1 212')).toBe('1212')
    expect(parsePhoneDigits('furnace 212')).toBeUndefined()
    expect(parsePhoneDigits(' ')).toBeUndefined()
  })
})

describe('phone number reported by the carrier', () => {
  it.each([
    ['+18615550123', '+18615550123'],
    ['+12125550142', '+12125550142'],
    // No metadata contains this country code.
    ['+9991234567', '+9991234567'],
    ['+5215512345678', '+5215512345678'],
    [' +12125550142 ', '+12125550142'],
    ['12125550142', '+12125550142'],
    ['(212) 555-0142', '+12125550142'],
    ['sip:+12125550142@voice.example.com;user=phone', '+12125550142'],
    ['<sip:+12125550142@voice.example.com>', '+12125550142'],
    ['tel:+12125550142', '+12125550142'],
    ['whatsapp:+12125550142', '+12125550142'],
  ])('is normalized: %s', (reported, number) => {
    expect(parseReportedNumber(reported)).toBe(number)
    expect(phoneNumber.parse(number)).toBe(number)
  })

  it.each([
    null,
    undefined,
    '',
    ' ',
    'anonymous',
    'Anonymous',
    'unknown',
    'Restricted',
    'unavailable',
    'sip:anonymous@anonymous.invalid',
    'sip:office@pbx.example.com',
    '+266696687',
    '+7378742833',
    '+2562533',
    '+8656696',
    '+86282452253',
    '911',
    '+',
    '\0',
  ])('is treated as withheld: %s', (reported) => expect(parseReportedNumber(reported)).toBeUndefined())
})
