import { fromTextFormula } from '../../values/spreadsheet-text.ts'
import type { ServiceArea } from '../model/organization-settings.ts'

/** A crew in the settings form. `zips` is the unparsed input. An empty name stands for any crew. */
export type Crew = { name: string; zips: string }

/** ZIP or ZIP+4 code. Only the first five digits are used. */
const ZIP_PATTERN = /^(\d{5})(?:-\d{4})?$/

export function parseZips(text: string): { zips: string[]; malformed: string[] } {
  const tokens = text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(fromTextFormula)
  const zips = tokens.flatMap((word) => ZIP_PATTERN.exec(word)?.[1] ?? [])
  return { zips: [...new Set(zips)], malformed: [...new Set(tokens.filter((word) => !ZIP_PATTERN.test(word)))] }
}

export function toCrews(area: ServiceArea): Crew[] {
  const areaByCrew = Map.groupBy(area, ({ crew }) => crew)
  const names = [...areaByCrew.keys()].toSorted((a, b) => a.localeCompare(b, 'en-US'))
  return names.map((name) => ({
    name,
    zips: (areaByCrew.get(name) ?? [])
      .map(({ zip }) => zip)
      .toSorted()
      .join(', '),
  }))
}

/** Builds the service area from the form. Skips invalid ZIP codes. */
export const toServiceArea = (crews: readonly Crew[]): ServiceArea =>
  crews.flatMap(({ name, zips }) => parseZips(zips).zips.map((zip) => ({ zip, crew: name.trim() })))

/** Returns the ZIP codes of a crew that are also assigned to other crews. Each ZIP code may belong to only one crew. */
export function findSharedZips(crews: readonly Crew[], position: number): string[] {
  const otherZips = new Set(
    crews.flatMap(({ zips }, otherPosition) => (otherPosition === position ? [] : parseZips(zips).zips)),
  )
  return parseZips(crews[position]?.zips ?? '').zips.filter((zip) => otherZips.has(zip))
}
