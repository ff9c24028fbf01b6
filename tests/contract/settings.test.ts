import { beforeEach, describe, expect, it } from 'vitest'
import { deletePerson } from '../../lib/dashboard/organizations/repository.ts'
import type { Actor } from '../../lib/dashboard/model/event.ts'
import { settingsChange, settingsRecord } from '../../lib/dashboard/settings/input.ts'
import { FORMER_MEMBER_ID } from '../../lib/dashboard/model/organization-settings.ts'
import { changeSettings, DEFAULT_SETTINGS, getSettings } from '../../lib/dashboard/settings/repository.ts'
import { jobs } from '../support/tables.ts'
import { setUpDatabase } from '../support/opened-database.ts'

const ADA: Actor = { kind: 'person', id: 'user_ada' }

describe('organization settings', () => {
  const database = setUpDatabase()
  beforeEach(database.deleteOrganizations)

  const readSettings = (organizationId = 'org_a') => database.within(organizationId, getSettings)
  const change = (...[input, version]: [Parameters<typeof changeSettings>[2], number?]) =>
    database.within((tx) => changeSettings(tx, ADA, input, version))
  const readLog = async () =>
    (await database.events()).map(({ action, actorId, details }) => ({ action, actorId, details }))

  it('start with the defaults and keep every change', async () => {
    expect(await readSettings()).toEqual(DEFAULT_SETTINGS)
    const result = await change({ timeZone: 'America/Chicago', greeting: 'Sample Heating, good evening.' }, 0)
    expect(result).toEqual({
      changed: {
        ...DEFAULT_SETTINGS,
        timeZone: 'America/Chicago',
        greeting: 'Sample Heating, good evening.',
        version: 1,
      },
    })
    const days = { recordings: 0, transcripts: 14, calls: 60, leads: 365 }
    await change({ retention: days, pagingMinutes: 3 }, 1)
    expect(await readSettings()).toMatchObject({
      timeZone: 'America/Chicago',
      retention: days,
      pagingMinutes: 3,
      version: 2,
    })
    expect(await readSettings('org_b')).toEqual(DEFAULT_SETTINGS)
  })

  it('match the record schema', async () => {
    await change({ isForwarded: true, serviceArea: [{ zip: '60614', crew: 'North' }] })
    const storedSettings = await readSettings()
    expect(settingsRecord.parse(JSON.parse(JSON.stringify(storedSettings)))).toEqual(storedSettings)
    expect(storedSettings.forwardedAt).toMatch(/Z$/)
    await change({ isForwarded: false })
    expect((await readSettings()).forwardedAt).toBeNull()
  })

  it('keep closed days and enqueue a sync of the assistant for them', async () => {
    const closedDays = [
      { from: '2026-12-24', to: '2027-01-02', kind: 'on-call' as const, hours: null, name: 'Holidays' },
      { from: '2026-11-27', to: '2026-11-27', kind: 'hours' as const, hours: { from: '09:00', to: '12:00' }, name: '' },
    ]
    await change({ closedDays, closedOnHolidays: true }, 0)
    expect(await readSettings()).toMatchObject({ closedDays, closedOnHolidays: true, version: 1 })
    const rows = await database.within(({ db }) => db.select().from(jobs))
    expect(rows.map(({ kind, onceKey }) => [kind, onceKey])).toEqual([['assistant-handover', 'settings:1']])
    expect(await readLog()).toMatchObject([
      { action: 'settings.changed', details: { fields: ['closedDays', 'closedOnHolidays'] } },
    ])
    expect(await readSettings('org_b')).toEqual(DEFAULT_SETTINGS)
  })

  it('are not overwritten by a save from a stale version', async () => {
    await change({ pagingMinutes: 3 }, 0)
    const lateChange = await change({ pagingMinutes: 9 }, 0)
    expect(lateChange).toEqual({ conflict: await readSettings() })
    expect(await readSettings()).toMatchObject({ pagingMinutes: 3, version: 1 })
    expect(await change({ pagingMinutes: 9 }, 7)).toEqual({ conflict: await readSettings() })
    expect(await readLog()).toHaveLength(1)
  })

  it('accept one of several concurrent changes to the same version', async () => {
    for (const version of [0, 1]) {
      const results = await Promise.all([1, 2, 3, 4].map((pagingMinutes) => change({ pagingMinutes }, version)))
      expect(results.filter((result) => 'changed' in result)).toHaveLength(1)
      expect(await readSettings()).toMatchObject({ version: version + 1 })
    }
  })

  it('accept all concurrent changes that have no version, one at a time', async () => {
    await Promise.all([
      change({ pagingMinutes: 3 }),
      change({ timeZone: 'America/Denver' }),
      change({ greeting: 'Hello' }),
    ])
    expect(await readSettings()).toMatchObject({
      pagingMinutes: 3,
      timeZone: 'America/Denver',
      greeting: 'Hello',
      version: 3,
    })
  })

  it('mark a deleted on-call person as a former member and drop the Clerk id', async () => {
    const sam = { name: 'Sam Sample', phone: '+12125550142', hours: null, memberId: 'user_sam' }
    const otherEntries = [
      { name: 'Ada Sample', phone: '+12125550143', hours: null, memberId: 'user_ada' },
      { name: 'Bob Sample', phone: '+12125550144', hours: { from: '18:00', to: '07:00' } },
    ]
    await change({ onCall: [sam, ...otherEntries] }, 0)
    await deletePerson(database.db, 'user_sam')
    expect((await readSettings()).onCall).toEqual([{ ...sam, memberId: FORMER_MEMBER_ID }, ...otherEntries])
    expect((await readSettings()).version).toBe(2)
    await deletePerson(database.db, 'user_somebody_else')
    expect((await readSettings()).version).toBe(2)
  })

  it('log field names, but no values', async () => {
    await change({ greeting: 'Hello', onCall: [{ name: 'Sam Sample', phone: '+12125550142', hours: null }] }, 0)
    await change({ retention: { ...DEFAULT_SETTINGS.retention, transcripts: 30 } }, 1)
    await change({ retention: { ...DEFAULT_SETTINGS.retention, transcripts: 30 } }, 2)
    expect(await readLog()).toEqual([
      { action: 'settings.changed', actorId: 'user_ada', details: { fields: ['greeting', 'onCall'] } },
      { action: 'retention.changed', actorId: 'user_ada', details: { days: { transcripts: { from: 90, to: 30 } } } },
    ])
  })
})

describe('settingsChange', () => {
  const findProblems = (input: unknown) => {
    const parsed = settingsChange.safeParse(input)
    return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => [path.join('.'), message])
  }

  it('accepts known fields in valid form only', () => {
    expect(findProblems({ timeZone: 'America/Chicago', hours: { mon: { from: '08:00', to: '17:00' } } })).toEqual([])
    expect(findProblems({ timeZone: '+05:00' })).toEqual([['timeZone', 'Unknown time zone']])
    expect(findProblems({ timeZone: 'America/Nowhere' })).toHaveLength(1)
    expect(findProblems({ hours: { mon: { from: '17:00', to: '08:00' } } })).toEqual([
      ['hours.mon.to', 'Closing time must be after opening time'],
    ])
    expect(findProblems({ hours: { someday: { from: '08:00', to: '17:00' } } })).toHaveLength(1)
    expect(findProblems({ secondFactorRequired: false })).toHaveLength(1)
    expect(findProblems({ retention: {} })).toHaveLength(1)
    expect(findProblems({ forwardingNumber: '+12125550100' })).toHaveLength(1)
    expect(findProblems({ serviceArea: [{ zip: '6061', crew: '' }] })).toEqual([
      ['serviceArea.0.zip', 'Enter a five-digit ZIP code'],
    ])
    const duplicated = [
      { zip: '60614', crew: 'North' },
      { zip: '60614', crew: 'South' },
    ]
    expect(findProblems({ serviceArea: duplicated })).toEqual([
      ['serviceArea', 'A ZIP code can belong to only one crew'],
    ])
  })

  it('normalizes phone numbers to E.164', () => {
    const parsePhone = (phone: string) => {
      const parsed = settingsChange.safeParse({ onCall: [{ name: 'Sam Sample', phone, hours: null }] })
      return parsed.success ? parsed.data.onCall?.[0]?.phone : undefined
    }
    expect(parsePhone('(212) 555-0142')).toBe('+12125550142')
    expect(parsePhone(' 212.555.0142 ')).toBe('+12125550142')
    expect(parsePhone('+44 20 7946 0018')).toBe('+442079460018')
    const invalidPhones = ['', '555-0142', 'call Sam', '+1 212 555 01429999']
    expect(invalidPhones.map((phone) => parsePhone(phone))).toEqual(invalidPhones.map(() => undefined))
  })
})
