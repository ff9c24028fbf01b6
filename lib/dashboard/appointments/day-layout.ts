import type { AppointmentRecord } from './record.ts'

export type TechnicianDay = { technician: string | null; visits: AppointmentRecord[] }

/** Groups visits by technician. Includes technicians who have no visits. Unassigned visits come last. */
export function groupByTechnician(visits: readonly AppointmentRecord[], names: readonly string[]): TechnicianDay[] {
  const scheduledNames = visits.flatMap(({ technician }) => technician ?? [])
  const allNames = [...new Set([...names, ...scheduledNames])].toSorted((a, b) => a.localeCompare(b, 'en'))
  return [...allNames, null].map((technician) => ({
    technician,
    visits: visits.filter((visit) => visit.technician === technician),
  }))
}
