import { visitCheck } from '@/lib/dashboard/appointments/doubts.ts'
import { readDoubts } from '@/lib/dashboard/appointments/read-calendar.ts'
import { forMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { readInput } from '@/lib/platform/http/json-input.ts'
import { momentsOf, refusingInvalid } from '../window.ts'

/**
 * Checks a visit before it is saved and returns `{ doubts }`: warnings as sentences. Stores nothing. Uses POST to keep
 * names out of the URL.
 */
export const POST = withAccess({ permission: 'org:appointments:manage' }, async (member, request) => {
  const { window, ...check } = await readInput(request, visitCheck)
  return refusingInvalid(() =>
    forMember(member, async (tx) => {
      const doubts = await readDoubts(tx, { ...check, ...(await momentsOf(tx, window)) })
      return Response.json({ doubts })
    }),
  )
})
