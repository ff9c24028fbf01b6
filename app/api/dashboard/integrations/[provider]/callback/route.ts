import { AREAS } from '@/lib/auth/access-table.ts'
import { withAccess } from '@/lib/auth/with-access.ts'
import { env } from '@/lib/env.ts'
import { finishAuthorization } from '@/lib/integrations/authorize.ts'
import { connectionRequest, type ProviderParams } from '../../request.ts'

const SEE_OTHER = 303

/** Where a provider sends somebody back to. It leads on to the page, whose address says how it ended and nothing else. */
export const GET = withAccess(
  { permission: 'org:integrations:manage' },
  async (member, request, params: ProviderParams) => {
    const { context, provider, person } = await connectionRequest(member, params)
    const outcome = await finishAuthorization(context, person, provider, new URL(request.url).searchParams)
    const page = new URL(AREAS.integrations.path, env().siteUrl)
    page.search = new URLSearchParams({ system: provider, outcome }).toString()
    return Response.redirect(page, SEE_OTHER)
  },
)
