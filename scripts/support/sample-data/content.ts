import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { CALL_OUTCOME_NAMES, transcriptLine } from '../../../lib/dashboard/model/call.ts'
import { INTENT_NAMES } from '../../../lib/dashboard/model/intent.ts'
import { SAFETY_KIND_NAMES } from '../../../lib/dashboard/model/safety.ts'
import { URGENCY_NAMES } from '../../../lib/dashboard/model/lead.ts'
import { openingHours } from '../../../lib/dashboard/model/opening-hours.ts'
import { onCallList, serviceArea } from '../../../lib/dashboard/model/organization-settings.ts'

export class SampleDataError extends Error {
  override readonly name = 'SampleDataError'
}

const text = z.string()
const texts = z.array(text).nonempty()

const company = z.strictObject({
  settings: z.strictObject({
    timeZone: text,
    voiceAgentId: text,
    forwardingNumber: text,
    hours: openingHours,
    onCall: onCallList,
    serviceArea,
  }),
  technicians: texts,
  windows: z.array(z.strictObject({ from: text, to: text, said: text })),
  callers: z.strictObject({ areaCodes: texts, firstNames: texts, lastNames: texts, streets: texts }),
})

const conversationSchema = z.strictObject({
  share: z.number(),
  lastNight: z.number().optional(),
  outcome: z.enum(CALL_OUTCOME_NAMES),
  intent: z.enum(INTENT_NAMES),
  danger: z.enum(SAFETY_KIND_NAMES).optional(),
  urgency: z.enum(URGENCY_NAMES),
  job: text.optional(),
  hasWindow: z.boolean(),
  problem: text,
  safety: text.optional(),
  system: text.optional(),
  fee: text.optional(),
  attention: text.optional(),
  rule: text.optional(),
  language: text.optional(),
  summary: text,
  lines: z.array(transcriptLine.omit({ at: true }).strict()),
})

export type Conversation = z.infer<typeof conversationSchema>

function readYaml<Value>(file: string, schema: z.ZodType<Value>): Value {
  const { data, error } = schema.safeParse(parse(readFileSync(join(import.meta.dirname, file), 'utf8')))
  if (error) throw new SampleDataError(`scripts/support/sample-data/${file} is invalid:\n${z.prettifyError(error)}`)
  return data as Value
}

export const COMPANY = readYaml('company.yaml', company)

/** Sample conversations with their frequency per hundred calls. */
export const CONVERSATIONS = readYaml('conversations.yaml', z.array(conversationSchema))

export const LAST_NIGHT_CONVERSATIONS = CONVERSATIONS.filter(({ lastNight }) => lastNight).toSorted(
  (a, b) => (a.lastNight ?? 0) - (b.lastNight ?? 0),
)
