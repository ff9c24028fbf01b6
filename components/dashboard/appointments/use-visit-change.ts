import { APPOINTMENT_STATES } from '@/lib/dashboard/model/appointment.ts'
import type { AppointmentResponse, CalendarResponse } from '@/lib/dashboard/appointments/calendar.ts'
import type { AppointmentFormChange } from '@/lib/dashboard/appointments/dashboard-input.ts'
import { formatOverlapWarning } from '@/lib/dashboard/appointments/warnings.ts'
import type { AppointmentRecord } from '@/lib/dashboard/appointments/record.ts'
import { resolveWindow } from '@/lib/dashboard/appointments/window.ts'
import { buildQueryKey, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import type { ToastMessage } from '../../ui/toast.tsx'
import { buildCachedChange, sendChange, useOptimisticMutation } from '../use-optimistic-mutation.ts'
import { describeCurrentVisit, formatShortWindow } from './visit-format.ts'

export type VisitChangeInput = { before: AppointmentRecord; change: Omit<AppointmentFormChange, 'version'> }

function predictVisit(visit: AppointmentRecord, { change }: VisitChangeInput, zone: string): AppointmentRecord {
  const { window, ...parts } = change
  const windowTimes = window && resolveWindow(window, zone)
  const definedParts = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined))
  return {
    ...visit,
    ...definedParts,
    ...(windowTimes &&
      'startsAt' in windowTimes && {
        startsAt: windowTimes.startsAt.toISOString(),
        endsAt: windowTimes.endsAt.toISOString(),
      }),
    version: visit.version + 1,
  }
}

function formatTitle({ before, change }: VisitChangeInput, { appointment }: AppointmentResponse, zone: string): string {
  if (change.window) return `Moved to ${formatShortWindow(appointment, zone)}`
  if (change.state && change.state !== before.state)
    return change.state === 'requested' ? 'Visit restored' : APPOINTMENT_STATES[change.state]
  return 'Saved'
}

/**
 * Changes a visit optimistically and rolls back on an error or a conflict. After a cancellation the toast offers Undo.
 */
export function useVisitChange(reader: Reader, zone: string, id: string | undefined) {
  const change = useOptimisticMutation<VisitChangeInput, AppointmentResponse>({
    send: ({ before, change: requestedChange }) =>
      sendChange(`appointments/${before.id}`, 'PATCH', { ...requestedChange, version: before.version }),
    changes: [
      buildCachedChange<CalendarResponse, VisitChangeInput>(
        buildQueryKey('appointments', reader),
        (cached, variables) => ({
          ...cached,
          appointments: cached.appointments.map((visit) =>
            visit.id === variables.before.id ? predictVisit(visit, variables, zone) : visit,
          ),
        }),
      ),
      buildCachedChange<AppointmentResponse, VisitChangeInput>(
        buildQueryKey(`appointments/${id ?? ''}`, reader),
        (cached, variables) => ({
          ...cached,
          appointment: predictVisit(cached.appointment, variables, zone),
        }),
      ),
    ],
    // All dashboard queries are refetched, because a change may book a lead and the home page counts visits.
    invalidates: [['dashboard']],
    buildToast: (variables, response): ToastMessage => {
      const { before } = variables
      const warning = formatOverlapWarning(response.appointment, response.overlaps, zone)
      const isCancelled = response.appointment.state === 'cancelled' && before.state !== 'cancelled'
      return {
        title: formatTitle(variables, response, zone),
        tone: warning ? 'quiet' : 'accent',
        ...(warning && { description: warning }),
        ...(isCancelled &&
          (before.state === 'requested' || before.state === 'confirmed') && {
            action: {
              label: 'Undo',
              onAction: () => change.mutate({ before: response.appointment, change: { state: before.state } }),
            },
          }),
      }
    },
    describeCurrent: (current) => describeCurrentVisit(current, zone),
  })
  return (before: AppointmentRecord, requestedChange: VisitChangeInput['change']) =>
    change.mutate({ before, change: requestedChange })
}
