import { CALL_FACT_NAMES, CALL_OUTCOME_NAMES } from '../calls/call.ts'
import { INTENT_NAMES } from '../calls/intent.ts'
import { SAFETY_KIND_NAMES } from '../calls/safety.ts'
import { storableText } from '../fields.ts'
import { URGENCY_NAMES } from '../leads/lead.ts'
import { isDayKey } from '../time/zone.ts'
import { z } from '../zod.ts'
import { NO_WINDOW_REASONS, QUESTIONS } from './intents.ts'

/*
 * What "Try it" asks of the server and shows. The page's script has this, so it imports nothing that is large.
 */

/** Times that can be tried without typing one, in words for people. */
export const READY_MOMENTS = {
  now: 'Now',
  sunday: 'Sunday, 2:00 AM',
  closed: 'While you are closed',
  closing: 'Just before you close',
} as const

export type ReadyMoment = keyof typeof READY_MOMENTS

export const READY_MOMENT_NAMES = Object.keys(READY_MOMENTS) as ReadyMoment[]

/** A day and a time by the clock of the business, as an input of a form has it: 2026-03-08T02:00. */
const LOCAL = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)$/

export const isLocalTime = (text: string): boolean => {
  const [, day = ''] = LOCAL.exec(text) ?? []
  return isDayKey(day)
}

/** Lines of a caller that are played at most: more than anybody says before they hang up. */
export const MOST_LINES = 30

/** Characters of a line. */
export const LONGEST_LINE = 500

/** When the call is tried: one of the ready moments, or a day and a time by the clock of the business. */
const chosenMoment = z.union([
  z.enum(READY_MOMENT_NAMES as [ReadyMoment, ...ReadyMoment[]]),
  z.string().max(16).refine(isLocalTime, 'Choose a day and a time'),
])

/** A conversation as the owner plays it: when, and what the caller says, line by line. */
export const tryItInput = z.strictObject({
  at: chosenMoment.default('now'),
  lines: z
    .array(storableText(LONGEST_LINE, 'Write what the caller says'))
    .max(MOST_LINES, `At most ${MOST_LINES} lines`),
})

export type TryItInput = z.infer<typeof tryItInput>

/** The same, to be stored as a test call; a conversation has an id, so that it is stored once. */
export const testCallInput = tryItInput.extend({
  id: z.uuid(),
  lines: tryItInput.shape.lines.min(1, 'Say something first'),
})

const moment = z.iso.datetime()
const window = z.object({ startsAt: moment, endsAt: moment })
const place = z.object({ line: z.number(), quote: z.string() })

/** What "Try it" shows: the conversation, and what the rules made of it. */
export const tryItAnswer = z.object({
  timeZone: z.string(),
  /** The moment that is tried. */
  at: moment,
  lines: z.array(z.object({ speaker: z.enum(['caller', 'assistant']), text: z.string() })),
  situation: z.object({ isOpen: z.boolean(), changesAt: moment.nullable() }),
  language: z.string(),
  /** What the caller wants; null while that is unknown. */
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
  /** The caller’s visit that is to be canceled, moved or looked up. */
  visit: window.nullable(),
  outcome: z.enum(CALL_OUTCOME_NAMES),
  attention: z.string().nullable(),
  note: z.array(z.object({ field: z.enum(CALL_FACT_NAMES), value: z.string() })),
  missing: z.array(z.enum(['hours', 'area', 'onCall'])),
  readyCallers: z.array(z.object({ name: z.string(), label: z.string(), lines: z.array(z.string()) })),
  /** The number on which the assistant answers; null until there is one. */
  number: z.string().nullable(),
  /** How many test calls are kept. */
  testCalls: z.int(),
})

export type TryItAnswer = z.infer<typeof tryItAnswer>
