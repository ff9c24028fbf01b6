import { visitCheck } from '@/lib/appointments/doubts.ts'
import { readDoubts } from '@/lib/appointments/read-calendar.ts'
import { withAccess } from '@/lib/auth/with-access.ts'
import { forMember } from '@/lib/auth/for-member.ts'
import { readInput } from '@/lib/http/json-input.ts'
import { momentsOf, refusingInvalid } from '../window.ts'

/**
 * What is to be asked back before a visit is saved: `{ doubts }`, in sentences. Nothing is stored, and whoever is sure saves
 * it all the same. It is a POST because names do not belong into an address. 422 where there is no such window.
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
