import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { APPOINTMENT_STATES } from '@/lib/dashboard/model/appointment.ts'
import { STAGES } from '@/lib/dashboard/model/lead.ts'
import { type MatchOf, RECORD_KINDS, type RecordKind, type SearchResponse } from '@/lib/dashboard/search/input.ts'
import { splitMatches } from '@/lib/dashboard/search/match.ts'
import { formatDay, formatTime } from '@/lib/platform/time/zone.ts'
import { formatPhone } from '@/lib/values/phone.ts'
import type { IconName } from '../../ui/icon.tsx'
import { formatShortWindow } from '../appointments/visit-format.ts'

/** A record in the palette. */
export type RecordItem = {
  id: string
  kind: RecordKind
  recordId: string
  icon: IconName
  label: string
  /** Facts, most important first. */
  facts: string[]
  note: string
  href: string
}

type Format<Kind extends RecordKind> = (
  record: MatchOf<Kind>,
  zone: string,
) => { label: string; facts: (string | null)[]; note: string; href: string }

const formatNumber = (phone: string | null): string | null => phone && formatPhone(phone)

const FORMATS: { [Kind in RecordKind]: Format<Kind> } = {
  calls: ({ id, callerName, callerPhone, startedAt, summary, callerWords }, zone) => ({
    label: callerName ?? formatNumber(callerPhone) ?? 'Private number',
    facts: [callerName && formatNumber(callerPhone), summary ?? callerWords],
    note: `${formatDay(startedAt, zone)}, ${formatTime(startedAt, zone)}`,
    href: `${AREAS.calls.path}/${id}`,
  }),
  leads: ({ id, name, phone, email, address, zip, problem, stage }) => ({
    label: name,
    facts: [formatNumber(phone), problem, [address, zip].filter(Boolean).join(', '), email],
    note: STAGES[stage],
    href: `${AREAS.leads.path}/${id}`,
  }),
  callers: ({ id, name, phones, address }) => ({
    label: name ?? (phones[0] ? formatPhone(phones[0]) : 'Private number'),
    facts: [...phones.slice(name ? 0 : 1).map(formatPhone), address],
    note: '',
    href: `${AREAS.callers.path}/${id}`,
  }),
  appointments: ({ id, customer, phone, address, job, startsAt, endsAt, state }, zone) => ({
    label: customer,
    facts: [job, formatNumber(phone), address],
    note: `${formatShortWindow({ startsAt, endsAt }, zone)} · ${APPOINTMENT_STATES[state]}`,
    href: `${AREAS.appointments.path}?visit=${id}`,
  }),
}

const ICONS = { calls: 'phone', leads: 'inbox', callers: 'people', appointments: 'calendar' } as const

function toItem<Kind extends RecordKind>(kind: Kind, record: MatchOf<Kind>, zone: string, search: string): RecordItem {
  const { facts, ...texts } = FORMATS[kind](record, zone)
  const isMatch = (fact: string) => Number(splitMatches(fact, search).some((part) => part.isMatch))
  // Matching facts come first, because a phone shows only the start of the line.
  const sortedFacts = facts.filter((fact): fact is string => Boolean(fact)).toSorted((a, b) => isMatch(b) - isMatch(a))
  return { ...texts, facts: sortedFacts, id: `${kind}-${record.id}`, kind, recordId: record.id, icon: ICONS[kind] }
}

export type RecordGroup = { kind: RecordKind; items: RecordItem[]; isMore: boolean }

/** Returns the groups that contain records. */
export const toRecordGroups = (response: SearchResponse, search: string): RecordGroup[] =>
  RECORD_KINDS.map((kind) => ({
    kind,
    items: (response[kind]?.rows ?? []).map((record) => toItem(kind, record, response.timeZone, search)),
    isMore: response[kind]?.isMore ?? false,
  })).filter(({ items }) => items.length > 0)
