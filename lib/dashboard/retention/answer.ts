import { z } from 'zod'
import { retention } from '../model/organization-settings.ts'

const amount = z.int().min(0)

export const retentionAnswer = z.object({
  retention: retention.describe('Days that hold now'),
  version: z.int().describe('Of the settings'),
  timeZone: z.string().describe('As in the IANA database'),
  nextRunAt: z.iso.datetime().describe('When what has been kept long enough is deleted the next time'),
  old: z
    .object({ recordings: amount, transcripts: amount, calls: amount, leads: amount })
    .describe('How many go then, with the days that were asked about'),
})

export type RetentionAnswer = z.infer<typeof retentionAnswer>

/** Periods in the query string: all four to preview, or none for the current ones. */
export const askedRetention = z.union([retention, z.strictObject({}).transform(() => undefined)])
