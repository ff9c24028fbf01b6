import type { AppointmentRecord } from './record.ts'

export type TechnicianDay = { technician: string | null; visits: AppointmentRecord[] }

/** Groups visits by technician. Includes technicians without visits; unassigned visits come last. */
export function byTechnician(visits: readonly AppointmentRecord[], names: readonly string[]): TechnicianDay[] {
  const going = visits.flatMap(({ technician }) => technician ?? [])
  const all = [...new Set([...names, ...going])].toSorted((one, other) => one.localeCompare(other, 'en'))
  return [...all, null].map((technician) => ({
    technician,
    visits: visits.filter((visit) => visit.technician === technician),
  }))
}
