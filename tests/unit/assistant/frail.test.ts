import { describe, expect, it } from 'vitest'
import { play } from '../../../lib/assistant/conversation.ts'
import { frailWithoutHeat } from '../../../lib/assistant/frail.ts'
import { DEFAULT_INSTRUCTIONS } from '../../../lib/assistant/instructions.ts'
import { urgencyOf } from '../../../lib/assistant/rules.ts'
import { DEFAULT_SETTINGS } from '../../../lib/settings/store.ts'

const said = (...lines: string[]) => lines.map((text, line) => ({ line, text }))

const frailIn = (text: string) => frailWithoutHeat(said('There is no heat.', text))?.quote

describe('somebody frail in a house without heat', () => {
  it.each([
    ['My mother is 91.', 'My mother is 91'],
    ['he is 82 years old', 'he is 82'],
    ['She’s almost 90 and cold.', 'She’s almost 90'],
    ['She is almost 90 and cold.', 'She is almost 90'],
    ['she’s 91', 'she’s 91'],
    ['I’m 78, I live alone', 'I’m 78'],
    ['My husband just turned 80', 'My husband just turned 80'],
    ['My parents are both 85.', 'My parents are both 85'],
    ['My mother, who is 65, is here', 'My mother, who is 65'],
    ['my dad is eighty-seven', 'my dad is eighty-seven'],
    ['I have my 91-year-old mother here', 'my 91-year-old'],
    ['There is a 92 year old in the house', 'a 92 year old'],
    ['My grandmother, 88, sits in the kitchen', 'My grandmother, 88'],
    ['Both are in their eighties', 'in their eighties'],
    ['mi abuela tiene 81 años', 'mi abuela tiene 81 años'],
    ['Hay una señora de ochenta y cinco años', 'una señora de ochenta y cinco años'],
    ['Tengo 78 años', 'Tengo 78 años'],
    ['We have an elderly neighbor upstairs', 'elderly'],
    ['I am on oxygen', 'on oxygen'],
    ['There are babies here', 'babies'],
    ['We have a newborn', 'newborn'],
    ['Tenemos un bebé', 'bebé'],
    ['Hay un recién nacido en casa', 'recién nacido'],
    ['Vive aquí una persona mayor', 'persona mayor'],
    ['My wife is very sick', 'My wife is very sick'],
    ['I’m pregnant', 'I’m pregnant'],
    ['the lady upstairs is 93', 'the lady upstairs is 93'],
    ['My mother in law is 90', 'My mother in law is 90'],
    ['We are in our eighties', 'in our eighties'],
    ['We have a 3 week old', 'a 3 week old'],
    ['Tiene 91 años mi mamá', 'Tiene 91 años mi mamá'],
    ['We are seniors', 'seniors'],
    ['Mi hija está enferma', 'Mi hija está enferma'],
  ])('is heard in "%s"', (text, quote) => {
    expect(frailIn(text)).toBe(quote)
  })

  it.each([
    'The furnace is 70 years old.',
    'It is 91 degrees in the attic.',
    'The house is 91 years old and drafty.',
    'My mother’s 70-year-old furnace',
    'My mother’s house is 85 years old',
    'It is a 70-year-old boiler',
    'My mother is 64.',
    'My daughter is 9',
    'I am 70 miles away',
    'I’m 90 percent sure it is the thermostat',
    'I am seventy-one degrees warm at best',
    'He is 75 minutes late',
    'I’m 78 Maple Street',
    'My mother says it is 68 in here',
    'My father set it to 72',
    'The oxygen sensor of the water heater is new',
    'The elderly furnace quit',
    'We have no baby',
    'I don’t have a baby',
    'There are no elderly people here',
    'Nobody is elderly or frail',
    'No hay bebés',
    'La caldera tiene 70 años',
    'Mi hijo tiene 8 años',
    'Call me at 312 555 0191',
    'A baby-blue furnace',
    'I’m sick of waiting',
    'I am sick and tired of this furnace',
    'The furnace is sick',
    'We have a 3 month old furnace',
    'The filter is 90 days old',
    'He was 91 when he died',
    'My son is 9, and my daughter is not sick',
  ])('is not heard in "%s"', (text) => {
    expect(frailIn(text)).toBeUndefined()
  })

  it.each([
    'There is no heat',
    'Our heat is out',
    'The furnace quit last night',
    'The boiler won’t light',
    'The heat is not working',
    'We don’t have any heat',
    'The heater just died',
    'No hay calefacción',
    'Furnace not working',
    'The furnace is not producing heat',
    'There isn’t any heat',
    'La calefacción no funciona',
    'Se descompuso la calefacción',
    'La calefacción dejó de funcionar',
  ])('counts where there is no heat: "%s"', (text) => {
    expect(frailWithoutHeat(said(text, 'My mother is 91'))).toEqual({ line: 1, quote: 'My mother is 91' })
  })

  it.each([
    'The heat is fine',
    'The AC is out',
    'The water heater is out',
    'El calentador no funciona',
    'The furnace is out in the garage',
    'The furnace is out of warranty',
    'I want no heat pump',
    'We had no heating problem',
    'The furnace is not heating well',
    'The furnace stopped making noise',
    'I would like a tune-up',
  ])('does not count where there is heat: "%s"', (text) => {
    expect(frailWithoutHeat(said(text, 'My mother is 91'))).toBeUndefined()
  })
})

describe('the rule', () => {
  const playing = (...lines: string[]) =>
    play(
      { settings: DEFAULT_SETTINGS, instructions: DEFAULT_INSTRUCTIONS, at: new Date('2026-03-01T08:00:00Z') },
      lines,
    )

  it('is named in the record, with the words that were said', () => {
    expect(urgencyOf(said('There is no heat.', 'My mother is 91.'), DEFAULT_INSTRUCTIONS)).toEqual({
      name: 'now',
      rule: 'No heat, and somebody frail in the house: “My mother is 91”',
      place: { line: 1, quote: 'My mother is 91' },
      isCold: true,
    })
    expect(urgencyOf(said('There is no heat.'), DEFAULT_INSTRUCTIONS).name).toBe('today')
  })

  it.each(['There is no heat, and my mother is 91.', 'No heat, and we have a baby.'])(
    'sends nobody out of the house, and asks about gas all the same: "%s"',
    (text) => {
      const { lines, decision } = playing(text)
      expect(lines.at(-1)?.text).toMatch(/^Please keep everybody together in the warmest room/)
      expect(lines.at(-1)?.text).not.toContain('Leave the house')
      expect(decision).toMatchObject({ next: 'safety', outcome: 'emergency' })
      expect(decision.facts.safety).toBeUndefined()
    },
  )

  it('gives way to gas, whenever it is said and wherever its words stand', () => {
    for (const [first, then] of [
      ['No heat, and we have a baby.', 'Yes, I do.'],
      ['No heat, and we have a baby.', 'I smell gas.'],
      ['No heat, my mother is 91, and I smell gas.', 'No.'],
    ] as const) {
      const { lines, decision } = playing(first, then)
      expect(decision.urgency.isCold).toBeUndefined()
      expect(lines.some(({ text }) => text.includes('Leave the house now'))).toBe(true)
    }
    const urgencyWords = { ...DEFAULT_INSTRUCTIONS.urgencyWords, now: ['no heat and a baby', 'smell gas'] }
    const found = urgencyOf(said('No heat and a baby. I smell gas.'), { ...DEFAULT_INSTRUCTIONS, urgencyWords })
    expect(found.rule).toContain('smell gas')
  })
})
