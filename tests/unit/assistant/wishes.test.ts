import { describe, expect, it } from 'vitest'
import { play } from '../../../lib/assistant/conversation.ts'
import { DEFAULT_INSTRUCTIONS } from '../../../lib/assistant/instructions.ts'
import type { RuleSettings } from '../../../lib/assistant/rules.ts'
import { asksForPerson, isPolite, saysWrongNumber } from '../../../lib/assistant/wishes.ts'
import { DEFAULT_SETTINGS } from '../../../lib/settings/store.ts'

const SETTINGS: RuleSettings = {
  ...DEFAULT_SETTINGS,
  timeZone: 'America/Chicago',
  hours: { tue: { from: '08:00', to: '17:00' }, wed: { from: '08:00', to: '17:00' } },
  serviceArea: [{ zip: '60614', crew: '' }],
  onCall: [{ name: 'Alex', phone: '+13125550190', hours: null }],
}

/** A Tuesday in Chicago, ten in the morning and nine in the evening. */
const OPEN = new Date('2026-03-03T16:00:00Z')
const CLOSED = new Date('2026-03-04T03:00:00Z')

const playing = (at: Date, ...lines: string[]) =>
  play({ settings: SETTINGS, instructions: DEFAULT_INSTRUCTIONS, at }, lines)

describe('a caller who wants a person', () => {
  it.each([
    'I do not talk to machines. Put me through to a person.',
    'Can I speak to someone?',
    'I’d rather talk to a real person about my bill.',
    'Let me talk to your manager',
    'I want a human',
    'Get me a real person',
    'I need a person to talk to',
    'I don’t want to talk to a machine, I want to talk to a person',
    'Can’t I just speak with somebody?',
    'Is there anybody I can talk to?',
    'Transfer me, please',
    'Connect me with the office',
    'Put me through',
    'Representative!',
    'Operator, please.',
    'Quiero hablar con una persona',
    '¿Puedo hablar con alguien?',
    'Páseme con la oficina',
    'Comuníqueme con un representante, por favor',
    'Prefiero una persona de verdad',
    '¿Me puede comunicar con alguien?',
    'Get me the manager',
    'Could I get a human on the line',
    'Transfer me to dispatch',
    'Is there a real person there?',
    'Customer service, please',
    'May I speak with your technician?',
  ])('is heard in "%s"', (text) => {
    expect(asksForPerson(text)).toBe(true)
  })

  it.each([
    'Talk to my husband about it',
    'You can speak to my tenant',
    'Not my person',
    'I talked to somebody yesterday',
    'I do not need to talk to a person',
    'I don’t want to speak to anybody',
    'Are you a person?',
    'Am I talking to a person?',
    'The person who lives there is my aunt',
    'I need a person to look at the furnace',
    'Have the owner call me.',
    'Put me down for Tuesday',
    'Put me on the list',
    'Can you connect the thermostat?',
    'A person was here yesterday',
    'Can someone call me back?',
    'I would like a person to come out',
    'I need an operator for the gate',
    'Don’t transfer me',
    'Connect us to the gas line',
    'I need to speak to my landlord',
    'Hable con mi esposo',
    'No quiero hablar con una persona',
    'Necesito una persona que arregle la caldera',
  ])('is not heard in "%s"', (text) => {
    expect(asksForPerson(text)).toBe(false)
  })

  it('is put through while the office is open, and asked nothing more', () => {
    const { lines, decision } = playing(OPEN, 'Can I speak to a person?')
    expect(lines.at(-1)?.text).toBe('Of course. I am putting you through to the office.')
    expect(decision).toMatchObject({ outcome: 'transferred', next: null, attention: null, paged: null })
    expect(playing(OPEN, 'Hola, quiero hablar con una persona').lines.at(-1)?.text).toBe(
      'Por supuesto. Le comunico con la oficina.',
    )
  })

  it('is put through also where that is said later', () => {
    expect(playing(OPEN, 'The thermostat is blank', 'No', 'Just put me through').decision).toMatchObject({
      outcome: 'transferred',
      next: null,
    })
  })

  it('hears while it is closed that nobody is there, once, and leaves a message that a person looks at', () => {
    const lines = [
      'I want to talk to a person.',
      'The thermostat is blank',
      'No',
      '12 Maple Street, 60614',
      'Ada Example',
    ]
    const before = playing(CLOSED, ...lines)
    expect(before.lines[2]?.text).toBe(
      'Of course. Nobody is in the office now, so I take it down and a person calls you back. What is going on with your heating or cooling?',
    )
    expect(before.lines.filter(({ text }) => text.includes('Nobody is in the office'))).toHaveLength(1)
    expect(before.decision.next).toBe('phone')
    const { decision } = playing(CLOSED, ...lines, '(212) 555-0142', 'No.')
    expect(decision).toMatchObject({
      outcome: 'message',
      attention: 'Wanted to talk to a person: call back',
      next: null,
      note: { problem: 'The thermostat is blank', name: 'Ada Example' },
    })
    expect(playing(CLOSED, ...lines, '(212) 555-0142', 'The first one').decision.outcome).toBe('booked')
  })

  it('says what it is about in the same line', () => {
    const problemOf = (text: string) => playing(CLOSED, text).decision.note.problem
    expect(problemOf('I don’t understand my bill, and I’d rather talk to a person.')).toBe('I don’t understand my bill')
    expect(problemOf('I’d rather talk to a person about my bill.')).toBe('I’d rather talk to a person about my bill.')
    expect(problemOf('My furnace is loud. Put me through to somebody.')).toBe('My furnace is loud.')
    expect(problemOf('I do not talk to machines. Put me through to a person.')).toBeUndefined()
  })

  it('is in danger first', () => {
    const { lines, decision } = playing(OPEN, 'I smell gas, put me through to a person!')
    expect(decision).toMatchObject({ outcome: 'emergency', next: 'address', paged: [{ name: 'Alex' }] })
    expect(lines.at(-1)?.text).toMatch(/^Leave the house now/)
    expect(playing(CLOSED, 'I smell gas, put me through to a person!').lines.at(-1)?.text).not.toContain(
      'Nobody is in the office',
    )
  })
})

describe('a wrong number', () => {
  it.each([
    'Oh, sorry, wrong number.',
    'Wrong number',
    'I think I dialed the wrong number, sorry',
    'Sorry, I have the wrong number.',
    'I must have the wrong number',
    'I was calling the pizza place, wrong number',
    'Perdón, número equivocado.',
    'Me equivoqué de número, disculpe',
    'I think this is the wrong number',
    'Oh, I must’ve dialed the wrong number',
    'Wrong number, sorry to bother you',
  ])('is heard in "%s"', (text) => {
    expect(saysWrongNumber(text)).toBe(true)
    const { lines, decision } = playing(CLOSED, text)
    expect(decision).toMatchObject({
      outcome: 'message',
      isWrongNumber: true,
      next: null,
      paged: null,
      windows: [],
      attention: null,
      note: {},
    })
    expect(lines.at(-1)?.text).toMatch(/^(No problem\.|No hay problema\.)/)
  })

  it.each([
    'I gave you the wrong number',
    'The number on your website is wrong',
    'You have the wrong number on my invoice',
    'My neighbor had the wrong number',
    'Is this the wrong number for emergencies?',
    'The thermostat shows the wrong number',
  ])('is not heard in "%s"', (text) => {
    expect(saysWrongNumber(text)).toBe(false)
  })

  it('ends nothing where something else was said', () => {
    expect(playing(CLOSED, 'Sorry, wrong number. Well, my furnace is loud.').decision).toMatchObject({
      isWrongNumber: false,
      next: 'safety',
      note: { problem: 'Well, my furnace is loud.' },
    })
    expect(
      playing(CLOSED, 'The furnace is loud', 'No', '12 Maple Street, 60614', 'Wrong number.').decision,
    ).toMatchObject({
      isWrongNumber: false,
      next: 'name',
    })
    expect(playing(CLOSED, 'Wrong number', 'Wait, I smell gas').decision.outcome).toBe('emergency')
    expect(playing(CLOSED, 'Wrong number', 'Thank you, bye.').decision).toMatchObject({ isWrongNumber: true, note: {} })
  })
})

describe('words of politeness', () => {
  it.each(['Hello', 'Hi!', 'Thanks.', 'Okay, thank you so much. Bye', 'Buenas tardes', 'I have a question.'])(
    'are no problem: "%s"',
    (text) => {
      expect(isPolite(text)).toBe(true)
      expect(playing(OPEN, text).decision.next).toBe('problem')
    },
  )

  it.each(['Hello, the furnace is loud', 'Okay so it drips', '', 'No'])('are not all of "%s"', (text) => {
    expect(isPolite(text)).toBe(false)
  })
})

describe('a price that is asked for', () => {
  it.each([
    ['The heat is out. How much is it to come now?', 'The heat is out.'],
    ['The heat is out, how much is it to come now?', 'The heat is out, how much is it to come now?'],
    ['How much is a visit? It makes a noise all night.', 'It makes a noise all night.'],
    ['How much is a furnace repair?', 'How much is a furnace repair?'],
    ['No hay calefacción. ¿Cuánto cuesta una visita?', 'No hay calefacción.'],
    ['How much is a visit?', undefined],
    ['Hi. How much is a visit? Thanks.', undefined],
    ['How much is a visit? My name is Ada Example.', undefined],
  ])('leaves what is wrong in "%s"', (text, problem) => {
    expect(playing(OPEN, text).decision.facts.problem?.value).toBe(problem)
  })
})

describe('a long line', () => {
  it.each([
    'sorry '.repeat(700),
    'i i think i have got '.repeat(200),
    'my mother is my mother '.repeat(170),
    'yes ok '.repeat(600),
  ])('is read in no time: "%s"', (text) => {
    const began = performance.now()
    playing(OPEN, 'There is no heat', 'no', text, text)
    expect(performance.now() - began).toBeLessThan(2_000)
  })
})
