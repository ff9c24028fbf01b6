import { PROVIDERS } from '@/lib/dashboard/integrations/providers.ts'
import { requestIntegration } from '@/lib/dashboard/integrations/requests.ts'
import { wakeJobs } from '@/lib/platform/jobs/start.ts'
import { buildRefusedResponse, withConnection } from '../../request.ts'

/** Requests an integration that the site does not offer yet. Emails the staff at most once a day. */
export const POST = withConnection({ permission: 'org:integrations:manage' }, async ({ context, provider, actor }) => {
  const { missing } = context.settings.providers[provider]
  if (missing.length === 0)
    return buildRefusedResponse(`${PROVIDERS[provider].label} is now available. Reload the page.`)
  await context.transaction((tx) => requestIntegration(tx, provider, actor, context.now()))
  wakeJobs()
  return Response.json({ done: true })
})
