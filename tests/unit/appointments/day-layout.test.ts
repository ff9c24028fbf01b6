import { describe, expect, it } from 'vitest'
import { calendarAddress, calendarParams } from '../../../lib/appointments/calendar.ts'
import { byTechnician } from '../../../lib/appointments/day-layout.ts'
import type { AppointmentRecord } from '../../../lib/appointments/record.ts'

const visit = (id: string, technician: string | null) => ({ id, technician }) as AppointmentRecord

describe('a day by technician', () => {
  it('has a column for everybody who can go, who goes, and for nobody yet', () => {
    const visits = [visit('1', 'Sam'), visit('2', null), visit('3', 'Ada'), visit('4', 'Sam')]
    const columns = byTechnician(visits, ['Zoe', 'Sam']).map(({ technician, visits: own }) => [
      technician,
      own.map(({ id }) => id).join(),
    ])
    expect(columns).toEqual([
      ['Ada', '3'],
      ['Sam', '1,4'],
      ['Zoe', ''],
      [null, '2'],
    ])
  })

  it('is asked for with its week, so that the next day is there already', () => {
    const asked = (address: object) => calendarParams(calendarAddress.parse(address))
    expect(asked({ view: 'day', day: '2026-03-10' })).toEqual(asked({ view: 'week', week: '2026-03-09' }))
    expect(asked({ view: 'day', week: '2026-01-05' })).toEqual(asked({ view: 'week' }))
  })
})
