import { withAccess } from '@/lib/auth/with-access.ts'
import { withOrganization } from '@/lib/db/organization.ts'
import { env } from '@/lib/env.ts'
import { notFound } from '@/lib/http/json-input.ts'
import { revokeKey } from '@/lib/keys/store.ts'

/** Revokes a key at once: 200 with its `keyRecord`. Stopping a key asks for no confirmation of who one is: it cannot wait. */
export const DELETE = withAccess(
  { permission: 'org:integrations:manage' },
  async ({ organization, userId }, _request, { params }: { params: Promise<{ id: string }> }) => {
    const { id } = await params
    const revoked = await withOrganization(env().databaseUrl, organization.id, (scope) =>
      revokeKey(scope, { kind: 'person', id: userId }, id),
    )
    return revoked ? Response.json(revoked) : notFound('This key')
  },
)
