import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CityPlace, checkCoverage, parseCities, formatCities } from '../../../lib/site/coverage/coverage-check.ts'
import { isState, findStateByName, findStateByZip } from '../../../lib/site/coverage/zip-states.ts'
import { findSamples } from '../../support/sample-content.ts'

const cities: CityPlace[] = findSamples('city').map(({ name, state, slug, near }) => ({
  name: name as string,
  state: state as string,
  href: `/hvac-ai-sdr/${(slug as { current: string }).current}`,
  zips: (near as { zips?: string[] }).zips ?? [],
  states: (near as { states?: string[] }).states ?? [],
}))

const describePlace = (input: string) => {
  const place = checkCoverage(input, cities)
  return 'state' in place ? [place.reason, place.state, place.city?.name] : [place.reason]
}

describe('state of a ZIP code', () => {
  it.each([
    ['010', 'Massachusetts'],
    ['005', 'New York'],
    ['063', 'New York'],
    ['089', 'New Jersey'],
    ['201', 'Virginia'],
    ['205', 'District of Columbia'],
    ['303', 'Georgia'],
    ['399', 'Georgia'],
    ['441', 'Ohio'],
    ['569', 'District of Columbia'],
    ['606', 'Illinois'],
    ['733', 'Texas'],
    ['850', 'Arizona'],
    ['885', 'Texas'],
    ['913', 'California'],
    ['995', 'Alaska'],
    ['009', 'Puerto Rico'],
  ])('for prefix %s is %s', (digits, state) => expect(findStateByZip(digits)).toBe(state))

  it.each(['000', '213', '340', '987', '353'])('for prefix %s is unknown', (digits) => {
    expect(findStateByZip(digits)).toBeUndefined()
  })

  it('covers every state and territory, with at most one per prefix', () => {
    const states = Array.from({ length: 1000 }, (_, number) => findStateByZip(String(number).padStart(3, '0')))
    expect(new Set(states.filter(Boolean)).size).toBe(54)
  })

  it('is found by name and by abbreviation', () => {
    const states = ['ohio', ' OH ', 'west virginia', 'Oz'].map((name) => findStateByName(name))
    expect(states).toEqual(['Ohio', 'Ohio', 'West Virginia', undefined])
    expect(cities.flatMap(({ state, states }) => [state, ...states]).filter((state) => !isState(state))).toEqual([])
  })
})

describe('typed place', () => {
  it.each([
    ['60647', 'city', 'Illinois', 'Chicago'],
    ['60647-1234', 'city', 'Illinois', 'Chicago'],
    ['62701', 'state', 'Illinois', 'Chicago'],
    ['46204', 'weather', 'Indiana', 'Chicago'],
    ['89101', 'weather', 'Nevada', 'Phoenix'],
    ['98101', 'none', 'Washington', undefined],
    ['phoenix', 'city', 'Arizona', 'Phoenix'],
    ['Chicago IL', 'city', 'Illinois', 'Chicago'],
    ['Phoenixville PA', 'weather', 'Pennsylvania', 'New York'],
    ['New York', 'city', 'New York', 'New York'],
    ['Tucson, AZ', 'state', 'Arizona', 'Phoenix'],
    ['charleston west virginia', 'none', 'West Virginia', undefined],
    ['Phoenix, OR', 'none', 'Oregon', undefined],
    ['Georgia', 'state', 'Georgia', 'Atlanta'],
  ])('%s matches by %s', (input, reason, state, city) => expect(describePlace(input)).toEqual([reason, state, city]))

  it.each([
    ['Springfield', 'town'],
    ['', 'town'],
    ['00000', 'unknown'],
    ['6060', 'unknown'],
    ['606011', 'unknown'],
  ])('%j is not resolved: %s', (input, reason) => expect(describePlace(input)).toEqual([reason]))

  it("round-trips the cities through the page's text format", () => {
    expect(parseCities(formatCities(cities))).toEqual(cities)
    expect(parseCities('')).toEqual([])
  })

  it('links a page only on a city, state or weather match, for any input', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.nat(99_999).map((zip) => String(zip).padStart(5, '0')),
        ),
        (input) => {
          const place = checkCoverage(input, cities)
          if ('city' in place && place.city) expect(cities).toContain(place.city)
          expect('city' in place && place.city !== undefined).toBe(['city', 'state', 'weather'].includes(place.reason))
        },
      ),
    )
  })
})
