import { forMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { keyInput } from '@/lib/dashboard/keys/input.ts'
import { mayWrite } from '@/lib/platform/auth/scopes.ts'
import { readKeys } from '@/lib/dashboard/keys/repository.ts'
import { makeKey } from './make-key.ts'

export const GET = withAccess({ permission: 'org:integrations:read' }, async (member) =>
  Response.json(await forMember(member, readKeys)),
)

const readingKey = keyInput.refine(({ scopes }) => !mayWrite(scopes), {
  error: 'Confirm your identity to create a key with write access',
  path: ['scopes'],
})

export const POST = withAccess(
  { permission: 'org:integrations:manage', reverification: 'moderate' },
  async (member, request) => makeKey(member, request, readingKey),
)
