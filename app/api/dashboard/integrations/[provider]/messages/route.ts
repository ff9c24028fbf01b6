import { readInput } from '@/lib/platform/http/json-input.ts'
import { changeSlackSettings, sendTestMessage, slackSettingsChange } from '@/lib/dashboard/slack/settings.ts'
import { buildFailureResponse, buildRefusedResponse, withSlack } from '../../request.ts'

/** Changes what is posted to Slack, and where. Returns the settings (`slackSettings`). */
export const PATCH = withSlack(
  { permission: 'org:integrations:manage' },
  async ({ context, provider, actor }, request) => {
    const result = await changeSlackSettings(context, actor, await readInput(request, slackSettingsChange))
    return 'failure' in result
      ? buildFailureResponse(provider, result.failure)
      : Response.json({ messages: result.result })
  },
)

/** Posts a test message. Returns the channel. */
export const POST = withSlack({ permission: 'org:integrations:manage' }, async ({ context, provider, actor }) => {
  const result = await sendTestMessage(context, actor)
  if (!result) return buildRefusedResponse('Choose a channel first.')
  return 'failure' in result
    ? buildFailureResponse(provider, result.failure)
    : Response.json({ channel: result.result })
})
