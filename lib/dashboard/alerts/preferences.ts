import { z } from 'zod'
import { onCallHours } from '../model/organization-settings.ts'
import { ALERT_KIND_NAMES } from '../model/alert.ts'

export const preferencesInput = z.strictObject({
  kinds: z
    .array(z.enum(ALERT_KIND_NAMES))
    .refine((kinds) => new Set(kinds).size === kinds.length, 'List each only once'),
  byMail: z.boolean(),
  byPush: z.boolean(),
  /** Local times in the business's time zone; null if quiet hours are off. */
  quietHours: onCallHours.nullable(),
})

export type PreferencesInput = z.infer<typeof preferencesInput>

/** Preferences with a version, which is 0 until the first change. */
export type Preferences = PreferencesInput & { version: number }

export const DEFAULT_PREFERENCES: Preferences = {
  kinds: ALERT_KIND_NAMES,
  byMail: true,
  byPush: true,
  quietHours: null,
  version: 0,
}

export const preferencesRecord = preferencesInput.extend({ version: z.int().min(0) })

export const deviceRecord = z.object({
  id: z.guid(),
  /** Device name such as "Firefox on Windows"; null if the user agent is unknown. */
  device: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastSentAt: z.iso.datetime().nullable(),
  /** Hex SHA-256 of the endpoint. A browser uses it to find its own entry, while the endpoint stays secret. */
  fingerprint: z.string(),
})

export type DeviceRecord = z.infer<typeof deviceRecord>

export const alertsPage = z.object({
  preferences: preferencesRecord,
  devices: z.array(deviceRecord),
  /** VAPID public key; null if push is not configured. */
  publicKey: z.string().nullable(),
  hasMail: z.boolean(),
  order: z.array(
    z.object({
      name: z.string(),
      hours: z.object({ from: z.string(), to: z.string() }).nullable(),
      isOnCall: z.boolean(),
      /** Whether the teammate has a user account. Alerts can only reach user accounts. */
      hasSignIn: z.boolean(),
      isYou: z.boolean(),
    }),
  ),
  pagingMinutes: z.number(),
  timeZone: z.string(),
})

export type AlertsPage = z.infer<typeof alertsPage>

const buildBase64UrlSchema = (bytes: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}=*$`))

/** Output of `PushSubscription.toJSON()`. The key lengths follow RFC 8291. */
export const subscriptionInput = z.object({
  endpoint: z.url().max(1_000),
  keys: z.object({ p256dh: buildBase64UrlSchema(65), auth: buildBase64UrlSchema(16) }),
})

export type SubscriptionInput = z.infer<typeof subscriptionInput>

export const MAX_DEVICES = 10
