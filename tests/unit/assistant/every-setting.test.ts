import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { playConversation } from '../../../lib/dashboard/assistant/conversation.ts'
import { DEFAULT_INSTRUCTIONS, type Instructions, instructions } from '../../../lib/dashboard/model/instructions.ts'
import type { RuleSettings } from '../../../lib/dashboard/assistant/rules.ts'
import { settingsChange } from '../../../lib/dashboard/settings/input.ts'
import { DEFAULT_SETTINGS } from '../../../lib/dashboard/settings/repository.ts'

/* Setting names come from the schemas. A new setting fails this test until it has a case or a reason for no effect. */

function listNames(schema: z.ZodType, prefix = ''): string[] {
  if (!(schema instanceof z.ZodObject)) return [prefix.slice(0, -1)]
  return Object.entries(schema.shape).flatMap(([name, part]) => listNames(part as z.ZodType, `${prefix}${name}.`))
}

const OFFICE_HOURS = { from: '08:00', to: '17:00' }
const BASE_OFFICE = {
  settings: {
    ...DEFAULT_SETTINGS,
    timeZone: 'America/Chicago',
    hours: { mon: OFFICE_HOURS, tue: OFFICE_HOURS, wed: OFFICE_HOURS, thu: OFFICE_HOURS, fri: OFFICE_HOURS },
    serviceArea: [{ zip: '60614', crew: 'North' }],
    onCall: ['Alex', 'Robin'].map((name, index) => ({ name, phone: `+1312555019${index}`, hours: null })),
  } as RuleSettings,
  instructions: DEFAULT_INSTRUCTIONS,
}

/** Tuesday in Chicago: 10 AM (`DAY`) and 11 PM (`NIGHT`). */
const DAY = new Date('2026-03-03T16:00:00Z')
const NIGHT = new Date('2026-03-04T05:00:00Z')

type Base = typeof BASE_OFFICE
type Case = { lines: string[]; at?: Date; change: (base: Base, value: string) => Base; values: fc.Arbitrary<string> }

const changeSetting = (part: (value: string) => Partial<RuleSettings>) => (base: Base, value: string) => ({
  ...base,
  settings: { ...base.settings, ...part(value) },
})
const changeInstruction = (part: (value: string) => Partial<Instructions>) => (base: Base, value: string) => ({
  ...base,
  instructions: { ...base.instructions, ...part(value) },
})
const word = fc.stringMatching(/^[b-df-hj-np-tv-z]{5,12}$/).map((text) => `q${text}`)
const time = fc.constantFrom('11:00', '12:30', '13:00', '14:45', '16:00')
const buildUrgencyCase = (name: keyof Instructions['urgencyWords']): Case => ({
  lines: ['The qxyzw is broken'],
  values: fc.constant('qxyzw'),
  change: (base, value) =>
    changeInstruction(() => ({ urgencyWords: { ...base.instructions.urgencyWords, [name]: [value] } }))(base, value),
})

const CASES: Record<string, Case> = {
  timeZone: {
    lines: ['The thermostat is blank'],
    values: fc.constantFrom('Pacific/Honolulu', 'Asia/Tokyo', 'Europe/London'),
    change: changeSetting((timeZone) => ({ timeZone })),
  },
  hours: { lines: [], values: time, change: changeSetting((to) => ({ hours: { tue: { from: '08:00', to } } })) },
  closedDays: {
    lines: ['Are you open on Monday?'],
    values: word,
    change: changeSetting((name) => ({
      closedDays: [{ from: '2026-03-09', to: '2026-03-09', kind: 'closed', hours: null, name }],
    })),
  },
  closedOnHolidays: {
    lines: ['Are you open on Memorial Day?'],
    values: fc.constant('true'),
    change: changeSetting(() => ({ closedOnHolidays: true })),
  },
  serviceArea: {
    lines: ['The thermostat is blank at 12 Maple Street, 60614'],
    values: word,
    change: changeSetting((crew) => ({ serviceArea: [{ zip: '60614', crew }] })),
  },
  greeting: { lines: [], values: word, change: changeSetting((greeting) => ({ greeting })) },
  onCall: {
    lines: ['I smell gas'],
    values: word,
    change: changeSetting((name) => ({ onCall: [{ name, phone: '+13125550199', hours: null }] })),
  },
  pagingMinutes: {
    lines: ['I smell gas'],
    values: fc.integer({ min: 6, max: 60 }).map(String),
    change: changeSetting((minutes) => ({ pagingMinutes: Number(minutes) })),
  },
  languages: {
    lines: ['Hola, no hay calefacción en mi casa'],
    values: fc.constant('en'),
    change: changeInstruction(() => ({ languages: ['en'] })),
  },
  'fees.visit': {
    lines: ['How much is a visit?'],
    values: word,
    change: changeInstruction((visit) => ({ fees: { visit, afterHours: null } })),
  },
  'fees.afterHours': {
    lines: ['How much is a visit?'],
    at: NIGHT,
    values: word,
    change: changeInstruction((afterHours) => ({ fees: { visit: null, afterHours } })),
  },
  'jobs.taken': {
    lines: ['The furnace is loud'],
    values: word,
    change: changeInstruction((job) => ({ jobs: { taken: [job], refused: [] } })),
  },
  'jobs.refused': {
    lines: ['Can you do duct cleaning'],
    values: word,
    change: changeInstruction((words) => ({ jobs: { taken: [], refused: [{ job: 'duct cleaning', words }] } })),
  },
  'brands.served': {
    lines: ['My qbrand heat pump is loud'],
    values: fc.constant('Qbrand'),
    change: changeInstruction((brand) => ({ brands: { served: [brand], refused: [] } })),
  },
  'brands.refused': {
    lines: ['My qbrand heat pump is loud'],
    values: fc.constant('Qbrand'),
    change: changeInstruction((brand) => ({ brands: { served: [], refused: [brand] } })),
  },
  answers: {
    lines: ['Do you offer financing'],
    values: word,
    change: changeInstruction((answer) => ({ answers: [{ question: 'Do you offer financing?', answer }] })),
  },
  'urgencyWords.now': buildUrgencyCase('now'),
  'urgencyWords.today': buildUrgencyCase('today'),
  'urgencyWords.soon': buildUrgencyCase('soon'),
  'urgencyWords.later': buildUrgencyCase('later'),
}

const SETTINGS_WITHOUT_EFFECT: Record<string, string> = {
  isForwarded: 'says whether calls reach the assistant at all; "Try it" needs no line',
}

const SETTING_NAMES = [...listNames(settingsChange), ...listNames(instructions)]

const runCase = ({ settings, instructions: caseInstructions }: Base, { lines, at = DAY }: Case) =>
  JSON.stringify(playConversation({ settings, instructions: caseInstructions, at }, lines))

describe('assistant settings', () => {
  it('are all covered by a test case or listed as having no effect', () => {
    expect(Object.keys({ ...CASES, ...SETTINGS_WITHOUT_EFFECT }).toSorted()).toEqual(SETTING_NAMES.toSorted())
  })

  it.each(Object.entries(CASES))('%s changes the result of "Try it"', (_, testCase) => {
    const before = runCase(BASE_OFFICE, testCase)
    fc.assert(
      fc.property(testCase.values, (value) => {
        expect(runCase(testCase.change(BASE_OFFICE, value), testCase)).not.toBe(before)
      }),
      { numRuns: 50 },
    )
  })
})
