import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toServiceArea, toCrews, parseZips, findSharedZips } from '../../../lib/dashboard/settings/crews.ts'
import { findUncoveredHours } from '../../../lib/dashboard/settings/on-call-hours.ts'
import { serviceArea } from '../../../lib/dashboard/model/organization-settings.ts'

describe('pasted ZIP codes', () => {
  it('accept commas, spaces, line breaks and ZIP+4 codes', () => {
    expect(parseZips('60614, 60615\n60616;60617 60618-1234\r\n\t60614')).toEqual({
      zips: ['60614', '60615', '60616', '60617', '60618'],
      malformed: [],
    })
    expect(parseZips(' ,\n')).toEqual({ zips: [], malformed: [] })
  })

  it('are reported if malformed, without losing any input', () => {
    const malformed = ['6061', '606141', 'O6061']
    expect(parseZips('60614, 6061, 606141, O6061, 60614')).toEqual({ zips: ['60614'], malformed })
  })

  it('must belong to a single crew', () => {
    const crews = [
      { name: '', zips: '60601' },
      { name: 'North', zips: '60614, 60615' },
      { name: 'South', zips: '60615 60616' },
    ]
    expect([0, 1, 2].map((position) => findSharedZips(crews, position))).toEqual([[], ['60615'], ['60615']])
    expect(serviceArea.safeParse(toServiceArea(crews)).success).toBe(false)
  })
})

describe('service area', () => {
  const zip = fc.integer({ min: 501, max: 99_950 }).map((number) => String(number).padStart(5, '0'))
  const area = fc
    .uniqueArray(zip, { maxLength: 60 })
    .chain((zips) =>
      fc.tuple(...zips.map((code) => fc.constantFrom('', 'North', 'South').map((crew) => ({ zip: code, crew })))),
    )

  it('is unchanged after grouping by crew and ungrouping', () => {
    const sortEntries = (entries: { zip: string; crew: string }[]) =>
      entries.toSorted((a, b) => a.zip.localeCompare(b.zip))
    fc.assert(
      fc.property(area, (entries) => {
        expect(sortEntries(toServiceArea(toCrews(entries)))).toEqual(sortEntries(entries))
      }),
    )
  })

  it('lists ZIP codes that have no crew first', () => {
    const entries = [
      { zip: '60615', crew: 'North' },
      { zip: '60601', crew: '' },
      { zip: '60614', crew: 'North' },
    ]
    expect(toCrews(entries)).toEqual([
      { name: '', zips: '60601' },
      { name: 'North', zips: '60614, 60615' },
    ])
  })
})

describe('hours without on-call coverage', () => {
  const buildHours = (from: string, to: string) => ({ hours: { from, to } })

  it('are empty if someone is always on call, and the whole day if no one is', () => {
    expect(findUncoveredHours([buildHours('08:00', '17:00'), { hours: null }])).toEqual([])
    expect(findUncoveredHours([])).toEqual([{ from: '00:00', to: '00:00' }])
  })

  it('are the remaining hours, including overnight ranges', () => {
    expect(findUncoveredHours([buildHours('18:00', '07:00')])).toEqual([{ from: '07:00', to: '18:00' }])
    expect(findUncoveredHours([buildHours('08:00', '17:00')])).toEqual([{ from: '17:00', to: '08:00' }])
    expect(findUncoveredHours([buildHours('00:00', '06:00'), buildHours('12:00', '23:30')])).toEqual([
      { from: '06:00', to: '12:00' },
      { from: '23:30', to: '00:00' },
    ])
    expect(findUncoveredHours([buildHours('06:00', '18:00'), buildHours('18:00', '06:00')])).toEqual([])
  })
})
