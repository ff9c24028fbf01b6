'use client'

import { APPOINTMENT_STATES } from '@/lib/appointments/appointment.ts'
import type { AppointmentAnswer, CalendarAnswer } from '@/lib/appointments/calendar.ts'
import type { AppointmentFormChange } from '@/lib/appointments/dashboard-input.ts'
import { overlapWords } from '@/lib/appointments/doubts.ts'
import type { AppointmentRecord } from '@/lib/appointments/record.ts'
import { windowIn } from '@/lib/appointments/window.ts'
import { queryKeyOf, type Reader } from '@/lib/query/dashboard-query.ts'
import type { ToastMessage } from '../../ui/toast.tsx'
import { changeOf, sendChange, useOptimisticMutation } from '../use-optimistic-mutation.ts'
import { currentWords, shortWindow } from './visit-words.ts'

/** A change, of the visit as it was shown. */
export type WantedChange = { before: AppointmentRecord; change: Omit<AppointmentFormChange, 'version'> }

/** What a visit will be when the server makes the change. */
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

/** What was done, in a few words. */
function titleOf({ before, change }: WantedChange, { appointment }: AppointmentAnswer, zone: string): string {
  if (change.window) return `Moved to ${shortWindow(appointment, zone)}`
  if (change.state && change.state !== before.state)
    return change.state === 'requested' ? 'Back in the calendar' : APPOINTMENT_STATES[change.state]
  return 'Saved'
}

/**
 * Changes a visit: seen at once, taken back when it fails or when somebody else was faster. A cancellation can be undone
 * from the message that says it.
 * @param id of the visit that is open
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
    // A lead may be booked by it, and the first page counts visits.
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
