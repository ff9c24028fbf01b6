import { describe, expect, it } from 'vitest'
import { resolveMoment } from '../../../lib/dashboard/assistant/moments.ts'
import { buildPresetCallers } from '../../../lib/dashboard/assistant/preset-callers.ts'
import { buildSchedule } from '../../support/schedule.ts'
import { PRESET_MOMENT_NAMES, tryItInput } from '../../../lib/dashboard/try-it/try-it.ts'

const OFFICE_HOURS = { from: '08:00', to: '17:00' }
const SETTINGS = {
  ...buildSchedule({ mon: OFFICE_HOURS, tue: OFFICE_HOURS }),
  timeZone: 'America/Chicago',
  onCall: [],
}

const TUESDAY = new Date('2026-03-03T16:00:00Z')

const resolveChoice = (choice: string, settings: Partial<typeof SETTINGS> = {}, now = TUESDAY) => {
  const resolved = resolveMoment(choice, { ...SETTINGS, ...settings }, now)
  return resolved instanceof Date ? resolved.toISOString() : resolved.problem
}

describe('simulated call time', () => {
  it.each([
    ['now', '2026-03-03T16:00:00.000Z'],
    // Daylight saving time starts at 2 AM on this Sunday.
    ['sunday', '2026-03-08T08:00:00.000Z'],
    ['closed', '2026-03-03T23:30:00.000Z'],
    ['closing', '2026-03-03T22:50:00.000Z'],
    ['2026-03-04T09:15', '2026-03-04T15:15:00.000Z'],
    ['2026-03-08T02:30', 'This time doesn’t exist on this day because daylight saving time starts'],
  ])('resolves "%s"', (choice, expected) => expect(resolveChoice(choice)).toBe(expected))

  it('is the current time if the company is already closed or has no hours', () => {
    const night = new Date('2026-03-04T05:00:00Z')
    expect(resolveChoice('closed', {}, night)).toBe(night.toISOString())
    const unset = { hours: {} as typeof SETTINGS.hours }
    expect(resolveChoice('closed', unset)).toBe(TUESDAY.toISOString())
    expect(resolveChoice('closing', unset)).toBe('No business hours set. Set them in Settings, Hours & area.')
  })

  it('before closing is on the next business day if closing time has passed', () => {
    expect(resolveChoice('closing', {}, new Date('2026-03-03T23:00:00Z'))).toBe('2026-03-09T21:50:00.000Z')
  })

  it('accepts only presets and valid local times', () => {
    const isParsed = (at: string) => tryItInput.safeParse({ at, lines: [] }).success
    expect(PRESET_MOMENT_NAMES.every(isParsed)).toBe(true)
    expect(['2026-02-30T10:00', '2026-03-03T24:00', '2026-03-03', 'yesterday', ''].filter(isParsed)).toEqual([])
  })
})

describe('caller lines of "Try it"', () => {
  it('are limited in number and length and must not be blank', () => {
    const isParsed = (lines: string[]) => tryItInput.safeParse({ lines }).success
    expect(isParsed(Array.from({ length: 30 }, () => 'a'.repeat(500)))).toBe(true)
    expect([Array.from({ length: 31 }, () => 'a'), ['a'.repeat(501)], [' '], ['\0']].filter(isParsed)).toEqual([])
  })
})

describe('sample callers', () => {
  it("use the company's ZIP codes, except one caller outside the service area", () => {
    const callers = buildPresetCallers({
      serviceArea: [
        { zip: '00501', crew: '' },
        { zip: '10001', crew: 'North' },
      ],
    })
    const zips = callers.map(({ lines }) => /\b\d{5}\b/.exec(lines.join(' '))?.[0])
    expect(zips).toEqual(['00501', '00501', '00544', '00501'])
  })
})
