import { z } from 'zod'
import { type Action, ACTIONS } from '../model/event.ts'

export const ACTION_GROUPS = {
  calls: 'Calls',
  leads: 'Leads',
  visits: 'Visits',
  connections: 'Integrations',
  keys: 'API keys',
  settings: 'Settings',
  data: 'Deletions and exports',
} as const

export type ActionGroup = keyof typeof ACTION_GROUPS

const GROUP_NAMES = Object.keys(ACTION_GROUPS) as ActionGroup[]

const GROUP_KINDS: Record<ActionGroup, readonly string[]> = {
  calls: ['call', 'calls', 'caller', 'transcript', 'recording', 'alert'],
  leads: ['lead', 'leads'],
  visits: ['appointment', 'appointments', 'feed'],
  connections: ['connection'],
  keys: ['key'],
  settings: ['settings', 'assistant', 'line', 'trial', 'alerts', 'device'],
  data: ['retention', 'data'],
}

/** Deletions and exports form a separate group, regardless of the subject. */
const DATA_ACTION_PATTERN = /\.(deleted|exported)$/

export function getActionGroup(action: string): ActionGroup {
  const kind = action.split('.')[0] ?? ''
  if (DATA_ACTION_PATTERN.test(action)) return 'data'
  return GROUP_NAMES.find((group) => GROUP_KINDS[group].includes(kind)) ?? 'settings'
}

export const listGroupActions = (group: ActionGroup): Action[] =>
  (Object.keys(ACTIONS) as Action[]).filter((action) => getActionGroup(action) === group)

export const SUBJECT_KINDS = ['call', 'caller', 'lead', 'appointment', 'feed', 'connection', 'key'] as const

export type SubjectKind = (typeof SUBJECT_KINDS)[number]

/** Returns the kind of the event's subject, or undefined if events of this action have no single subject. */
export function parseSubjectKind(action: string): SubjectKind | undefined {
  const kind = action.split('.')[0] ?? ''
  if (kind === 'transcript' || kind === 'recording' || kind === 'alert') return 'call'
  return SUBJECT_KINDS.find((subjectKind) => subjectKind === kind)
}

export const eventRecord = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  actor: z.object({
    kind: z.enum(['person', 'key', 'assistant', 'site']),
    /** Null for the assistant, the site and deleted users. */
    id: z.string().nullable(),
    /** Name of the API key. Null for other actors, because only Clerk stores user names. */
    name: z.string().nullable(),
  }),
  action: z.string(),
  /** Null if the record was deleted. */
  subject: z.object({ kind: z.enum(SUBJECT_KINDS), id: z.string() }).nullable(),
  details: z.record(z.string(), z.unknown()).nullable(),
})

export type EventRecord = z.infer<typeof eventRecord>

/** Page of audit events, newest first. */
export const eventList = z.object({
  rows: z.array(eventRecord),
  next: z.string().nullable(),
  keys: z.array(z.object({ id: z.string(), name: z.string() })),
  timeZone: z.string(),
})

export type EventList = z.infer<typeof eventList>

/** Actor filter: `assistant`, `site`, `person:<id>` or `key:<id>`. */
const actorParameter = z.string().regex(/^(assistant|site|person:\w{1,64}|key:[\da-f-]{36})$/)

/** Filters of the audit log, stored in the page URL. */
export const eventFilter = z.object({
  group: z.enum(GROUP_NAMES).optional(),
  who: actorParameter.optional(),
})

export type EventFilter = z.infer<typeof eventFilter>
