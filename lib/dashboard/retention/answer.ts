import { z } from 'zod'
import { retention } from '../model/organization-settings.ts'

const amount = z.int().min(0)

export const retentionAnswer = z.object({
  retention: retention.describe('Current days'),
  version: z.int().describe('Version of the settings'),
  timeZone: z.string().describe('IANA time zone'),
  nextRunAt: z.iso.datetime().describe('Time of the next deletion'),
  old: z
    .object({ recordings: amount, transcripts: amount, calls: amount, leads: amount })
    .describe('Records that would be deleted then, with the requested days'),
})

export type RetentionAnswer = z.infer<typeof retentionAnswer>

/** Periods in the query string: all four to preview, or none for the current ones. */
export const askedRetention = z.union([retention, z.strictObject({}).transform(() => undefined)])
