import { CursorError } from '@/lib/platform/db/list.ts'
import { listConnectionLog } from '@/lib/dashboard/integrations/overview.ts'
import { withConnection } from '../../request.ts'

export const GET = withConnection({ permission: 'org:integrations:read' }, async ({ context, provider }, request) => {
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  try {
    return Response.json(await context.transaction((tx) => listConnectionLog(tx, provider, cursor)))
  } catch (error) {
    if (!(error instanceof CursorError)) throw error
    return Response.json({ error: error.message, reason: 'invalid' }, { status: 422 })
  }
})
