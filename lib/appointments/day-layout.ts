import type { AppointmentRecord } from './record.ts'

/** Somebody's visits of a day; null for those to which nobody goes yet. */
export type TechnicianDay = { technician: string | null; visits: AppointmentRecord[] }

/**
 * The visits of a day by who goes there: everybody who can be chosen, also who has none and so is free, and at the end what
 * nobody goes to yet.
 * @param names of technicians who are offered
 */
export function byTechnician(visits: readonly AppointmentRecord[], names: readonly string[]): TechnicianDay[] {
  const going = visits.flatMap(({ technician }) => technician ?? [])
  const all = [...new Set([...names, ...going])].toSorted((one, other) => one.localeCompare(other, 'en'))
  return [...all, null].map((technician) => ({
    technician,
    visits: visits.filter((visit) => visit.technician === technician),
  }))
}
