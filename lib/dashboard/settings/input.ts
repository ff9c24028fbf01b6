import { z } from 'zod'
import { openingHours } from '../model/opening-hours.ts'
import { onCallList, retention, serviceArea, timeZone, typedText } from '../model/organization-settings.ts'

const greeting = typedText
  .max(400, 'At most 400 characters, which take half a minute to say')
  .nullable()
  .overwrite((text) => text || null)

const pagingMinutes = z
  .int('Write a whole number of minutes')
  .min(1, 'Write 1 minute or more')
  .max(60, 'At most 60 minutes')

export const settingsRecord = z.object({
  timeZone: z.string().describe('As in the IANA database'),
  hours: openingHours.describe('Opening hours by weekday; a day without an entry is closed'),
  serviceArea: serviceArea.describe('ZIP codes that are served, each with its crew; an empty crew is any'),
  greeting: z.string().nullable().describe('What the assistant says first; null for its usual greeting'),
  onCall: onCallList.describe('Who is paged in an emergency, in order'),
  pagingMinutes: z.number().describe('Minutes without an answer after which the next person is paged'),
  forwardingNumber: z.string().nullable().describe('The number that calls are forwarded to; null until there is one'),
  forwardedAt: z.iso.datetime().nullable().describe('When somebody said that the number is forwarded'),
  secondFactorRequired: z.boolean().describe('Whether everybody needs a second factor'),
  retention: retention.describe('Days that each kind of data is kept'),
  version: z.number().describe('Grows with each change; 0 while nothing was ever changed'),
})

export type SettingsRecord = z.infer<typeof settingsRecord>

export const settingsChange = z
  .strictObject({
    timeZone,
    hours: openingHours,
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
