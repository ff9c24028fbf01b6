import { z } from 'zod'
import { closedDays } from '../model/closed-days.ts'
import { openingHours } from '../model/opening-hours.ts'
import { onCallList, retention, serviceArea, timeZone, userText } from '../model/organization-settings.ts'

const greeting = userText
  .max(400, 'Use 400 characters or fewer (about 30 seconds of speech)')
  .nullable()
  .overwrite((text) => text || null)

const pagingMinutes = z
  .int('Enter a whole number of minutes')
  .min(1, 'Enter 1 minute or more')
  .max(60, 'Enter 60 minutes or less')

export const settingsRecord = z.object({
  timeZone: z.string().describe('IANA time zone'),
  hours: openingHours.describe('Business hours by weekday; a day without an entry is closed'),
  closedDays: closedDays.describe('Dates that differ from the weekly hours'),
  closedOnHolidays: z.boolean().describe('Whether the business is closed on US federal holidays'),
  serviceArea: serviceArea.describe('ZIP codes served, each with its crew; an empty crew means any crew'),
  greeting: z.string().nullable().describe('Greeting of the assistant; null for the default greeting'),
  onCall: onCallList.describe('Who is paged in an emergency, in order'),
  pagingMinutes: z.number().describe('Minutes before the next person is paged'),
  forwardingNumber: z.string().nullable().describe('Number that calls are forwarded to; null if not set up'),
  forwardedAt: z.iso.datetime().nullable().describe('When forwarding was confirmed'),
  secondFactorRequired: z.boolean().describe('Whether two-step verification is required'),
  retention: retention.describe('Retention in days by kind of data'),
  version: z.number().describe('Increases with each change; 0 before the first change'),
})

export type SettingsRecord = z.infer<typeof settingsRecord>

export const settingsChange = z
  .strictObject({
    timeZone,
    hours: openingHours,
    closedDays,
    closedOnHolidays: z.boolean(),
    serviceArea,
    greeting,
    onCall: onCallList,
    pagingMinutes,
    /** Whether calls are forwarded. The server sets the time of the confirmation. */
    isForwarded: z.boolean(),
  })
  .partial()

/** A change of any settings. The caller must check the permissions for retention and two-step verification. */
export type SettingsChange = z.infer<typeof settingsChange> & {
  retention?: z.infer<typeof retention>
  secondFactorRequired?: boolean
}
