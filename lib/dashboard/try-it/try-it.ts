import { CALL_FACT_NAMES, CALL_OUTCOME_NAMES } from '../model/call.ts'
import { INTENT_NAMES } from '../model/intent.ts'
import { SAFETY_KIND_NAMES } from '../model/safety.ts'
import { buildStorableTextSchema, timestamp } from '../../values/fields.ts'
import { URGENCY_NAMES } from '../model/lead.ts'
import { isDayKey } from '../../platform/time/zone.ts'
import { z } from '../../values/zod.ts'
import { NO_WINDOW_REASONS, QUESTIONS } from '../assistant/intents.ts'

/* The browser bundle includes this module, so it must not import large modules. */

export const PRESET_MOMENTS = {
  now: 'Now',
  sunday: 'Sunday, 2:00 AM',
  closed: 'After hours',
  closing: 'Just before closing',
  'closed-day': 'Next closed day',
} as const

export type PresetMoment = keyof typeof PRESET_MOMENTS

export const PRESET_MOMENT_NAMES = Object.keys(PRESET_MOMENTS) as PresetMoment[]

/** Value of a `datetime-local` input, such as 2026-03-08T02:00. */
const LOCAL_TIME_PATTERN = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)$/

export const isLocalTime = (text: string): boolean => {
  const [, day = ''] = LOCAL_TIME_PATTERN.exec(text) ?? []
  return isDayKey(day)
}

export const MAX_LINES = 30

export const MAX_LINE_LENGTH = 500

/** A preset, or a local date and time. */
const chosenMoment = z.union([
  z.enum(PRESET_MOMENT_NAMES as [PresetMoment, ...PresetMoment[]]),
  z.string().max(16).refine(isLocalTime, 'Choose a day and a time'),
])

export const tryItInput = z.strictObject({
  at: chosenMoment.default('now'),
  lines: z
    .array(buildStorableTextSchema(MAX_LINE_LENGTH, 'Enter what the caller says'))
    .max(MAX_LINES, `Use up to ${MAX_LINES} lines`),
})

export type TryItInput = z.infer<typeof tryItInput>

export const testCallInput = tryItInput.extend({
  id: z.uuid(),
  lines: tryItInput.shape.lines.min(1, 'Enter a line first'),
})

const window = z.object({ startsAt: timestamp, endsAt: timestamp })
const place = z.object({ line: z.number(), quote: z.string() })

export const tryItResponse = z.object({
  timeZone: z.string(),
  at: timestamp,
  lines: z.array(z.object({ speaker: z.enum(['caller', 'assistant']), text: z.string() })),
  situation: z.object({
    isOpen: z.boolean(),
    changesAt: timestamp.nullable(),
    /** Text such as "Closed for Thanksgiving Day"; null on a regular day. */
    closedFor: z.string().nullable(),
  }),
  language: z.string(),
  intent: z.enum(INTENT_NAMES).nullable(),
  urgency: z.object({
    name: z.enum(URGENCY_NAMES),
    rule: z.string().nullable(),
    place: place.nullable(),
    danger: z.enum(SAFETY_KIND_NAMES).nullable(),
  }),
  area: z.union([
    z.object({ state: z.literal('served'), zip: z.string(), crew: z.string().nullable() }),
    z.object({ state: z.literal('not-served'), zip: z.string() }),
    z.object({ state: z.literal('unknown'), why: z.enum(['no-zip', 'no-area']) }),
  ]),
  job: z.union([
    z.object({ state: z.literal('any') }),
    z.object({ state: z.literal('taken'), job: z.string() }),
    z.object({ state: z.literal('refused'), job: z.string(), words: z.string() }),
    z.object({ state: z.literal('unlisted') }),
  ]),
  brand: z.object({ state: z.enum(['served', 'refused']), brand: z.string() }).nullable(),
  next: z.enum(QUESTIONS).nullable(),
  paged: z.array(z.object({ name: z.string(), phone: z.string(), afterMinutes: z.number() })).nullable(),
  windows: z.array(window),
  noWindowReason: z.enum(NO_WINDOW_REASONS).nullable(),
  chosen: window.nullable(),
  /** The caller's existing visit, which the call is about. */
  visit: window.nullable(),
  outcome: z.enum(CALL_OUTCOME_NAMES),
  attention: z.string().nullable(),
  note: z.array(z.object({ field: z.enum(CALL_FACT_NAMES), value: z.string() })),
  missing: z.array(z.enum(['hours', 'area', 'onCall'])),
  readyCallers: z.array(z.object({ name: z.string(), label: z.string(), lines: z.array(z.string()) })),
  /** Phone number of the assistant; null until assigned. */
  number: z.string().nullable(),
  testCalls: z.int(),
})

export type TryItResponse = z.infer<typeof tryItResponse>
