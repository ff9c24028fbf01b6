import { z } from 'zod'

/** Settings of the Slack connection. Nothing is posted without a channel. */
export const slackSettings = z.object({
  /** Public channel in the connected workspace. */
  channel: z.object({ id: z.string(), name: z.string() }).nullable(),
  needsAttention: z.boolean(),
  booked: z.boolean(),
  /** Hour of the daily summary in the time zone of the business; null if it is off. */
  summaryHour: z.number().int().min(0).max(23).nullable(),
  /** Whether messages contain the caller's name and number. */
  includesCaller: z.boolean(),
})

export type SlackSettings = z.infer<typeof slackSettings>

export const DEFAULT_SLACK_SETTINGS: SlackSettings = {
  channel: null,
  needsAttention: true,
  booked: true,
  summaryHour: null,
  includesCaller: false,
}

export const parseSlackSettings = (options: unknown): SlackSettings =>
  slackSettings.catch(DEFAULT_SLACK_SETTINGS).parse(options)
