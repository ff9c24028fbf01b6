import { ACTIONS } from '@/lib/dashboard/model/event.ts'
import { type Stage, STAGES, URGENCIES } from '@/lib/dashboard/model/lead.ts'
import type { LeadRecord, TimelineEntry } from '@/lib/dashboard/leads/record.ts'
import { toDayKey } from '@/lib/platform/time/zone.ts'
import { formatCallDay } from '../calls/call-format.ts'
import type { BadgeTone, Tone } from '../../ui/badge.tsx'
import { formatList } from '@/lib/values/format.ts'

const OPEN_STAGES: ReadonlySet<Stage> = new Set(['new', 'qualified'])

const STAGE_TONES = {
  new: 'primary',
  qualified: 'quiet',
  booked: 'accent',
  won: 'solid',
  lost: 'plain',
} as const satisfies Record<Stage, BadgeTone>

export const isOpen = ({ stage }: Pick<LeadRecord, 'stage'>): boolean => OPEN_STAGES.has(stage)

export const isClosed = ({ stage }: Pick<LeadRecord, 'stage'>): boolean => stage === 'won' || stage === 'lost'

export const getUrgencyTone = ({ urgency }: Pick<LeadRecord, 'urgency'>): Tone =>
  urgency === 'now' ? 'primary' : 'quiet'

export const getStageTone = (stage: Stage): BadgeTone => STAGE_TONES[stage]

/** Returns "Today" or a day such as "Sun, Mar 8". Includes the year unless it is the current one. */
export function formatBriefDay(moment: string, today: string, zone: string): string {
  const day = toDayKey(moment, zone)
  if (day === today) return 'Today'
  return formatCallDay(moment, today, zone)
}

/** Field names within a sentence. */
const FIELD_LABELS: Record<string, string> = {
  callId: 'the call',
  name: 'the name',
  phone: 'the phone number',
  email: 'the email address',
  address: 'the address',
  zip: 'the ZIP code',
  problem: 'the problem',
  safety: 'the safety note',
  system: 'the system',
  urgency: 'the urgency',
}

const isStage = (value: unknown): value is Stage => typeof value === 'string' && value in STAGES

function describeChange({ fields, from, to }: Record<string, unknown>): string {
  const fieldLabels = Array.isArray(fields) ? fields.flatMap((field) => FIELD_LABELS[String(field)] ?? []) : []
  const stageChange = isStage(from) && isStage(to) && `moved it from ${STAGES[from]} to ${STAGES[to]}`
  const fieldChange = fieldLabels.length > 0 && `changed ${formatList(fieldLabels)}`
  return [stageChange, fieldChange].filter(Boolean).join(' and ') || ACTIONS['lead.updated']
}

type EventEntry = Extract<TimelineEntry, { kind: 'event' }>

/** Returns a phrase that follows the actor's name. */
export function describeEvent({ action, details }: EventEntry): string {
  if (action === 'lead.updated') return describeChange(details ?? {})
  if (action === 'lead.created') return 'added it'
  if (action === 'lead.assigned') return details?.to === 'nobody' ? 'unassigned it' : 'assigned it'
  return ACTIONS[action]
}

const ACTOR_LABELS = { assistant: 'The assistant', site: 'Ductwise', key: 'Your own system' } as const

/** Returns the actor's name for the start of a sentence. */
export function formatActor(
  { actorKind, actorId }: Pick<TimelineEntry, 'actorKind' | 'actorId'>,
  getMemberName: (id: string) => string | undefined,
): string {
  if (actorKind !== 'person') return ACTOR_LABELS[actorKind]
  const name = actorId ? getMemberName(actorId) : 'a former member'
  return name ? name[0]?.toUpperCase() + name.slice(1) : 'Someone'
}

/** Returns sentences such as "The stage is now Won." Returns undefined if nothing differs. */
export function describeDifferences(
  previous: LeadRecord,
  now: LeadRecord,
  getMemberName: (id: string) => string | undefined,
): string | undefined {
  const sentences = [
    previous.stage !== now.stage && `The stage is now ${STAGES[now.stage]}.`,
    previous.urgency !== now.urgency && `The urgency is now ${URGENCIES[now.urgency]}.`,
    previous.assigneeId !== now.assigneeId &&
      (now.assigneeId
        ? `It is now assigned to ${getMemberName(now.assigneeId) ?? 'someone else'}.`
        : 'It is now unassigned.'),
  ].filter(Boolean)
  const changedLabels = Object.entries(FIELD_LABELS)
    .filter(([field]) => field !== 'urgency' && previous[field as keyof LeadRecord] !== now[field as keyof LeadRecord])
    .map(([, label]) => label)
  if (changedLabels.length > 0) sentences.push(`Also changed: ${formatList(changedLabels)}.`)
  return sentences.length > 0 ? sentences.join(' ') : undefined
}
