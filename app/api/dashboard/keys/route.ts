import { runForMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { keyInput } from '@/lib/dashboard/keys/input.ts'
import { canWrite } from '@/lib/platform/auth/scopes.ts'
import { readKeys } from '@/lib/dashboard/keys/repository.ts'
import { issueKey } from './issue-key.ts'

export const GET = withAccess({ permission: 'org:integrations:read' }, async (member) =>
  Response.json(await runForMember(member, readKeys)),
)

const readOnlyKeyInput = keyInput.refine(({ scopes }) => !canWrite(scopes), {
  error: 'Confirm your identity to create a key with write access',
  path: ['scopes'],
})

export const POST = withAccess(
  { permission: 'org:integrations:manage', reverification: 'moderate' },
  async (member, request) => issueKey(member, request, readOnlyKeyInput),
)
