import { visitCheckInput } from '@/lib/dashboard/appointments/warnings.ts'
import { readWarnings } from '@/lib/dashboard/appointments/read-calendar.ts'
import { runForMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { readInput } from '@/lib/platform/http/json-input.ts'
import { parseWindow, handleInvalidChange } from '../window.ts'

/**
 * Checks a visit before it is saved. Returns its warnings as sentences in `{ doubts }`. Stores nothing. Uses POST to
 * keep names out of the URL.
 */
export const POST = withAccess({ permission: 'org:appointments:manage' }, async (member, request) => {
  const { window, ...check } = await readInput(request, visitCheckInput)
  return handleInvalidChange(() =>
    runForMember(member, async (tx) => {
      const warnings = await readWarnings(tx, { ...check, ...(await parseWindow(tx, window)) })
      return Response.json({ doubts: warnings })
    }),
  )
})
