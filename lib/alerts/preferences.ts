import { z } from 'zod'
import { onCallHours } from '../settings/organization-settings.ts'
import { ALERT_KIND_NAMES } from './alert.ts'

/*
 * How a member wants to be told of calls. What is sent is said in `lib/alerts/mail.ts` and `push.ts`; who is told when, in
 * `round.ts`.
 */

/** What can be changed, as a whole. */
export const preferencesInput = z.strictObject({
  kinds: z.array(z.enum(ALERT_KIND_NAMES)).refine((kinds) => new Set(kinds).size === kinds.length, 'Each only once'),
  byMail: z.boolean(),
  byPush: z.boolean(),
  /** Hours of the business's clock; null without. */
  quietHours: onCallHours.nullable(),
})

export type PreferencesInput = z.infer<typeof preferencesInput>

/** The preferences with their version: 0 while the person has changed nothing. */
export type Preferences = PreferencesInput & { version: number }

/** What holds for a person who has changed nothing. */
export const DEFAULT_PREFERENCES: Preferences = {
  kinds: ALERT_KIND_NAMES,
  byMail: true,
  byPush: true,
  quietHours: null,
  version: 0,
}

export const preferencesRecord = preferencesInput.extend({ version: z.int().min(0) })

/** A browser that takes notifications for a person. */
export const deviceRecord = z.object({
  id: z.guid(),
  /** Browser and system, such as "Firefox on Windows"; null for one that is not known. */
  device: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastSentAt: z.iso.datetime().nullable(),
  /** SHA-256 of the endpoint in hexadecimal: by it a browser knows itself, while the endpoint stays a secret. */
  fingerprint: z.string(),
})

export type DeviceRecord = z.infer<typeof deviceRecord>

/** What the page of this name shows. */
export const alertsPage = z.object({
  preferences: preferencesRecord,
  devices: z.array(deviceRecord),
  /** The key with which browsers subscribe; null where notifications are not set up. */
  publicKey: z.string().nullable(),
  hasMail: z.boolean(),
  /** Who is on the list, in its order. */
  order: z.array(
    z.object({
      name: z.string(),
      hours: z.object({ from: z.string(), to: z.string() }).nullable(),
      isOnCall: z.boolean(),
      /** Without a sign-in nobody can be told by mail or on a device. */
      hasSignIn: z.boolean(),
      isYou: z.boolean(),
    }),
  ),
  pagingMinutes: z.number(),
  timeZone: z.string(),
})

export type AlertsPage = z.infer<typeof alertsPage>

const base64url = (bytes: number) => z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}=*$`))

/** A browser's subscription, as `PushSubscription.toJSON()` has it; the lengths are those of RFC 8291. */
export const subscriptionInput = z.object({
  endpoint: z.url().max(1_000),
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
})

export type SubscriptionInput = z.infer<typeof subscriptionInput>

/** Devices that one person has at most. */
export const MAX_DEVICES = 10
