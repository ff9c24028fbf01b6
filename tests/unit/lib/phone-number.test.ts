import { describe, expect, it } from 'vitest'
import { formatPhone } from '../../../lib/phone.ts'
import { phoneNumber, toE164 } from '../../../lib/phone-number.ts'

describe('a telephone number', () => {
  it.each([
    ['(212) 555-0142', '+12125550142'],
    ['212.555.0142', '+12125550142'],
    [' 1 212 555 0142 ', '+12125550142'],
    ['+1-212-555-0142', '+12125550142'],
    ['(212) 555-0142 ext. 5', '+12125550142'],
    ['011 44 20 7946 0958', '+442079460958'],
    ['+442079460958', '+442079460958'],
  ])('is read as people write it: %s', (written, number) => {
    expect(phoneNumber.parse(written)).toBe(number)
  })

  it.each(['', '0142', '555-0142', 'call me', '+', '212 555 0142 0143', '1'.repeat(50)])('is not "%s"', (written) => {
    expect(phoneNumber.safeParse(written).success).toBe(false)
  })

  it('is written as people of the US do', () => {
    expect(formatPhone('+12125550142')).toBe('(212) 555-0142')
    expect(formatPhone('+442079460958')).toBe('+442079460958')
    expect(formatPhone('anonymous')).toBe('anonymous')
    expect(toE164(formatPhone('+12125550142'))).toBe('+12125550142')
  })
})
