import { describe, expect, it } from 'vitest'
import { digitize } from '../../../lib/dashboard/understanding/numbers.ts'
import { findPhone, findZip } from '../../../lib/dashboard/understanding/phone-and-zip.ts'

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
    ['tres uno dos, tres cincos, cero uno, dos ceros', '312, 555, 01, 00'],
    ['three one two triple five oh one two twos', '3125550122'],
    ['cero uno diez y seis', '0116'],
    ['cincuentaicinco', '55'],
    ['ciento cuatro cincuenta y seis', '10456'],
    ['twelve forty five Maple Street', '1245 Maple Street'],
    ['she is ninety one years old', 'she is 91 years old'],
    ['tengo ochenta y dos años', 'tengo 82 años'],
    ['six oh six one for', '60614'],
    ['at two o clock', 'at 2 o clock'],
    ['oh my, the heat is on for you', 'oh my, the heat is on for you'],
  ])('converts "%s" to "%s"', (text, digits) => expect(digitize(text).text).toBe(digits))

  it('returns the original words behind a number', () => {
    const text = 'My zip is six oh six one four, thanks'
    const { text: digits, original } = digitize(text)
    const zipIndex = digits.indexOf('60614')
    const { from, to } = original(zipIndex, zipIndex + 5)
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
  ])('are extracted correctly from "%s"', (text, zip, phone) => {
    expect({ zip: findZip(text)?.value, phone: findPhone(text)?.value }).toEqual({ zip, phone })
  })
})

const SPOKEN_NUMBERS = {
  en: {
    digits: ['oh', ...'one two three four five six seven eight nine'.split(' ')],
    teens: 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' '),
    tens: 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' '),
    hundreds: 'one two three four five six seven eight nine'.split(' ').map((digit) => `${digit} hundred`),
    and: ' ',
  },
  es: {
    digits: 'cero uno dos tres cuatro cinco seis siete ocho nueve'.split(' '),
    teens: 'diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve'.split(' '),
    tens: 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' '),
    hundreds:
      'ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'.split(
        ' ',
      ),
    and: ' y ',
  },
} as const

type Language = keyof typeof SPOKEN_NUMBERS

const spellDigits = (language: Language, digits: string) =>
  [...digits].map((digit) => SPOKEN_NUMBERS[language].digits[Number(digit)]).join(' ')

function spellPair(language: Language, pair: string): string {
  const [ten, unit] = [Number(pair[0]), Number(pair[1])]
  const { digits, teens, tens, and } = SPOKEN_NUMBERS[language]
  if (ten === 0) return spellDigits(language, pair)
  if (ten === 1) return teens[unit] ?? ''
  return `${tens[ten - 2]}${unit ? `${and}${digits[unit]}` : ''}`
}

function spellHundreds(language: Language, group: string): string {
  const hundred = SPOKEN_NUMBERS[language].hundreds[Number(group[0]) - 1] ?? ''
  const rest = Number(group.slice(1))
  if (rest === 0) return hundred
  return `${hundred} ${rest < 10 ? SPOKEN_NUMBERS[language].digits[rest] : spellPair(language, group.slice(1))}`
}

describe.each(['en', 'es'] as const)('phone number spoken in %s', (language) => {
  const groupings = [
    (group: string) => spellDigits(language, group),
    (group: string) => spellHundreds(language, group),
    (group: string) => `${spellDigits(language, group.slice(0, 1))} ${spellPair(language, group.slice(1))}`,
  ]
  const endings = [
    (end: string) => spellDigits(language, end),
    (end: string) => `${spellPair(language, end.slice(0, 2))} ${spellPair(language, end.slice(2))}`,
  ]
  const combinations = groupings.flatMap((first) =>
    groupings.flatMap((second) => endings.map((last) => [first, second, last] as const)),
  )

  it.each(['312', '305', '480', '808', '340', '956', '213'])(
    'is recognized in any grouping with the area code %s',
    (area) => {
      for (const end of ['0100', '0107', '0121', '0142', '0190', '0188'])
        for (const [first, second, last] of combinations)
          for (const pause of [' ', ', ']) {
            const text = [first(area), second('555'), last(end)].join(pause)
            expect([text, findPhone(text)?.value]).toEqual([text, `+1${area}555${end}`])
          }
    },
  )
})
