import { describe, expect, it } from 'vitest'
import { playConversation } from '../../../lib/dashboard/assistant/conversation.ts'
import { resolveMoment } from '../../../lib/dashboard/assistant/moments.ts'
import { selectWindows } from '../../../lib/dashboard/assistant/windows.ts'
import { DEFAULT_INSTRUCTIONS } from '../../../lib/dashboard/model/instructions.ts'
import type { ClosedDays } from '../../../lib/dashboard/model/closed-days.ts'
import type { RuleSettings } from '../../../lib/dashboard/assistant/rules.ts'
import { DEFAULT_SETTINGS } from '../../../lib/dashboard/settings/repository.ts'
import { toDayKey } from '../../../lib/platform/time/zone.ts'

const ZONE = 'America/Chicago'
const DAY = { from: '08:00', to: '17:00' }
const SETTINGS: RuleSettings = {
  ...DEFAULT_SETTINGS,
  timeZone: ZONE,
  hours: { mon: DAY, tue: DAY, wed: DAY, thu: DAY, fri: DAY },
  closedOnHolidays: true,
  serviceArea: [{ zip: '60614', crew: 'North' }],
  onCall: [{ name: 'Alex', phone: '+13125550190', hours: null }],
}
const INSTRUCTIONS = {
  ...DEFAULT_INSTRUCTIONS,
  languages: ['en' as const, 'es' as const],
  fees: { visit: 'A visit is $89.', afterHours: 'After hours a visit is $149.' },
}

/** Monday before Thanksgiving Day, 10 AM. */
const MONDAY = '2026-11-23T16:00:00Z'
const THANKSGIVING = '2026-11-26T16:00:00.000Z'
const CALLER_DETAILS = ['12 Maple Street, 60614', 'Ada Vance', '312 555 0142']

function play(lines: string[], at = MONDAY, settings: Partial<RuleSettings> = {}) {
  const { lines: spoken, decision } = playConversation(
    { settings: { ...SETTINGS, ...settings }, instructions: INSTRUCTIONS, at: new Date(at) },
    lines,
  )
  const replies = spoken.filter(({ speaker }) => speaker === 'assistant').map(({ text }) => text)
  return {
    replies,
    last: replies.at(-1) ?? '',
    decision,
    days: decision.windows.map(({ startsAt }) => toDayKey(startsAt, ZONE)),
  }
}

const buildEntry = (from: string, to: string, fields: Partial<ClosedDays[number]> = {}): ClosedDays[number] => ({
  from,
  to,
  kind: 'closed',
  hours: null,
  name: '',
  ...fields,
})

describe('assistant on closed days', () => {
  it.each([
    ['on Thanksgiving', 'Can you come on Thanksgiving for a tune-up?'],
    ['by its weekday', 'Can someone come on Thursday for a tune-up?'],
    ['with another name', 'Please schedule a tune-up on Thanksgiving Day in the morning'],
  ])('says that the office is closed if a caller asks for a visit %s, and offers the next open day', (_, request) => {
    const { replies, last, days } = play([request, ...CALLER_DETAILS])
    expect(replies[1]).toContain('The office is closed on Thu, Nov 26 for Thanksgiving Day.')
    expect(last).toContain('We can come 1) Fri, Nov 27, 8–10 AM')
    expect(last).not.toContain('I have nothing open then.')
    expect(days[0]).toBe('2026-11-27')
    expect(replies.filter((text) => text.includes('is closed on'))).toHaveLength(1)
  })

  it('offers Thanksgiving Day if the company is open', () => {
    const { replies, days } = play(['Can you come on Thanksgiving for a tune-up?', ...CALLER_DETAILS], MONDAY, {
      closedOnHolidays: false,
    })
    expect(replies.join(' ')).not.toContain('closed')
    expect(days[0]).toBe('2026-11-26')
  })

  it('says it in reply to an offer', () => {
    const { last, days } = play(['I need a tune-up', ...CALLER_DETAILS, 'Can we do Thursday instead?'])
    expect(last).toContain('The office is closed on Thu, Nov 26 for Thanksgiving Day. We can come 1) Fri, Nov 27')
    expect(days[0]).toBe('2026-11-27')
  })

  it('answers whether it is open on a day', () => {
    expect(play(['Are you open on Thanksgiving?']).last).toContain('closed on Thu, Nov 26 for Thanksgiving Day.')
    expect(play(['Are you guys open on Thursday?']).last).toContain('closed on Thu, Nov 26')
    expect(play(['Are you open on Wednesday?']).last).not.toContain('closed')
  })

  it('does not take other mentions of a holiday as a request', () => {
    for (const line of [
      'I want a tune-up before Thanksgiving',
      'I want a tune-up the day after Thanksgiving',
      'I want a tune-up on Christmas Eve',
      'I want a tune-up on Thursday or Friday',
      'I want a tune-up next week',
    ])
      expect(play([line]).last).not.toContain('closed')
  })

  it('names an entry, and says if only emergencies are taken', () => {
    const request = ['Can someone come on Wednesday for a tune-up?']
    const entry = (fields: Partial<ClosedDays[number]>) => ({
      closedDays: [buildEntry('2026-11-25', '2026-11-25', fields)],
    })
    expect(play(request, MONDAY, entry({})).last).toContain('The office is closed on Wed, Nov 25.')
    expect(play(request, MONDAY, entry({ name: 'Training' })).last).toContain('closed on Wed, Nov 25 for Training.')
    expect(play(request, MONDAY, entry({ kind: 'on-call', name: 'Training' })).last).toContain(
      'On Wed, Nov 25 we only take emergencies: Training.',
    )
  })

  it('says it in Spanish', () => {
    const { replies } = play(['Hola, necesito mantenimiento, ¿pueden venir en Acción de Gracias?'])
    expect(replies[1]).toContain('La oficina está cerrada el jueves, 26 de noviembre (Thanksgiving Day).')
  })

  it('quotes the after-hours fee and takes a message on a closed day', () => {
    expect(play(['How much is a visit?'], THANKSGIVING).last).toContain('After hours a visit is $149.')
    expect(play(['How much is a visit?'], THANKSGIVING, { closedOnHolidays: false }).last).toContain('A visit is $89.')
    const { last, decision } = play(['Can I talk to a person?'], THANKSGIVING)
    expect(last).toContain('The office is closed today for Thanksgiving Day, so I will take a message')
    expect(decision.outcome).not.toBe('transferred')
  })

  it('pages the people on call and does not mention the closed day in an emergency', () => {
    const { last, decision } = play(['I smell gas, can someone come on Thanksgiving?'], THANKSGIVING)
    expect(decision.paged).toHaveLength(1)
    expect(last).not.toContain('closed')
  })

  it('offers no window on a closed day, and those of the different hours', () => {
    const closedDays = [
      buildEntry('2026-11-24', '2026-11-25'),
      buildEntry('2026-11-27', '2026-11-27', { kind: 'hours', hours: { from: '10:00', to: '12:00' } }),
    ]
    const settings = { ...SETTINGS, closedDays }
    const windows = selectWindows({ settings, urgency: 'soon', at: new Date(MONDAY), busyWindows: [] })
    expect(windows.map(({ startsAt }) => startsAt.toISOString())).toEqual([
      '2026-11-27T16:00:00.000Z',
      '2026-11-30T14:00:00.000Z',
      '2026-11-30T16:00:00.000Z',
    ])
  })

  it('offers windows after a closure of weeks', () => {
    const settings = { ...SETTINGS, closedDays: [buildEntry('2026-11-24', '2027-01-10')] }
    const windows = selectWindows({ settings, urgency: 'soon', at: new Date(MONDAY), busyWindows: [] })
    expect(windows[0]?.startsAt.toISOString()).toBe('2027-01-11T14:00:00.000Z')
  })

  it('simulates the next closed day', () => {
    const resolve = (now: string, settings: Partial<RuleSettings> = {}) => {
      const moment = resolveMoment('closed-day', { ...SETTINGS, ...settings }, new Date(now))
      return moment instanceof Date ? moment.toISOString() : moment.problem
    }
    expect(resolve(MONDAY)).toBe(THANKSGIVING)
    expect(resolve('2026-11-26T20:00:00Z')).toBe('2026-12-25T16:00:00.000Z')
    expect(resolve(MONDAY, { closedOnHolidays: false })).toBe('No closed days set. Add them in Settings, Hours & area.')
  })
})
