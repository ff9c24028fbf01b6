import { visitCheck } from '@/lib/dashboard/appointments/doubts.ts'
import { readDoubts } from '@/lib/dashboard/appointments/read-calendar.ts'
import { forMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { readInput } from '@/lib/platform/http/json-input.ts'
import { momentsOf, refusingInvalid } from '../window.ts'

/** Warnings before saving a visit: `{ doubts }`, in sentences. Stores nothing. POST keeps names out of the URL. */
export const POST = withAccess({ permission: 'org:appointments:manage' }, async (member, request) => {
  const { window, ...check } = await readInput(request, visitCheck)
  return refusingInvalid(() =>
    forMember(member, async (tx) => {
      const doubts = await readDoubts(tx, { ...check, ...(await momentsOf(tx, window)) })
      return Response.json({ doubts })
    }),
  )
})
