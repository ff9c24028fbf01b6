import { readSlackChannels } from '@/lib/dashboard/slack/settings.ts'
import { buildFailureResponse, withSlack } from '../../request.ts'

/** Returns the public channels of the connected Slack workspace (`channelsResponse`). Records the access in the log. */
export const GET = withSlack({ permission: 'org:integrations:manage' }, async ({ context, provider, actor }) => {
  const result = await readSlackChannels(context, actor)
  return 'failure' in result ? buildFailureResponse(provider, result.failure) : Response.json(result.result)
})
