import { withAccess } from '@/lib/auth/with-access.ts'
import { CursorError } from '@/lib/db/list.ts'
import { connectionLogOf } from '@/lib/integrations/overview.ts'
import { connectionRequest, type ProviderParams } from '../../request.ts'

/** What was done with the connections to a system, newest first, `?cursor=` for what follows: see `connectionLog`. */
export const GET = withAccess(
  { permission: 'org:integrations:read' },
  async (member, request, params: ProviderParams) => {
    const { context, provider } = await connectionRequest(member, params)
    const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
    try {
      return Response.json(await context.transaction((tx) => connectionLogOf(tx, provider, cursor)))
    } catch (error) {
      if (!(error instanceof CursorError)) throw error
      return Response.json({ error: error.message, reason: 'invalid' }, { status: 422 })
    }
  },
)
