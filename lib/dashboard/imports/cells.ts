import { removeInvisibleCharacters } from '../../values/invisible.ts'
import { normalizeEmail, isEmail } from '../../values/email.ts'
import { parsePhone } from '../../values/phone-number.ts'
import { fromSpreadsheetText, isShortenedNumber, parseSpreadsheetDate } from '../../values/spreadsheet-text.ts'
import { findMomentAt, getStartOfDay } from '../../platform/time/zone.ts'
import type { ImportColumn } from '../model/import.ts'
import type { Stage, Urgency } from '../model/lead.ts'

/** Texts that stand for an empty cell in phone numbers, emails and ZIP codes. */
const EMPTY_TEXTS = new Set(['-', '--', 'n/a', 'na', 'none', 'null', 'nil', 'unknown', 'no phone', 'no email', '?'])

const isFilled = (text: string): boolean => !EMPTY_TEXTS.has(text.toLowerCase())

/** Returns the filled texts of each field, in the order of the columns. */
export function collectTexts(columns: readonly ImportColumn[], cells: readonly string[]): Map<string, string[]> {
  const texts = new Map<string, string[]>()
  for (const [index, { field }] of columns.entries()) {
    const text = fromSpreadsheetText(cells[index] ?? '').trim()
    if (field && text) texts.set(field, [...(texts.get(field) ?? []), text])
  }
  return texts
}

const getFirst = (texts: Map<string, string[]>, field: string): string | undefined => texts.get(field)?.[0]

/** Returns the name, or else the joined first and last name, or else the company. */
export function readName(texts: Map<string, string[]>): string | undefined {
  const joinedName = ['firstName', 'lastName'].flatMap((field) => getFirst(texts, field) ?? []).join(' ')
  return getFirst(texts, 'name') ?? (joinedName || getFirst(texts, 'company'))
}

/** Trims each part after the split, because a pattern that includes spaces is quadratic in long runs of them. */
const splitTrimmed = (text: string, separator: RegExp): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean)

/** Joins the parts of an address. Omits a part that the street already contains. */
export function readAddress(texts: Map<string, string[]>, withZip: boolean): string | undefined {
  const street = texts
    .get('address')
    ?.flatMap((text) => splitTrimmed(text, /[\r\n]/))
    .join(', ')
  const stateParts = ['state', ...(withZip ? ['zip'] : [])].flatMap((field) => getFirst(texts, field) ?? []).join(' ')
  const parts = [getFirst(texts, 'city'), stateParts].filter((part) => part && !street?.includes(part))
  return [street, ...parts].filter(Boolean).join(', ') || undefined
}

/** Splits a cell with several values. Google Contacts separates them with ` ::: `. */
const splitValues = (text: string): string[] =>
  splitTrimmed(text, /:::|[;,|\r\n]/)
    .map((part) => part.replace(/^[a-z ]+:\s*/i, ''))
    .filter(Boolean)

const SHORTENED_PHONE = 'Phone: Excel shortened this number. Format the column as text in Excel, then export it again.'
const INVALID_PHONE = 'Phone: Enter a phone number such as (212) 555-0142'

export type Parsed<Value> = { value: Value } | { problem: string }

/** Parses a phone number, such as (212) 555-0142 x5 or 2125550142.0. */
const parseSinglePhone = (text: string) =>
  parsePhone(removeInvisibleCharacters(text).replace(/^(\d{10,11})\.0+$/, '$1'))

/** Returns the phone numbers of all cells; a cell can contain several. An extension stays with its number. */
export function readPhones(texts: readonly string[]): Parsed<{ number: string; extension: string | undefined }[]> {
  const filledTexts = texts.filter(isFilled)
  if (filledTexts.some(isShortenedNumber)) return { problem: SHORTENED_PHONE }
  const phones = filledTexts.flatMap((text) => {
    const phone = parseSinglePhone(text)
    return phone ? [phone] : splitValues(text).map(parseSinglePhone)
  })
  const valid = phones.filter((phone) => phone !== undefined)
  if (valid.length < phones.length || (filledTexts.length > 0 && valid.length === 0)) return { problem: INVALID_PHONE }
  return { value: [...new Map(valid.map((phone) => [phone.number, phone])).values()] }
}

/** Returns the first email address. A cell can contain several. */
export function readEmail(texts: readonly string[]): string | undefined {
  const text = texts.find(isFilled)
  if (!text) return undefined
  const address = normalizeEmail(text.replace(/^mailto:/i, ''))
  if (isEmail(address)) return address
  return splitValues(address).find(isEmail) ?? address
}

/** Returns a ZIP code. Restores the leading zeros that spreadsheets drop, and the hyphen of ZIP+4. */
export function readZip(text: string | undefined): string | undefined {
  if (!text || !isFilled(text)) return undefined
  const code = removeInvisibleCharacters(text)
    .replace(/^(\d{3,9})\.0+$/, '$1')
    .replaceAll(/\s/g, '')
  if (/^\d{3,5}$/.test(code)) return code.padStart(5, '0')
  if (/^\d{8,9}$/.test(code)) return code.padStart(9, '0').replace(/^(\d{5})/, '$1-')
  return code
}

const MARKED_PATTERN = /^(?:y|yes|true|t|1|x|✓|✔|dnc|do not call|do not contact|no calls?|opted out|opt out|on)$/i
const UNMARKED_PATTERN = /^(?:n|no|false|f|0|-|ok|okay|allowed|ok to call|can call|off|none|n\/a)$/i

export function readDoNotCall(text: string | undefined): Parsed<boolean> {
  if (!text || UNMARKED_PATTERN.test(text)) return { value: false }
  if (MARKED_PATTERN.test(text)) return { value: true }
  return { problem: 'Do not call: Use Yes or No' }
}

const URGENCY_WORDS: Record<Urgency, string[]> = {
  now: ['now', 'emergency', 'urgent', 'asap', 'immediate', 'immediately', 'critical', 'high', 'very high', '1'],
  today: ['today', 'same day', 'sameday', '2'],
  soon: ['this week', 'soon', 'normal', 'medium', 'standard', 'regular', 'routine', '3'],
  later: ['flexible', 'later', 'low', 'whenever', 'not urgent', 'no rush', 'anytime', '4'],
}

const STAGE_WORDS: Record<Stage, string[]> = {
  new: ['new', 'open', 'lead', 'unread', 'uncontacted', 'attempted to contact', 'subscriber', 'pending'],
  qualified: [
    'qualified',
    'contacted',
    'connected',
    'in progress',
    'quoted',
    'estimate sent',
    'proposal sent',
    'open deal',
    'opportunity',
    'follow up',
    'negotiation',
    'marketing qualified lead',
    'sales qualified lead',
  ],
  booked: ['booked', 'scheduled', 'appointment scheduled', 'dispatched', 'confirmed'],
  won: ['won', 'closed won', 'completed', 'complete', 'done', 'customer', 'invoiced', 'paid', 'converted', 'sold'],
  lost: [
    'lost',
    'closed lost',
    'declined',
    'unqualified',
    'dead',
    'archived',
    'canceled',
    'cancelled',
    'bad timing',
    'closed',
  ],
}

/** Returns the name whose words contain the text. @param choice labels for the error */
export function readChoice<Name extends string>(
  text: string | undefined,
  words: Record<Name, string[]>,
  label: string,
  choice: string,
): Parsed<Name | undefined> {
  if (!text) return { value: undefined }
  const normalizedText = text
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, ' ')
    .trim()
  const entry = (Object.entries(words) as [Name, string[]][]).find(([, synonyms]) => synonyms.includes(normalizedText))
  return entry ? { value: entry[0] } : { problem: `${label}: Use ${choice}` }
}

export const readUrgency = (text: string | undefined) =>
  readChoice(text, URGENCY_WORDS, 'Urgency', 'Now, Today, This week or Flexible')

export const readStage = (text: string | undefined) =>
  readChoice(text, STAGE_WORDS, 'Stage', 'New, Qualified, Booked, Won or Lost')

const INVALID_DATE = 'Received: Enter a date such as 3/8/2026 or 2026-03-08 08:30'

/**
 * Parses a date and time in a zone. Text with an offset, such as 2026-03-08T08:30:00Z, is absolute.
 * @param now later dates are rejected
 */
export function readMoment(text: string | undefined, zone: string, now: Date): Parsed<Date | undefined> {
  if (!text) return { value: undefined }
  if (/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$/.test(text)) {
    const moment = new Date(text.replace(' ', 'T'))
    return checkMoment(Number.isNaN(moment.getTime()) ? undefined : moment, now)
  }
  const local = parseSpreadsheetDate(text)
  // Daylight saving time skips some times. The start of the day is the closest certain one.
  return checkMoment(local && (findMomentAt(local.day, local.time, zone) ?? getStartOfDay(local.day, zone)), now)
}

const MIN_MOMENT_MS = Date.UTC(1970)

function checkMoment(moment: Date | undefined, now: Date): Parsed<Date | undefined> {
  if (!moment || moment.getTime() < MIN_MOMENT_MS) return { problem: INVALID_DATE }
  return moment > now ? { problem: 'Received: The date is in the future' } : { value: moment }
}
