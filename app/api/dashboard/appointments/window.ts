import { z } from 'zod'
import { windowIn, type LocalWindow } from '@/lib/dashboard/appointments/window.ts'
import type { OrganizationTransaction } from '@/lib/platform/db/organization.ts'
import { UnknownReferenceError } from '@/lib/platform/db/unknown-reference.ts'
import { invalid, problemsOf } from '@/lib/platform/http/json-input.ts'
import { timeZoneOf } from '@/lib/dashboard/settings/time-zone.ts'

/**
 * Converts a local time window to its start and end, in the business's time zone.
 * @throws {z.ZodError} for an invalid window
 */
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

/** Responds 422 if the change is invalid for the stored appointment or refers to a missing record. */
export async function refusingInvalid(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof z.ZodError) return invalid(problemsOf(error))
    if (error instanceof UnknownReferenceError)
      return invalid([{ path: error.field, message: 'The lead or call for this visit no longer exists.' }])
    throw error
  }
}
