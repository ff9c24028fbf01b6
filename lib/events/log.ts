import { z } from 'zod'
import { type Action, ACTIONS } from './event.ts'

/** Parts of the log, by what they are about, in words for people. */
export const ACTION_GROUPS = {
  calls: 'Calls',
  leads: 'Leads',
  visits: 'Visits',
  connections: 'Connections',
  keys: 'API keys',
  settings: 'Settings',
  data: 'Deleted and exported',
} as const

export type ActionGroup = keyof typeof ACTION_GROUPS

const GROUP_NAMES = Object.keys(ACTION_GROUPS) as ActionGroup[]

/** What stands for the group in front of the dot of an action. */
const KINDS: Record<ActionGroup, readonly string[]> = {
  calls: ['call', 'calls', 'caller', 'transcript', 'recording', 'alert'],
  leads: ['lead', 'leads'],
  visits: ['appointment', 'appointments', 'feed'],
  connections: ['connection'],
  keys: ['key'],
  settings: ['settings', 'assistant', 'line', 'trial', 'alerts', 'device'],
  data: ['retention', 'data'],
}

/** These go with what leaves or is deleted, whatever they are about. */
const OF_DATA = /\.(deleted|exported)$/

/** The group that an action belongs to. */
export function groupOf(action: string): ActionGroup {
  const kind = action.split('.')[0] ?? ''
  if (OF_DATA.test(action)) return 'data'
  return GROUP_NAMES.find((group) => KINDS[group].includes(kind)) ?? 'settings'
}

/** The actions of a group. */
export const actionsOf = (group: ActionGroup): Action[] =>
  (Object.keys(ACTIONS) as Action[]).filter((action) => groupOf(action) === group)

/** What an entry of the log can lead to. */
export const SUBJECT_KINDS = ['call', 'caller', 'lead', 'appointment', 'feed', 'connection', 'key'] as const

export type SubjectKind = (typeof SUBJECT_KINDS)[number]

/** The kind of what an action is about; undefined where it is about no single thing. */
export function subjectKindOf(action: string): SubjectKind | undefined {
  const kind = action.split('.')[0] ?? ''
  if (kind === 'transcript' || kind === 'recording' || kind === 'alert') return 'call'
  return SUBJECT_KINDS.find((known) => known === kind)
}

/** An entry of the log, as JSON. */
export const eventRecord = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  actor: z.object({
    kind: z.enum(['person', 'key', 'assistant', 'site']),
    /** Null for the assistant and the site, and for a person who was deleted. */
    id: z.string().nullable(),
    /** What a key is called; people's names are with Clerk. */
    name: z.string().nullable(),
  }),
  action: z.string(),
  /** What it is about, while that exists. */
  subject: z.object({ kind: z.enum(SUBJECT_KINDS), id: z.string() }).nullable(),
  details: z.record(z.string(), z.unknown()).nullable(),
})

export type EventRecord = z.infer<typeof eventRecord>

/** A part of the log, latest first. */
export const eventList = z.object({
  rows: z.array(eventRecord),
  next: z.string().nullable(),
  /** Keys that are in the log or could be, for choosing one. */
  keys: z.array(z.object({ id: z.string(), name: z.string() })),
  timeZone: z.string(),
})

export type EventList = z.infer<typeof eventList>

/** Whose entries: `assistant`, `site`, or a person or a key by id. */
const who = z.string().regex(/^(assistant|site|person:\w{1,64}|key:[\da-f-]{36})$/)

/** What the log is narrowed to; the page has it in its address. */
export const eventFilter = z.object({
  group: z.enum(GROUP_NAMES).optional(),
  who: who.optional(),
})

export type EventFilter = z.infer<typeof eventFilter>
