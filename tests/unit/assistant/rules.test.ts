import { describe, expect, it } from 'vitest'
import { playConversation } from '../../../lib/dashboard/assistant/conversation.ts'
import { DEFAULT_INSTRUCTIONS, type Instructions } from '../../../lib/dashboard/model/instructions.ts'
import { buildPresetCallers } from '../../../lib/dashboard/assistant/preset-callers.ts'
import { pickHigherUrgency, type RuleSettings } from '../../../lib/dashboard/assistant/rules.ts'
import { findPhrase } from '../../../lib/dashboard/understanding/phrases.ts'
import { DEFAULT_SETTINGS } from '../../../lib/dashboard/settings/repository.ts'

const OFFICE_HOURS = { from: '08:00', to: '17:00' }

const SETTINGS: RuleSettings = {
  ...DEFAULT_SETTINGS,
  timeZone: 'America/Chicago',
  hours: { mon: OFFICE_HOURS, tue: OFFICE_HOURS, wed: OFFICE_HOURS, thu: OFFICE_HOURS, fri: OFFICE_HOURS },
  serviceArea: [
    { zip: '60614', crew: 'North' },
    { zip: '60601', crew: '' },
  ],
  onCall: [
    { name: 'Alex', phone: '+13125550190', hours: { from: '18:00', to: '07:00' } },
    { name: 'Robin', phone: '+13125550191', hours: { from: '07:00', to: '18:00' } },
    { name: 'Sam', phone: '+13125550192', hours: null },
  ],
  pagingMinutes: 7,
}

/** Sunday, 2 AM in Chicago. */
const SUNDAY_NIGHT = new Date('2026-03-01T08:00:00Z')
const TUESDAY = new Date('2026-03-03T16:00:00Z')

const playCall = (
  lines: string[],
  {
    settings = {},
    instructions = {},
    at = TUESDAY,
  }: { settings?: Partial<RuleSettings>; instructions?: Partial<Instructions>; at?: Date } = {},
) =>
  playConversation(
    { settings: { ...SETTINGS, ...settings }, instructions: { ...DEFAULT_INSTRUCTIONS, ...instructions }, at },
    lines,
  )

const findCallerLines = (name: string) =>
  buildPresetCallers(SETTINGS).find((caller) => caller.name === name)?.lines ?? []

describe('urgency keyword', () => {
  it.each([
    ['smell gas', 'I SMELL GAS here', 'SMELL GAS'],
    ['smell gas', 'It smells like gas in here', 'smells like gas'],
    ['gas smell', 'There is a gas smell.', 'gas smell'],
    ['heat is out', 'The heat is out again', 'heat is out'],
    ['calefaccion', 'La calefacción no enciende', 'calefacción'],
    ['calefaccion', 'No hay calefacción', undefined],
    ['sparks', 'I see a spark', 'spark'],
    ['no heat and a baby', 'No heat. And we have a baby.', 'No heat'],
    ['no heat', 'No, the heat is fine', undefined],
    ['smoke', 'We smoked a ham', undefined],
    ['gas smell', 'No gas smell', undefined],
    ['gas smell', 'No smoke or gas smell', undefined],
    ['smell gas', 'I do not smell any gas', undefined],
    ['smell gas', 'No, I smell gas', 'smell gas'],
    ['smoke', 'I do not see any smoke', undefined],
    ['smoke', 'It does not start and we smell smoke', 'smoke'],
    ['humo', 'La alarma no para y sale humo', 'humo'],
    ['filter', 'Nothing is filtered', undefined],
    ['no heat and a baby', 'No heat', undefined],
  ])('matches only unnegated whole phrases: %s in "%s"', (phrase, text, quote) =>
    expect(findPhrase(phrase, [{ line: 0, text }])?.quote).toBe(quote),
  )

  it.each([
    ['Hola, mi calefacción no funciona.', 'today'],
    ['Estamos sin calefacción desde ayer', 'today'],
    ['No tengo aire', 'today'],
    ['Hay goteras en el techo', 'today'],
    ['El aire no enfría bien', 'soon'],
    ['Quiero un mantenimiento', 'later'],
    ['Our heat is out', 'today'],
    ['I would like a tune-up', 'later'],
  ])('from the default lists rates "%s" as %s', (text, name) => {
    expect(playCall([text]).decision.urgency).toMatchObject({ name })
  })
})

describe('gas caller on Sunday at 2 AM', () => {
  const { lines, decision } = playCall(findCallerLines('gas'), { at: SUNDAY_NIGHT })

  it('is rated as an emergency with the matching quote', () => {
    expect(decision.urgency).toMatchObject({ name: 'now', danger: 'gas', place: { line: 1 } })
    expect(decision.urgency.rule).toMatch(/^Gas leak or odor: “.*smell gas.*”$/)
    expect(decision.outcome).toBe('emergency')
    expect(decision.note.urgency).toMatch(/^Now: Gas leak or odor: “/)
  })

  it('receives the safety instructions once', () => {
    expect(lines[2]?.text).toMatch(/^Leave the house now/)
    expect(lines.filter(({ text }) => text.includes('Leave the house'))).toHaveLength(1)
  })

  it('pages the people on call at that time, in order', () => {
    expect(decision.paged).toEqual([
      { name: 'Alex', phone: '+13125550190', afterMinutes: 0 },
      { name: 'Sam', phone: '+13125550192', afterMinutes: 7 },
    ])
    expect(decision.situation.isOpen).toBe(false)
  })

  it('produces a complete note', () => {
    expect(decision.note).toMatchObject({
      problem: 'I smell gas in the basement, near the furnace.',
      safety: expect.stringContaining('smell gas'),
      system: 'furnace',
      address: '12 Maple Street, 60614',
      name: 'Ada Example',
      phone: '+16465550119',
    })
    expect(decision.area).toEqual({ state: 'served', zip: '60614', crew: 'North' })
    expect(decision.next).toBeNull()
  })

  it('needs attention if no one is on call or the area is not served', () => {
    const unpaged = playCall(findCallerLines('gas'), { at: SUNDAY_NIGHT, settings: { onCall: [] } }).decision
    expect(unpaged).toMatchObject({ paged: [], attention: 'Emergency: no one could be paged', missing: ['onCall'] })
    const unserved = playCall(['I smell gas', '7 Elm Street, 00501']).decision
    expect(unserved).toMatchObject({ outcome: 'declined', paged: null })
    expect(unserved.attention).toMatch(/no one was paged/)
  })

  it('stays an emergency whatever the keyword lists contain', () => {
    const urgencyWords = { now: [], today: [], soon: [], later: ['smell gas', 'gas', 'furnace'] }
    const { urgency } = playCall(findCallerLines('gas'), { instructions: { urgencyWords } }).decision
    expect(urgency).toMatchObject({ name: 'now', danger: 'gas' })
  })
})

describe('other sample callers', () => {
  it('no heat and a baby are an emergency, even in separate lines', () => {
    const { decision } = playCall(findCallerLines('baby'))
    expect(decision.urgency).toMatchObject({ name: 'now', danger: 'cold' })
    expect(decision.paged?.map(({ name }) => name)).toEqual(['Robin', 'Sam'])
  })

  it('the caller outside the service area is declined immediately, with no further questions', () => {
    const { lines, decision } = playCall(findCallerLines('elsewhere'))
    expect(decision).toMatchObject({ outcome: 'declined', area: { state: 'not-served' }, paged: null })
    expect(decision).toMatchObject({ next: null, windows: [] })
    expect(lines.at(-1)?.text).toBe('I am sorry: we do not serve 00501.')
  })

  it('the price caller gets the published price and books the first offered window', () => {
    const { lines, decision } = playCall(findCallerLines('price'), {
      instructions: { fees: { visit: '$89, credited to the repair', afterHours: '$150' } },
    })
    expect(lines[2]?.text).toMatch(/^\$89, credited to the repair What is going on/)
    expect(decision.facts.problem?.value).toBe('The air conditioner is not cooling well.')
    expect(decision.outcome).toBe('booked')
    expect(decision.chosen?.startsAt).toEqual(new Date('2026-03-04T14:00:00Z'))
    expect(lines.at(-1)?.text).toBe('You are booked for Wed, Mar 4, 8–10 AM. You will get a text to confirm.')
    expect(decision.note).toMatchObject({ fee: '$89, credited to the repair', window: 'Wed, Mar 4, 8–10 AM' })
  })

  it('a caller asking for an unpublished price is flagged for attention', () => {
    const { lines, decision } = playCall(['How much is a visit?'])
    expect(lines[2]?.text).toMatch(/^I do not have that price/)
    expect(decision.attention).toBe('Asked for a price you haven’t listed')
  })
})

describe('assistant questions', () => {
  it('follow a fixed order and skip known facts', () => {
    const getNextQuestion = (...lines: string[]) => playCall(lines).decision.next
    expect(getNextQuestion()).toBe('problem')
    expect(getNextQuestion('Hello')).toBe('problem')
    expect(getNextQuestion('The thermostat is blank')).toBe('safety')
    expect(getNextQuestion('The thermostat is blank', 'no')).toBe('address')
    expect(getNextQuestion('The thermostat is blank', 'no', '12 Maple Street')).toBe('zip')
    expect(getNextQuestion('The thermostat is blank', 'no', '12 Maple Street, 60614')).toBe('name')
    expect(getNextQuestion('This is Ada, 312 555 0142. The thermostat is blank at 12 Maple Street, 60614', 'no')).toBe(
      'window',
    )
  })

  it('rate a "yes" to the safety question as an emergency', () => {
    const getUrgencyAfter = (answer: string) => playCall(['The thermostat is blank', answer]).decision.urgency
    expect(getUrgencyAfter('Yes')).toMatchObject({ name: 'now', rule: 'The caller said yes when asked about danger' })
    expect(getUrgencyAfter('Yes, the alarm')).toMatchObject({ name: 'now', danger: 'carbon-monoxide' })
  })

  it.each([
    'Yes',
    'The last one',
    'um, the first one you said',
    'I do hear an alarm',
    'Gas',
    'Not smoke, but the gas, yes',
    'no smoke, no alarm, but the first thing, yes',
    'Sí',
    'pues la primera',
    'lo segundo que dijo',
    'humo no, pero el olor eso sí',
    'sí, huele',
  ])('rate "%s" after the safety question as an emergency', (text) => {
    expect(playCall(['The thermostat is blank', text]).decision.urgency.name).toBe('now')
  })

  it.each([
    'No',
    'none of those',
    'not that I know of',
    'Nothing like that',
    'I do not think so',
    'no, none of the first two or the last',
    'The furnace is electric',
    'It is the first time it does this',
    'nada de eso',
    'No, ninguna',
    'no que yo sepa',
    'es la primera vez que pasa',
  ])('do not rate "%s" after the safety question as an emergency', (text) => {
    expect(playCall(['The thermostat is blank', text]).decision.urgency.name).not.toBe('now')
  })

  it("use the caller's language if the assistant supports it", () => {
    const spanish = 'Hola, no hay calefacción en mi casa'
    expect(playCall([spanish]).lines.at(-1)?.text).toMatch(/^Antes que nada/)
    expect(playCall([spanish], { instructions: { languages: ['en'] } }).lines.at(-1)?.text).toMatch(/^Before anything/)
  })
})

describe('ZIP codes and house numbers', () => {
  it.each([
    ['12345 Maple Street, 60614', '60614', '12345 Maple Street'],
    ['12345 Maple Street', undefined, '12345 Maple Street'],
    ['My ZIP is 60614-1234', '60614', undefined],
    ['Call me at 312-555-0142', undefined, undefined],
    ['(312) 555-0142, and it is 60614', '60614', undefined],
  ])('are extracted from "%s"', (text, zip, address) => {
    const { facts } = playCall([text]).decision
    expect([facts.zip?.value, facts.address?.value]).toEqual([zip, address])
  })
})

describe('jobs and brands', () => {
  it("refused jobs are declined with the company's wording", () => {
    const jobs = { taken: [], refused: [{ job: 'duct cleaning', words: 'We do not clean ducts. Ask a specialist.' }] }
    const { lines, decision } = playCall(['I would like my ducts cleaned, so duct cleaning'], {
      instructions: { jobs },
    })
    expect(decision).toMatchObject({ outcome: 'declined', job: { state: 'refused', job: 'duct cleaning' } })
    expect(lines.at(-1)?.text).toBe('We do not clean ducts. Ask a specialist.')
  })

  it('unlisted jobs are requested but not booked', () => {
    const jobs = { taken: ['furnace repair'], refused: [] }
    const { decision } = playCall(findCallerLines('price'), { instructions: { jobs } })
    expect(decision).toMatchObject({ outcome: 'requested', job: { state: 'unlisted' } })
    const { job } = playCall(['My furnace is loud'], { instructions: { jobs } }).decision
    expect(job).toEqual({ state: 'taken', job: 'furnace repair' })
  })

  it('refused brands are declined', () => {
    const brands = { served: ['Northwind'], refused: ['Contoso'] }
    const getDecisionAfter = (line: string) => playCall([line], { instructions: { brands } }).decision
    const declined = { outcome: 'declined', brand: { state: 'refused', brand: 'Contoso' } }
    expect(getDecisionAfter('My Contoso heat pump is loud')).toMatchObject(declined)
    expect(getDecisionAfter('My Northwind heat pump is loud').note.system).toBe('Northwind heat pump')
  })
})

describe('frequently asked question', () => {
  const answers = [{ question: 'Do you offer financing?', answer: 'Yes, for twelve months.' }]

  it("is answered with the company's wording before the next question", () => {
    const { lines, decision } = playCall(['Is there any financing?'], { instructions: { answers } })
    expect(lines.at(-1)?.text).toBe('Yes, for twelve months. What is going on with your heating or cooling?')
    expect(decision.facts.problem).toBeUndefined()
  })
})

describe('company without settings', () => {
  it('still gets a request, with the missing settings listed', () => {
    const lines = ['The furnace is loud', 'no', '12 Maple Street', 'Ada', '312 555 0142']
    const { decision } = playCall(lines, { settings: DEFAULT_SETTINGS })
    expect(decision).toMatchObject({
      missing: ['hours', 'area', 'onCall'],
      area: { state: 'unknown', why: 'no-area' },
      windows: [],
      outcome: 'requested',
      attention: 'Asked for a visit but didn’t choose a time',
      next: null,
    })
    expect(decision.situation).toMatchObject({ isOpen: false, changesAt: null })
  })
})

describe('pickHigherUrgency', () => {
  it('returns the more urgent of two', () => {
    expect(pickHigherUrgency('soon', 'now')).toBe('now')
    expect(pickHigherUrgency('now', 'later')).toBe('now')
    expect(pickHigherUrgency('today', 'today')).toBe('today')
  })
})
