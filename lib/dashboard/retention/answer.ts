import { z } from 'zod'
import { retention } from '../model/organization-settings.ts'

const rowCount = z.int().min(0)

export const retentionResponse = z.object({
  retention: retention.describe('Current days'),
  version: z.int().describe('Version of the settings'),
  timeZone: z.string().describe('IANA time zone'),
  nextRunAt: z.iso.datetime().describe('Time of the next deletion'),
  old: z
    .object({ recordings: rowCount, transcripts: rowCount, calls: rowCount, leads: rowCount })
    .describe('Records that would be deleted then, with the requested days'),
})

export type RetentionResponse = z.infer<typeof retentionResponse>

/** Periods in the query string: all four to preview, or none for the current ones. */
export const requestedRetention = z.union([retention, z.strictObject({}).transform(() => undefined)])
