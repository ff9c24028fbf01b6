import { addDays, type DayKey, dayKey, timeKey, weekOf } from '../../platform/time/zone.ts'
import { mentions } from './concepts.ts'
import { read } from './words.ts'

/** Requested time of a visit. Times have the format "14:15". */
export type VisitTime = { days?: DayKey[]; from?: string; to?: string; at?: string }

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

const PARTS = { morning: { to: '12:00' }, afternoon: { from: '12:00' }, evening: { from: '17:00' } } as const

const time = (hour: number, minute: number): string =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`

/** Converts an hour to 24-hour time. Without AM or PM, hours from one to six are in the afternoon. */
function hourOf(hour: number, half: string | undefined): number {
  if (half === 'p') return (hour % 12) + 12
  if (half === 'a') return hour % 12
  return hour >= 1 && hour <= 6 ? hour + 12 : hour
}

const CLOCK =
  /(?:(quarter|half|\d{1,2}) (past|after|to|till|before) )?(\d{1,2})(?::?([0-5]\d))?(?: (y media|y cuarto|menos cuarto|thirty))?(?: o ?clock)?(?: (a|p) ?m?(?: m)?(?!\p{L})| de la (manana|tarde|noche))?/u

const OFFSETS: Record<string, number> = { quarter: 15, half: 30, 'y media': 30, 'y cuarto': 15, 'menos cuarto': -15 }

/** Matches the words that must precede a number, so that it counts as a time. */
const BEFORE =
  /(?<!\p{L})(?:at|after|before|by|around|about|until|till|from|between|past|than|to|a las|a la|las|despues de(?: las)?|antes de(?: las)?|hasta(?: las)?|desde(?: las)?|como a las|am|pm|noon|make it|say|[a-z]+day|lunes|martes|miercoles|jueves|viernes|sabado|domingo|manana|tomorrow|today|hoy)\s*$/u

function findClock(text: string): { at: string; before: string } | undefined {
  const noon = /(?<!\p{L})(?:noon|midday|mediodia|medio dia)(?!\p{L})/u.exec(text)
  if (noon) return { at: '12:00', before: text.slice(0, noon.index) }
  for (const { index } of text.matchAll(/(?<![\p{L}\d])(?:quarter |half |\d)/gu)) {
    const found = CLOCK.exec(text.slice(index))
    const before = text.slice(0, index).replace(/(?<!\p{L})(?:a|the|una?)\s+$/u, '')
    const after = text.slice(index + (found?.[0].length ?? 0))
    const isAlone = before === '' && /^(?:$| (?:works?|is|would|please|then|sounds|por favor|esta))/u.test(after)
    if (!found || found.index !== 0 || !(BEFORE.test(before) || isAlone)) continue
    const [, offset, direction, hour = '', minute, spanish, half, part] = found
    if (Number(hour) > 23 || Number(hour) === 0) continue
    const isTo = direction === 'to' || direction === 'till' || direction === 'before'
    const added = offset
      ? (OFFSETS[offset] ?? Number(offset)) * (isTo ? -1 : 1)
      : (OFFSETS[spanish ?? ''] ?? Number(minute ?? 0))
    const total = hourOf(Number(hour), part ? (part === 'manana' ? 'a' : 'p') : half) * 60 + added
    return { at: time(Math.floor(total / 60), total % 60), before }
  }
  return undefined
}

function findDays(text: string, today: DayKey): DayKey[] {
  const { words } = read(text)
  // "Por la mañana" means the morning, not tomorrow.
  const isTomorrow = mentions(text, 'tomorrow').some(({ start }) => words[start - 1]?.text !== 'la')
  if (isTomorrow) return [addDays(today, 1)]
  if (mentions(text, 'today').length > 0) return [today]
  const days = Array.from({ length: 14 }, (_, ahead) => addDays(today, ahead + 1))
  const named = WEEKDAYS.flatMap((weekday, index) => (mentions(text, weekday).length > 0 ? [index] : []))
  const isNextWeek = mentions(text, 'nextweek').length > 0
  if (named.length === 0) return isNextWeek ? weekOf(addDays(today, 7)) : []
  const wanted = days.filter((day) => named.includes(weekOf(day).indexOf(day)))
  return isNextWeek ? wanted.filter((day) => weekOf(addDays(today, 7)).includes(day)) : wanted
}

export function findVisitTime(text: string, now: Date, zone: string): VisitTime | undefined {
  const plain = read(text)
    .words.map((word) => word.text)
    .join(' ')
    .replaceAll(/(?<=\b(?:la|las) )una\b/g, '1')
  const days = findDays(text, dayKey(now, zone))
  const part = (Object.keys(PARTS) as (keyof typeof PARTS)[]).find((name) => mentions(text, name).length > 0)
  const clock = findClock(plain)
  const isAfter =
    /(?:after|past|from|later than|not before|no earlier than|despues de(?: las?)?|desde(?: las?)?|a partir de(?: las?)?|pasadas las)\s*$/u
  const isBefore =
    /(?<!not )(?:before|by|until|till|no later than|earlier than|antes de(?: las?)?|hasta(?: las?)?|para las)\s*$/u
  const times = clock
    ? isAfter.test(clock.before)
      ? { from: clock.at }
      : isBefore.test(clock.before)
        ? { to: clock.at }
        : { at: clock.at }
    : part
      ? PARTS[part]
      : {}
  if (days.length === 0 && Object.keys(times).length === 0) return undefined
  return { ...(days.length > 0 && { days }), ...times }
}

export function isAtTime(
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
  { days, from, to, at }: VisitTime,
  zone: string,
): boolean {
  const [starts, ends] = [timeKey(startsAt, zone), timeKey(endsAt, zone)]
  return (
    (!days || days.includes(dayKey(startsAt, zone))) &&
    (!from || starts >= from) &&
    (!to || ends <= to) &&
    (!at || (starts <= at && at < ends))
  )
}

/** Returns whether a window is on a requested day and overlaps the requested time range. */
export function isNearTime(
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
  { days, from, to }: VisitTime,
  zone: string,
): boolean {
  const [starts, ends] = [timeKey(startsAt, zone), timeKey(endsAt, zone)]
  return (!days || days.includes(dayKey(startsAt, zone))) && (!from || ends > from) && (!to || starts < to)
}
