import { removeConnection } from '@/lib/dashboard/integrations/manage.ts'
import { failureResponse, withConnection } from '../request.ts'

/** Disconnects an integration. Returns `{ there }`, the outcome at the provider: `ended`, `no-endpoint` or `failed`. */
export const DELETE = withConnection(
  { permission: 'org:integrations:manage', reverification: 'strict' },
  async ({ context, provider, actor }) => {
    const there = await removeConnection(context, provider, actor)
    return there ? Response.json({ there }) : failureResponse(provider, 'not_connected')
  },
)
