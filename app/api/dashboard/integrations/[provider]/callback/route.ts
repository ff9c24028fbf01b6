import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { env } from '@/lib/platform/env/env.ts'
import { finishAuthorization } from '@/lib/dashboard/integrations/authorize.ts'
import { withConnection } from '../../request.ts'

const SEE_OTHER = 303

/** OAuth callback. Redirects to the integration's page with only the outcome in the URL. */
export const GET = withConnection(
  { permission: 'org:integrations:manage' },
  async ({ context, provider, person }, request) => {
    const outcome = await finishAuthorization(context, person, provider, new URL(request.url).searchParams)
    const page = new URL(AREAS.integrations.path, env().siteUrl)
    page.search = new URLSearchParams({ system: provider, outcome }).toString()
    return Response.redirect(page, SEE_OTHER)
  },
)
