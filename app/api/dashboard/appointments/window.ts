import { z } from 'zod'
import { resolveWindow, type LocalWindow } from '@/lib/dashboard/appointments/window.ts'
import type { OrganizationTransaction } from '@/lib/platform/db/organization.ts'
import { UnknownReferenceError } from '@/lib/platform/db/unknown-reference.ts'
import { buildInvalidResponse, toInputProblems } from '@/lib/platform/http/json-input.ts'
import { getTimeZone } from '@/lib/dashboard/settings/time-zone.ts'

/**
 * Converts a local time window to its start and end, in the business's time zone.
 * @throws {z.ZodError} for an invalid window
 */
export async function parseWindow(
  tx: OrganizationTransaction,
  window: LocalWindow,
): Promise<{ startsAt: string; endsAt: string }> {
  const resolved = resolveWindow(window, await getTimeZone(tx))
  if ('problem' in resolved) {
    const { field, message } = resolved.problem
    throw new z.ZodError([{ code: 'custom', path: ['window', field], message, input: undefined }])
  }
  return { startsAt: resolved.startsAt.toISOString(), endsAt: resolved.endsAt.toISOString() }
}

/** Responds 422 if the change is invalid for the stored appointment or refers to a missing record. */
export async function handleInvalidChange(respond: () => Promise<Response>): Promise<Response> {
  try {
    return await respond()
  } catch (error) {
    if (error instanceof z.ZodError) return buildInvalidResponse(toInputProblems(error))
    if (error instanceof UnknownReferenceError)
      return buildInvalidResponse([{ path: error.field, message: 'The lead or call for this visit no longer exists.' }])
    throw error
  }
}
