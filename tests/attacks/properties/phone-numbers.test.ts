import fc from 'fast-check'
import { expect } from 'vitest'
import { formatPhone } from '../../../lib/values/phone.ts'
import { toE164 } from '../../../lib/values/phone-number.ts'
import { check } from '../../support/check.ts'
import { checkProperty } from './support/check-property.ts'

const RUN_COUNT = 5_000

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))

const usNumberFormats = fc
  .tuple(fc.stringMatching(/^[2-9]\d{2}$/), fc.stringMatching(/^[2-9]\d{2}$/), digits(4))
  .map(([area, exchange, line]) => [
    `+1${area}${exchange}${line}`,
    `${area}${exchange}${line}`,
    `(${area}) ${exchange}-${line}`,
    `${area}-${exchange}-${line}`,
    `${area}.${exchange}.${line}`,
    `1 ${area} ${exchange} ${line}`,
    `+1 (${area}) ${exchange} - ${line}`,
    `${area}${exchange}${line} ext. 12`,
    ` ${area} ${exchange} ${line} `,
  ])

const phoneText = fc.oneof(
  fc
    .array(
      fc.constantFrom('+', '1', '44', '(', ')', '-', '.', ' ', 'x', 'ext', '555', '0142', '212', '911', '٣', '\0'),
      { maxLength: 8 },
    )
    .map((parts) => parts.join('')),
  fc.string(),
  digits(7),
  digits(10),
  digits(15),
)

check(
  {
    what: 'Phone numbers',
    tried: `${RUN_COUNT} random strings, and ${RUN_COUNT} numbers in nine formats`,
    expected: 'parse to the same E.164 number in every format, or to none',
  },
  async () => {
    await checkProperty(
      fc.property(phoneText, (text) => {
        const number = toE164(text)
        if (number === undefined) return
        expect(number).toMatch(/^\+[1-9]\d{6,14}$/)
        if (number.startsWith('+1')) expect(number).toMatch(/^\+1[2-9]\d{6,9}$/)
        expect(toE164(number)).toBe(number)
        expect(toE164(formatPhone(number))).toBe(number)
      }),
      RUN_COUNT,
    )
    return checkProperty(
      fc.property(usNumberFormats, (formats) => {
        expect(new Set(formats.map(toE164)).size).toBe(1)
      }),
      RUN_COUNT,
    )
  },
)
