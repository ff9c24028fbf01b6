import { addDays, type DayKey, toDayKey, toTimeKey, listWeekDays } from '../../platform/time/zone.ts'
import { listFederalHolidays } from '../model/federal-holidays.ts'
import { findMentions } from './concepts.ts'
import { analyzeText } from './words.ts'

/** Requested time of a visit. Times have the format "14:15". */
export type VisitTime = { days?: DayKey[]; from?: string; to?: string; at?: string }

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

const DAY_PARTS = { morning: { to: '12:00' }, afternoon: { from: '12:00' }, evening: { from: '17:00' } } as const

const formatTime = (hour: number, minute: number): string =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`

/** Converts an hour to 24-hour time. If AM or PM is missing, hours from one to six are in the afternoon. */
function toHour(hour: number, dayHalf: string | undefined): number {
  if (dayHalf === 'p') return (hour % 12) + 12
  if (dayHalf === 'a') return hour % 12
  return hour >= 1 && hour <= 6 ? hour + 12 : hour
}

const CLOCK_PATTERN =
  /(?:(quarter|half|\d{1,2}) (past|after|to|till|before) )?(\d{1,2})(?::?([0-5]\d))?(?: (y media|y cuarto|menos cuarto|thirty))?(?: o ?clock)?(?: (a|p) ?m?(?: m)?(?!\p{L})| de la (manana|tarde|noche))?/u

const MINUTE_OFFSETS: Record<string, number> = {
  quarter: 15,
  half: 30,
  'y media': 30,
  'y cuarto': 15,
  'menos cuarto': -15,
}

/** Matches the words that must precede a number, so that it counts as a time. */
const CLOCK_PREFIX_PATTERN =
  /(?<!\p{L})(?:at|after|before|by|around|about|until|till|from|between|past|than|to|a las|a la|las|despues de(?: las)?|antes de(?: las)?|hasta(?: las)?|desde(?: las)?|como a las|am|pm|noon|make it|say|[a-z]+day|lunes|martes|miercoles|jueves|viernes|sabado|domingo|manana|tomorrow|today|hoy)\s*$/u

function findClock(text: string): { at: string; before: string } | undefined {
  const noon = /(?<!\p{L})(?:noon|midday|mediodia|medio dia)(?!\p{L})/u.exec(text)
  if (noon) return { at: '12:00', before: text.slice(0, noon.index) }
  for (const { index } of text.matchAll(/(?<![\p{L}\d])(?:quarter |half |\d)/gu)) {
    const match = CLOCK_PATTERN.exec(text.slice(index))
    const before = text.slice(0, index).replace(/(?<!\p{L})(?:a|the|una?)\s+$/u, '')
    const after = text.slice(index + (match?.[0].length ?? 0))
    const isWholeAnswer = before === '' && /^(?:$| (?:works?|is|would|please|then|sounds|por favor|esta))/u.test(after)
    if (!match || match.index !== 0 || !(CLOCK_PREFIX_PATTERN.test(before) || isWholeAnswer)) continue
    const [, offset, direction, hour = '', minute, spanish, dayHalf, part] = match
    if (Number(hour) > 23 || Number(hour) === 0) continue
    const isTo = direction === 'to' || direction === 'till' || direction === 'before'
    const minuteOffset = offset
      ? (MINUTE_OFFSETS[offset] ?? Number(offset)) * (isTo ? -1 : 1)
      : (MINUTE_OFFSETS[spanish ?? ''] ?? Number(minute ?? 0))
    const total = toHour(Number(hour), part ? (part === 'manana' ? 'a' : 'p') : dayHalf) * 60 + minuteOffset
    return { at: formatTime(Math.floor(total / 60), total % 60), before }
  }
  return undefined
}

/** Holidays that callers name. Words have no accents and apostrophes. */
const HOLIDAYS: [pattern: string, name: string][] = [
  ['new ?years(?: day)?|ano nuevo', 'New Year’s Day'],
  ['(?:mlk|martin luther king)(?: jr)? day', 'Martin Luther King Jr. Day'],
  ['presidents day', 'Presidents’ Day'],
  ['memorial day', 'Memorial Day'],
  ['juneteenth', 'Juneteenth'],
  ['(?:the )?(?:4|4th|fourth) of july|july (?:4|4th|fourth)|independence day|4 de julio', 'Independence Day'],
  ['labor day', 'Labor Day'],
  ['columbus day', 'Columbus Day'],
  ['veterans day', 'Veterans Day'],
  ['thanksgiving(?: day)?|accion de gracias', 'Thanksgiving Day'],
  ['christmas(?: day)?|navidad', 'Christmas Day'],
]

/**
 * A holiday is a requested day only after these words or as the whole answer. "Before Christmas" and "the day after
 * Thanksgiving" are other days.
 */
const HOLIDAY_PREFIX = '(?:^|(?<!\\p{L})(?:on|this|come|out|over|open|closed|working|en|el|el dia de)\\s+)(?:the\\s+)?'

const HOLIDAY_END = '(?!\\p{L})(?!\\s+(?:eve|week|weekend|season|party|lights?|tree|dinner|break))'

const HOLIDAY_PATTERNS = HOLIDAYS.map(([pattern, name]) => ({
  pattern: new RegExp(`${HOLIDAY_PREFIX}(?:${pattern})${HOLIDAY_END}`, 'u'),
  name,
}))

const DAYS_OF_LEAP_YEAR = 366

function findHoliday(plainText: string, today: DayKey): DayKey[] {
  const holiday = HOLIDAY_PATTERNS.find(({ pattern }) => pattern.test(plainText))
  if (!holiday) return []
  const next = listFederalHolidays(today, DAYS_OF_LEAP_YEAR).find(({ name }) => name === holiday.name)
  return next ? [next.day] : []
}

function findDays(text: string, today: DayKey): DayKey[] {
  const { words } = analyzeText(text)
  // "Por la mañana" means the morning, not tomorrow.
  const isTomorrow = findMentions(text, 'tomorrow').some(({ start }) => words[start - 1]?.text !== 'la')
  if (isTomorrow) return [addDays(today, 1)]
  if (findMentions(text, 'today').length > 0) return [today]
  const days = Array.from({ length: 14 }, (_, offset) => addDays(today, offset + 1))
  const weekdayIndexes = WEEKDAYS.flatMap((weekday, index) => (findMentions(text, weekday).length > 0 ? [index] : []))
  const isNextWeek = findMentions(text, 'nextweek').length > 0
  if (weekdayIndexes.length === 0) return isNextWeek ? listWeekDays(addDays(today, 7)) : []
  const matchingDays = days.filter((day) => weekdayIndexes.includes(listWeekDays(day).indexOf(day)))
  return isNextWeek ? matchingDays.filter((day) => listWeekDays(addDays(today, 7)).includes(day)) : matchingDays
}

export function findVisitTime(text: string, now: Date, zone: string): VisitTime | undefined {
  const plainText = analyzeText(text)
    .words.map((word) => word.text)
    .join(' ')
    .replaceAll(/(?<=\b(?:la|las) )una\b/g, '1')
  const today = toDayKey(now, zone)
  const holidays = findHoliday(plainText, today)
  const days = holidays.length > 0 ? holidays : findDays(text, today)
  const part = (Object.keys(DAY_PARTS) as (keyof typeof DAY_PARTS)[]).find(
    (name) => findMentions(text, name).length > 0,
  )
  const clock = findClock(plainText)
  const afterPattern =
    /(?:after|past|from|later than|not before|no earlier than|despues de(?: las?)?|desde(?: las?)?|a partir de(?: las?)?|pasadas las)\s*$/u
  const beforePattern =
    /(?<!not )(?:before|by|until|till|no later than|earlier than|antes de(?: las?)?|hasta(?: las?)?|para las)\s*$/u
  const times = clock
    ? afterPattern.test(clock.before)
      ? { from: clock.at }
      : beforePattern.test(clock.before)
        ? { to: clock.at }
        : { at: clock.at }
    : part
      ? DAY_PARTS[part]
      : {}
  if (days.length === 0 && Object.keys(times).length === 0) return undefined
  return { ...(days.length > 0 && { days }), ...times }
}

export function isAtTime(
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
  { days, from, to, at }: VisitTime,
  zone: string,
): boolean {
  const [startTime, endTime] = [toTimeKey(startsAt, zone), toTimeKey(endsAt, zone)]
  return (
    (!days || days.includes(toDayKey(startsAt, zone))) &&
    (!from || startTime >= from) &&
    (!to || endTime <= to) &&
    (!at || (startTime <= at && at < endTime))
  )
}

/** Returns whether a window is on a requested day and overlaps the requested time range. */
export function isNearTime(
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
  { days, from, to }: VisitTime,
  zone: string,
): boolean {
  const [startTime, endTime] = [toTimeKey(startsAt, zone), toTimeKey(endsAt, zone)]
  return (!days || days.includes(toDayKey(startsAt, zone))) && (!from || endTime > from) && (!to || startTime < to)
}
