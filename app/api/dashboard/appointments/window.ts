import { z } from 'zod'
import { windowIn, type LocalWindow } from '@/lib/appointments/window.ts'
import type { OrganizationTransaction } from '@/lib/db/organization.ts'
import { UnknownReferenceError } from '@/lib/db/unknown-reference.ts'
import { invalid, problemsOf } from '@/lib/http/json-input.ts'
import { timeZoneOf } from '@/lib/settings/time-zone.ts'

/** The moments of a window that was chosen in the business's zone. @throws {z.ZodError} when there is no such window */
export async function momentsOf(
  tx: OrganizationTransaction,
  window: LocalWindow,
): Promise<{ startsAt: string; endsAt: string }> {
  const moments = windowIn(window, await timeZoneOf(tx))
  if ('problem' in moments) {
    const { field, message } = moments.problem
    throw new z.ZodError([{ code: 'custom', path: ['window', field], message, input: undefined }])
  }
  return { startsAt: moments.startsAt.toISOString(), endsAt: moments.endsAt.toISOString() }
}

/** Answers 422 for what does not fit an appointment as it stands, or refers to what is gone. */
export async function refusingInvalid(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof z.ZodError) return invalid(problemsOf(error))
    if (error instanceof UnknownReferenceError)
      return invalid([{ path: error.field, message: 'What this visit is for is not there any more.' }])
    throw error
  }
}
