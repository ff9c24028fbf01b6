import { fromTextFormula } from '../../values/spreadsheet-text.ts'
import type { ServiceArea } from '../model/organization-settings.ts'

/** A crew in the settings form. `zips` is the unparsed input. An empty name stands for any crew. */
export type Crew = { name: string; zips: string }

/** ZIP or ZIP+4 code. Only the first five digits are used. */
const ZIP = /^(\d{5})(?:-\d{4})?$/

export function readZips(text: string): { zips: string[]; malformed: string[] } {
  const words = text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(fromTextFormula)
  const zips = words.flatMap((word) => ZIP.exec(word)?.[1] ?? [])
  return { zips: [...new Set(zips)], malformed: [...new Set(words.filter((word) => !ZIP.test(word)))] }
}

export function crewsOf(area: ServiceArea): Crew[] {
  const byName = Map.groupBy(area, ({ crew }) => crew)
  const names = [...byName.keys()].toSorted((one, other) => one.localeCompare(other, 'en-US'))
  return names.map((name) => ({
    name,
    zips: (byName.get(name) ?? [])
      .map(({ zip }) => zip)
      .toSorted()
      .join(', '),
  }))
}

/** Builds the service area from the form. Skips invalid ZIP codes. */
export const areaOf = (crews: readonly Crew[]): ServiceArea =>
  crews.flatMap(({ name, zips }) => readZips(zips).zips.map((zip) => ({ zip, crew: name.trim() })))

/** Returns the ZIP codes of a crew that other crews have too. Each ZIP code must belong to one crew. */
export function sharedZips(crews: readonly Crew[], position: number): string[] {
  const others = new Set(crews.flatMap(({ zips }, other) => (other === position ? [] : readZips(zips).zips)))
  return readZips(crews[position]?.zips ?? '').zips.filter((zip) => others.has(zip))
}
