import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { env } from '@/lib/platform/env/env.ts'
import { finishAuthorization } from '@/lib/dashboard/integrations/authorize.ts'
import { withConnection } from '../../request.ts'

const SEE_OTHER = 303

/**
 * Handles the OAuth callback. Redirects to the integrations page; the URL contains only the provider and the outcome.
 */
export const GET = withConnection(
  { permission: 'org:integrations:manage' },
  async ({ context, provider, person }, request) => {
    const outcome = await finishAuthorization(context, person, provider, new URL(request.url).searchParams)
    const page = new URL(AREAS.integrations.path, env().siteUrl)
    page.search = new URLSearchParams({ system: provider, outcome }).toString()
    return Response.redirect(page, SEE_OTHER)
  },
)
