import { withAccess } from '@/lib/auth/with-access.ts'
import { forMember } from '@/lib/auth/for-member.ts'
import { keyInput } from '@/lib/keys/input.ts'
import { mayWrite } from '@/lib/keys/scopes.ts'
import { readKeys } from '@/lib/keys/store.ts'
import { makeKey } from './make-key.ts'

/** The organization's keys, as `keyList` in lib/keys/input.ts. */
export const GET = withAccess({ permission: 'org:integrations:read' }, async (member) =>
  Response.json(await forMember(member, readKeys)),
)

const readingKey = keyInput.refine(({ scopes }) => !mayWrite(scopes), {
  error: 'A key that writes is made with another confirmation of who you are',
  path: ['scopes'],
})

/** Makes a key that only reads: see `makeKey`. One that writes is made at /api/dashboard/keys/writing. */
export const POST = withAccess(
  { permission: 'org:integrations:manage', reverification: 'moderate' },
  async (member, request) => makeKey(member, request, readingKey),
)
