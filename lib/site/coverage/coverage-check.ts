import { hasPrefix, findStateByName, findStateByZip } from './zip-states.ts'

/** City that has a page, and the areas that this page also covers. */
export type CityPlace = {
  name: string
  state: string
  href: string
  /** Three-digit ZIP prefixes nearby: single prefixes and ranges. */
  zips: string[]
  /** Full names of other states with a similar climate. */
  states: string[]
}

/** Returns the cities as compact text, which is smaller in the page than JSON. No part contains the separators. */
export const formatCities = (cities: CityPlace[]): string =>
  cities.map(({ name, state, href, zips, states }) => [name, state, href, zips, states].join('|')).join(';')

export const parseCities = (text: string): CityPlace[] =>
  text
    .split(';')
    .filter(Boolean)
    .map((line) => {
      const [name = '', state = '', href = '', zips = '', states = ''] = line.split('|')
      return { name, state, href, zips: zips.split(',').filter(Boolean), states: states.split(',').filter(Boolean) }
    })

/**
 * Result of the coverage check. `city` is the requested city, a city in the same state, or a city with a similar
 * climate. The reason `unknown` means an unknown ZIP prefix; `town` means that the state is missing.
 */
export type CoverageResult =
  | { state: string; city?: CityPlace; reason: 'city' | 'state' | 'weather' | 'none' }
  | { reason: 'unknown' | 'town' }

const ZIP_PATTERN = /^(\d{3})\d{2}(-?\d{4})?$/

/** Returns whether the text is a town's name, alone or before its state. */
const matchesTown = (text: string, town: string) =>
  text.toLowerCase().startsWith(town.toLowerCase()) && !/\w/.test(text.charAt(town.length))

/**
 * Returns the state at the end of texts such as “Cleveland, OH” and “charleston west virginia”, or of a state alone.
 */
function findStateAtEnd(text: string): string | undefined {
  const words = text.split(/[\s,]+/).filter(Boolean)
  for (const start of words.keys()) {
    const state = findStateByName(words.slice(start).join(' '))
    if (state) return state
  }
  return undefined
}

function findCityForState(state: string, cities: CityPlace[]): CoverageResult {
  const localCity = cities.find((city) => city.state === state)
  if (localCity) return { state, city: localCity, reason: 'state' }
  const similarCity = cities.find(({ states }) => states.includes(state))
  return similarCity ? { state, city: similarCity, reason: 'weather' } : { state, reason: 'none' }
}

export function checkCoverage(input: string, cities: CityPlace[]): CoverageResult {
  const text = input.trim()
  const [, digits] = ZIP_PATTERN.exec(text) ?? []
  if (digits) {
    const nearbyCity = cities.find(({ zips }) => hasPrefix(zips, digits))
    const state = findStateByZip(digits)
    if (!state) return { reason: 'unknown' }
    return nearbyCity ? { state, city: nearbyCity, reason: 'city' } : findCityForState(state, cities)
  }
  if (/^\d/.test(text)) return { reason: 'unknown' }
  const state = findStateAtEnd(text)
  // A name can be both a town and a state, such as “New York”.
  const city = cities.find(
    ({ name, state: cityState }) =>
      matchesTown(text, name) && (state === undefined || state === cityState || state === name),
  )
  if (city) return { state: city.state, city, reason: 'city' }
  return state ? findCityForState(state, cities) : { reason: 'town' }
}
