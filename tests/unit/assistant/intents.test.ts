import { describe, expect, it } from 'vitest'
import { playConversation } from '../../../lib/dashboard/assistant/conversation.ts'
import { isPolite } from '../../../lib/dashboard/assistant/facts.ts'
import { DEFAULT_INSTRUCTIONS } from '../../../lib/dashboard/model/instructions.ts'
import { INTENT_GUIDE, type NoWindowReason } from '../../../lib/dashboard/assistant/intents.ts'
import type { RuleSettings } from '../../../lib/dashboard/assistant/rules.ts'
import { SENTENCES } from '../../../lib/dashboard/assistant/sentences.ts'
import { findIntent } from '../../../lib/dashboard/understanding/intent.ts'
import { INTENT_NAMES, type Intent } from '../../../lib/dashboard/model/intent.ts'
import { DEFAULT_SETTINGS } from '../../../lib/dashboard/settings/repository.ts'

const OFFICE_DAY = { from: '08:00', to: '17:00' }

const SETTINGS: RuleSettings = {
  ...DEFAULT_SETTINGS,
  timeZone: 'America/Chicago',
  hours: { tue: OFFICE_DAY, wed: OFFICE_DAY, thu: OFFICE_DAY },
  serviceArea: [{ zip: '60614', crew: '' }],
  onCall: [{ name: 'Alex', phone: '+13125550190', hours: null }],
}

const DURING_HOURS = new Date('2026-03-03T16:00:00Z')
const AFTER_HOURS = new Date('2026-03-04T03:00:00Z')

const VISIT = {
  id: 'visit',
  phone: '+12125550143',
  startsAt: new Date('2026-03-05T16:00:00Z'),
  endsAt: new Date('2026-03-05T18:00:00Z'),
}

const playCall = (at: Date, ...lines: string[]) =>
  playConversation({ settings: SETTINGS, instructions: DEFAULT_INSTRUCTIONS, at, visits: [VISIT] }, lines)

const getLastLine = (at: Date, ...lines: string[]) => playCall(at, ...lines).lines.at(-1)?.text ?? ''

describe('findIntent', () => {
  it.each<[string, Intent]>([
    ['I need to cancel my appointment for tomorrow', 'cancel'],
    ['Can we move Thursday to Friday?', 'reschedule'],
    ['Where is my technician?', 'status'],
    ['I have a question about my bill', 'billing'],
    ['Are you hiring?', 'hiring'],
    ["I'm calling about your Google listing", 'sales'],
    ['Is this Pizza Hut?', 'wrong-number'],
    ['Put me through to a person.', 'person'],
    ['Is my compressor still under warranty?', 'warranty'],
    ['I want to complain about the technician', 'complaint'],
    ['How much is a new furnace?', 'estimate'],
    ['I would like a tune-up', 'maintenance'],
    ['My air conditioner is not cooling', 'repair'],
    ['Necesito cancelar mi cita de mañana', 'cancel'],
    ['¿Podemos cambiar la cita del jueves al viernes?', 'reschedule'],
    ['¿Dónde está el técnico?', 'status'],
    ['Tengo una pregunta sobre mi factura', 'billing'],
    ['¿Están contratando?', 'hiring'],
    ['Quiero hablar con una persona', 'person'],
    ['Perdón, número equivocado', 'wrong-number'],
  ])('classifies "%s" as %s', (text, intent) => expect(findIntent(text)).toBe(intent))

  it.each(['Hello', '12 Maple Street, 60614', 'Ada Example', 'Buenas tardes', 'Yes'])(
    'returns no intent for "%s"',
    (text) => {
      expect(playCall(DURING_HOURS, text).decision.intent).toBeNull()
    },
  )
})

describe('safety question', () => {
  it.each<[string, boolean]>([
    ['My furnace is loud', true],
    ['The thermostat is blank', true],
    ['I need to cancel my appointment for tomorrow', false],
    ['I have a question about my bill', false],
    ['Are you hiring?', false],
    ['I would like a tune-up', false],
  ])('follows %j: %s', (text, shouldAskAboutGas) => {
    expect(getLastLine(DURING_HOURS, text).includes('do you smell gas')).toBe(shouldAskAboutGas)
  })
})

describe('noWindowReason', () => {
  it.each<[NoWindowReason | null, string[]]>([
    ['refused', ['My furnace is loud', '12 Maple Street, 90210']],
    ['emergency', ['I smell gas']],
    ['unwanted', ['I have a question about my bill']],
    ['visit-unknown', ['Can we move Thursday to Friday?', '(212) 555-0199']],
    [null, ['Can we move Thursday to Friday?', '(212) 555-0143']],
    [null, ['I would like a tune-up']],
  ])('is %s after %j', (reason, lines) => expect(playCall(DURING_HOURS, ...lines).decision.noWindowReason).toBe(reason))

  it('is none-free if business hours are not set', () => {
    const settings = { ...SETTINGS, hours: {} }
    const { decision } = playConversation({ settings, instructions: DEFAULT_INSTRUCTIONS, at: DURING_HOURS }, [
      'I would like a tune-up',
    ])
    expect(decision.noWindowReason).toBe('none-free')
  })
})

describe('booked visit', () => {
  it('is canceled after it is found by phone number, in digits or spoken words', () => {
    const { lines, decision } = playCall(
      DURING_HOURS,
      'I need to cancel my appointment for tomorrow',
      'two one two five five five oh one four three',
    )
    expect(lines[2]?.text).toBe('I can help with that. What phone number is the visit booked under?')
    expect(lines.at(-1)?.text).toBe(
      'Your visit on Thu, Mar 5, 10 AM – 12 PM is canceled. Call us any time if you need us.',
    )
    expect(decision).toMatchObject({ outcome: 'canceled', attention: null, next: null, visit: { id: 'visit' } })
  })

  it('is moved to the window that the caller chooses', () => {
    const { lines, decision } = playCall(
      DURING_HOURS,
      'Can we move Thursday to Friday?',
      '(212) 555-0143',
      'the second one',
    )
    expect(lines[4]?.text).toBe(
      'I see your visit on Thu, Mar 5, 10 AM – 12 PM. I have nothing open then. ' +
        'We can come 1) Wed, Mar 4, 8–10 AM, 2) Wed, Mar 4, 10 AM – 12 PM, or 3) Wed, Mar 4, 12–2 PM. ' +
        'Which works for you?',
    )
    expect(lines.at(-1)?.text).toMatch(/^Done\. Your visit is moved to /)
    expect(decision).toMatchObject({ outcome: 'rescheduled', attention: null })
  })

  it('stays unchanged if no window suits the caller, and the office is notified', () => {
    const { lines, decision } = playCall(
      DURING_HOURS,
      'I need to reschedule',
      '(212) 555-0143',
      'I have to ask my wife first',
    )
    expect(lines.at(-1)?.text).toMatch(/stays for now/)
    expect(decision).toMatchObject({
      outcome: 'message',
      attention: 'Move the visit on Thu, Mar 5, 10 AM – 12 PM: ask for a new time',
    })
  })

  it("is described in the caller's language", () => {
    const { lines } = playCall(DURING_HOURS, 'Quisiera cambiar mi cita del jueves', '(212) 555-0143', 'la primera')
    expect(lines[4]?.text).toMatch(/^Veo su visita del jueves, 5 de marzo, 10 AM – 12 PM\./)
    expect(lines.at(-1)?.text).toMatch(/^Listo\. Su visita queda para el miércoles, 4 de marzo, 8–10 AM\./)
  })

  it('is read back to a caller waiting for the technician', () => {
    const { lines, decision } = playCall(DURING_HOURS, 'Where is my technician?', '(212) 555-0143')
    expect(lines.at(-1)?.text).toMatch(/^You are on the schedule for Thu, Mar 5, 10 AM – 12 PM\./)
    expect(decision.attention).toMatch(/^Waiting for a technician: call back now/)
  })

  it('can be moved to the day that the caller names', () => {
    const { lines } = playCall(DURING_HOURS, 'Can we move Thursday to next Tuesday after one?', '(212) 555-0143')
    expect(lines.at(-1)?.text).toMatch(/^I see your visit on .+\. We can come 1\) Tue, Mar 10, 2–4 PM/)
  })

  it.each(['I need to cancel my appointment', 'Where is my technician?', 'I have to move my visit'])(
    'is left to the office if two unknown phone numbers follow "%s"',
    (text) => {
      const secondNumber = 'Try three one two five five five oh one eight eight'
      const { lines, decision } = playCall(DURING_HOURS, text, '(312) 555-0199', secondNumber)
      expect(lines[4]?.text).toBe(SENTENCES.en.askOtherPhone)
      expect(lines.at(-1)?.text).toBe(SENTENCES.en.visitUnknown)
      expect(decision).toMatchObject({ outcome: 'message', visit: null, windows: [] })
      expect(decision.attention).toBeTruthy()
    },
  )

  it('is found by the second phone number of a caller', () => {
    const { lines } = playCall(DURING_HOURS, 'I need to cancel my visit, 312 555 0199', 'Maybe my cell, 212 555 0143')
    expect(lines.at(-1)?.text).toMatch(/is canceled/)
  })
})

describe('new visit', () => {
  const CALLER = ['12 Maple Street, 60614', 'Ada Example', '(646) 555-0119'] as const

  it('is offered at the time that the caller requests', () => {
    expect(getLastLine(DURING_HOURS, 'I want a tune-up on Thursday after one', ...CALLER)).toMatch(
      /1\) Thu, Mar 12, 2–4 PM/,
    )
    expect(getLastLine(DURING_HOURS, 'My furnace is loud. Can you come tomorrow afternoon?', 'No', ...CALLER)).toMatch(
      /1\) Wed, Mar 4, 12–2 PM or 2\) Wed, Mar 4, 2–4 PM\./,
    )
    expect(getLastLine(DURING_HOURS, 'My furnace is loud since Thursday', 'No', ...CALLER)).toMatch(
      /1\) Wed, Mar 4, 8–10 AM/,
    )
  })

  it('is offered near the requested time if no window is free then', () => {
    const lines = ['I would like an estimate for a new furnace', ...CALLER, 'Anything after three?']
    expect(getLastLine(DURING_HOURS, ...lines)).toMatch(
      /^I have nothing open then\. We can come 1\) Tue, Mar 10, 2–4 PM/,
    )
    expect(getLastLine(DURING_HOURS, ...lines, 'the first one')).toMatch(/^You are booked for Tue, Mar 10, 2–4 PM\./)
  })
})

it('the intent changes when the caller corrects it', () => {
  const lines = ['I need to cancel my visit', 'No, wait, my furnace is broken, I need a repair']
  expect(playCall(DURING_HOURS, ...lines).decision.intent).toBe('repair')
})

describe('end of a call', () => {
  const BILLING = ['I have a question about my bill', 'Ada Example', '(646) 555-0119'] as const

  it('is announced only once', () => {
    expect(getLastLine(DURING_HOURS, ...BILLING, 'It is about the March one')).toBe(SENTENCES.en.added)
    expect(getLastLine(DURING_HOURS, ...BILLING, 'Thank you')).toBe(SENTENCES.en.goodbye)
    expect(getLastLine(DURING_HOURS, ...BILLING, 'It is about the March one', 'No')).toBe(SENTENCES.en.goodbye)
    expect(getLastLine(DURING_HOURS, 'Sorry, wrong number', 'Bye')).toBe(SENTENCES.en.goodbye)
  })
})

describe('callback', () => {
  it.each<[string, string]>([
    ['I have a question about my bill', 'Question about a bill: call back'],
    ['Is my compressor still under warranty?', 'Question about warranty or parts: call back'],
    ['I want to complain about the technician, he was rude', 'Complaint: have the manager call back'],
    ['Are you hiring?', 'Job applicant: call back'],
  ])('after "%s" only requires name and phone number', (text, attention) => {
    const { lines, decision } = playCall(DURING_HOURS, text, 'Ada Example', '(646) 555-0119')
    expect(lines.at(-1)?.text).toBe(SENTENCES.en.callback)
    expect(decision).toMatchObject({ outcome: 'message', attention, windows: [], next: null })
    expect(decision.note).toMatchObject({ name: 'Ada Example', phone: '+16465550119' })
  })

  it('is not offered to sales calls or wrong numbers', () => {
    for (const text of ["I'm calling about your Google listing", 'Is this Pizza Hut?', 'Sorry, wrong number.']) {
      const { lines, decision } = playCall(AFTER_HOURS, text)
      expect(decision).toMatchObject({ outcome: 'declined', attention: null, next: null, windows: [], paged: null })
      expect(lines.at(-1)?.text).not.toMatch(/call you back/)
    }
  })
})

describe('request for a person', () => {
  it('transfers the call during office hours without further questions', () => {
    expect(getLastLine(DURING_HOURS, 'Can I speak to a person?')).toBe(SENTENCES.en.puttingThrough)
    const { decision } = playCall(DURING_HOURS, 'Can I speak to a person?')
    expect(decision).toMatchObject({ outcome: 'transferred', next: null, attention: null, paged: null })
    expect(getLastLine(DURING_HOURS, 'Hola, quiero hablar con una persona')).toBe(SENTENCES.es.puttingThrough)
    const later = playCall(DURING_HOURS, 'The thermostat is blank', 'No', 'Just put me through to somebody')
    expect(later.decision.outcome).toBe('transferred')
  })

  it('mentions the closed office once and leaves a message that needs attention', () => {
    const lines = ['I want to talk to a person.', 'The thermostat is blank', 'No', '12 Maple Street, 60614', 'Ada']
    const { lines: spokenLines, decision } = playCall(AFTER_HOURS, ...lines, '(212) 555-0142', 'No.')
    expect(spokenLines[2]?.text).toBe(`${SENTENCES.en.officeClosed('')} ${SENTENCES.en.ask.problem}`)
    expect(spokenLines.filter(({ text }) => text.includes('The office is closed'))).toHaveLength(1)
    expect(decision).toMatchObject({
      outcome: 'message',
      attention: 'Wanted to talk to a person: call back',
      note: { problem: 'The thermostat is blank' },
    })
  })

  it('does not override a danger', () => {
    const { lines, decision } = playCall(DURING_HOURS, 'I smell gas, put me through to a person!')
    expect(decision).toMatchObject({ outcome: 'emergency', next: 'address', paged: [{ name: 'Alex' }] })
    expect(lines.at(-1)?.text).toMatch(/^Leave the house now/)
  })
})

describe('wrong number', () => {
  it('does not end the call if the caller then states a problem', () => {
    const { decision } = playCall(AFTER_HOURS, 'Sorry, wrong number.', 'Wait, my furnace is loud')
    expect(decision).toMatchObject({ intent: 'repair', next: 'safety' })
    expect(playCall(AFTER_HOURS, 'Wrong number', 'Wait, I smell gas').decision.outcome).toBe('emergency')
  })
})

describe('isPolite', () => {
  it.each(['Hello', 'Hi!', 'Thanks.', 'Okay, thank you so much. Bye', 'Buenas tardes', 'I have a question.'])(
    'returns true for "%s", so the question is repeated',
    (text) => {
      expect(isPolite(text)).toBe(true)
      expect(playCall(DURING_HOURS, text).decision.next).toBe('problem')
    },
  )

  it.each(['Hello, the furnace is loud', 'Okay so it drips', '', 'No'])('returns false for "%s"', (text) => {
    expect(isPolite(text)).toBe(false)
  })
})

describe('price question', () => {
  it.each([
    ['The heat is out. How much is it to come now?', 'The heat is out.'],
    ['How much is a visit? It makes a noise all night.', 'It makes a noise all night.'],
    ['How much is a furnace repair?', 'How much is a furnace repair?'],
    ['No hay calefacción. ¿Cuánto cuesta una visita?', 'No hay calefacción.'],
    ['How much is a visit?', undefined],
    ['Hi. How much is a visit? Thanks.', undefined],
  ])('is removed from the problem description in "%s"', (text, problem) => {
    expect(playCall(DURING_HOURS, text).decision.facts.problem?.value).toBe(problem)
  })
})

describe('intent guide', () => {
  it('has a reply in each language for every intent other than a repair or a request for a person', () => {
    const checkedIntents = INTENT_NAMES.filter((name) => name !== 'repair' && name !== 'person')
    for (const { reply } of Object.values(SENTENCES))
      expect(checkedIntents.filter((intent) => !reply[intent])).toEqual([])
  })

  it('requires attention for each intent that does not lead to a visit', () => {
    const isHandled = (intent: Intent) =>
      INTENT_GUIDE[intent].questions.includes('address') || intent === 'sales' || intent === 'wrong-number'
    const unattended = INTENT_NAMES.filter((intent) => INTENT_GUIDE[intent].attention === null)
    expect(unattended).toEqual(INTENT_NAMES.filter(isHandled))
  })
})

describe('long caller line', () => {
  it.each(['sorry', 'no heat', 'my mother is my mother', 'six oh', 'sick baby cold furnace'])(
    'that repeats "%s" is processed within two seconds',
    (words) => {
      const text = `${words} `.repeat(4_000 / words.length)
      const startedAt = performance.now()
      playCall(DURING_HOURS, 'There is no heat', 'no', text, text)
      expect(performance.now() - startedAt).toBeLessThan(2_000)
    },
  )
})
