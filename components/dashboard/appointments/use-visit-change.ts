import { APPOINTMENT_STATES } from '@/lib/dashboard/model/appointment.ts'
import type { AppointmentAnswer, CalendarAnswer } from '@/lib/dashboard/appointments/calendar.ts'
import type { AppointmentFormChange } from '@/lib/dashboard/appointments/dashboard-input.ts'
import { overlapWords } from '@/lib/dashboard/appointments/doubts.ts'
import type { AppointmentRecord } from '@/lib/dashboard/appointments/record.ts'
import { windowIn } from '@/lib/dashboard/appointments/window.ts'
import { queryKeyOf, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import type { ToastMessage } from '../../ui/toast.tsx'
import { changeOf, sendChange, useOptimisticMutation } from '../use-optimistic-mutation.ts'
import { currentWords, shortWindow } from './visit-words.ts'

export type WantedChange = { before: AppointmentRecord; change: Omit<AppointmentFormChange, 'version'> }

function predicted(visit: AppointmentRecord, { change }: WantedChange, zone: string): AppointmentRecord {
  const { window, ...parts } = change
  const moments = window && windowIn(window, zone)
  const given = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined))
  return {
    ...visit,
    ...given,
    ...(moments &&
      'startsAt' in moments && { startsAt: moments.startsAt.toISOString(), endsAt: moments.endsAt.toISOString() }),
    version: visit.version + 1,
  }
}

function titleOf({ before, change }: WantedChange, { appointment }: AppointmentAnswer, zone: string): string {
  if (change.window) return `Moved to ${shortWindow(appointment, zone)}`
  if (change.state && change.state !== before.state)
    return change.state === 'requested' ? 'Back on the calendar' : APPOINTMENT_STATES[change.state]
  return 'Saved'
}

/**
 * Changes a visit optimistically and rolls back on an error or a conflict. After a cancellation the toast offers Undo.
 */
export function useVisitChange(reader: Reader, zone: string, id: string | undefined) {
  const change = useOptimisticMutation<WantedChange, AppointmentAnswer>({
    send: ({ before, change: wanted }) =>
      sendChange(`appointments/${before.id}`, 'PATCH', { ...wanted, version: before.version }),
    changes: [
      changeOf<CalendarAnswer, WantedChange>(queryKeyOf('appointments', reader), (cached, wanted) => ({
        ...cached,
        appointments: cached.appointments.map((visit) =>
          visit.id === wanted.before.id ? predicted(visit, wanted, zone) : visit,
        ),
      })),
      changeOf<AppointmentAnswer, WantedChange>(queryKeyOf(`appointments/${id ?? ''}`, reader), (cached, wanted) => ({
        ...cached,
        appointment: predicted(cached.appointment, wanted, zone),
      })),
    ],
    // All dashboard queries are refetched, because a change may book a lead and the home page counts visits.
    invalidates: [['dashboard']],
    done: (wanted, answer): ToastMessage => {
      const { before } = wanted
      const warning = overlapWords(answer.appointment, answer.overlaps, zone)
      const isCancelled = answer.appointment.state === 'cancelled' && before.state !== 'cancelled'
      return {
        title: titleOf(wanted, answer, zone),
        tone: warning ? 'quiet' : 'accent',
        ...(warning && { description: warning }),
        ...(isCancelled &&
          (before.state === 'requested' || before.state === 'confirmed') && {
            action: {
              label: 'Undo',
              onAction: () => change.mutate({ before: answer.appointment, change: { state: before.state } }),
            },
          }),
      }
    },
    describeCurrent: (current) => currentWords(current, zone),
  })
  return (before: AppointmentRecord, wanted: WantedChange['change']) => change.mutate({ before, change: wanted })
}
