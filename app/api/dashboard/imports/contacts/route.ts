import { runForMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { contactsInput } from '@/lib/dashboard/imports/input.ts'
import { findExistingContacts } from '@/lib/dashboard/imports/repository.ts'
import { BODY_LIMITS } from '@/lib/platform/http/body-limits.ts'
import { readInput } from '@/lib/platform/http/json-input.ts'

/** Returns which phone numbers and emails of a file already exist. POST, because they must not appear in URLs. */
export const POST = withAccess({ permission: 'org:leads:manage' }, async (member, request) => {
  const input = await readInput(request, contactsInput, BODY_LIMITS['/api/dashboard/imports'])
  return Response.json(await runForMember(member, (tx) => findExistingContacts(tx, input)))
})
