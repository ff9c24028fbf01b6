import { describe, expect, it } from 'vitest'
import { digitize } from '../../../lib/understanding/numbers.ts'
import { findZipAndPhone } from '../../../lib/assistant/facts.ts'

describe('digitize', () => {
  it.each([
    ['six oh six one four', '60614'],
    ['sixty six oh one four', '66014'],
    ['nine oh two ten', '90210'],
    ['ten thousand one', '10001'],
    ['sixty thousand six fourteen', '60614'],
    ['sesenta mil seiscientos catorce', '60614'],
    ['noventa mil doscientos diez', '90210'],
    ['one double zero two five', '10025'],
    ['three one two five five five oh one four two', '3125550142'],
    ['eight hundred five five five oh one forty two', '8005550142'],
    ['four eighty five five five oh one double six', '4805550166'],
    ['tres doce, cinco cinco cinco, cero uno cuarenta y dos', '312, 555, 0142'],
    ['606 one four', '60614'],
    ['312 555 0142', '312 555 0142'],
    ['twelve forty five Maple Street', '1245 Maple Street'],
    ['she is ninety one years old', 'she is 91 years old'],
    ['tengo ochenta y dos años', 'tengo 82 años'],
    ['six oh six one for', '60614'],
    ['at two o clock', 'at 2 o clock'],
    ['oh my, the heat is on for you', 'oh my, the heat is on for you'],
  ])('writes "%s" as "%s"', (text, digits) => {
    expect(digitize(text).text).toBe(digits)
  })

  it('returns the original words behind a number', () => {
    const text = 'My zip is six oh six one four, thanks'
    const { text: digits, original } = digitize(text)
    const at = digits.indexOf('60614')
    const { from, to } = original(at, at + 5)
    expect(text.slice(from, to)).toBe('six oh six one four')
  })
})

describe('ZIP code and phone number', () => {
  it.each([
    ['12345 Maple Street, 60614', '60614', undefined],
    ['12345 Maple Street', undefined, undefined],
    ['My ZIP is 60614-1234', '60614', undefined],
    ['(312) 555-0142, and it is 60614', '60614', '+13125550142'],
    ['seven five two oh two no sorry seven five two oh one', '75201', undefined],
    ['My zip is four six two, uh, oh four', '46204', undefined],
    ['nine oh one five five five oh one seven one no wait oh one seven two', undefined, '+19015550172'],
    ['they quoted me twelve thousand five hundred dollars', undefined, undefined],
    ['the model number is 60618', undefined, undefined],
    ['mi código postal es seis cero seis uno cuatro', '60614', undefined],
  ])('are found in "%s"', (text, zip, phone) => {
    expect(findZipAndPhone(text)).toEqual({ zip, phone })
  })
})
