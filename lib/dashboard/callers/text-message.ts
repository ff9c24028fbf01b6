import { toDayKey, formatDayKey, type Moment } from '../../platform/time/zone.ts'

export type TextSubject = { kind: 'call' | 'lead' | 'visit'; at: Moment; zone: string }

const SUBJECT_TEXTS: Record<TextSubject['kind'], (day: string) => string> = {
  call: (day) => `You called us on ${day}.`,
  lead: (day) => `You asked us for help on ${day}.`,
  visit: (day) => `We’re texting about your visit on ${day}.`,
}

const formatDayText = ({ at, zone }: TextSubject): string =>
  formatDayKey(toDayKey(at, zone), 'long').replace(/, \d{4}$/, '')

/**
 * Returns the text of a message to a caller.
 * @param company company name; undefined while it is loading
 */
export const formatTextMessage = (company: string | undefined, subject?: TextSubject): string =>
  [company && `This is ${company}.`, subject && SUBJECT_TEXTS[subject.kind](formatDayText(subject))]
    .filter(Boolean)
    .join(' ')

/**
 * Returns an `sms:` URL with a prefilled body. RFC 5724 requires `?body=`, older Apple systems `&body=`. Both accept
 * `?&body=`.
 * @param number E.164
 */
export const buildSmsHref = (number: string, body: string): string =>
  `sms:${number}${body && `?&body=${encodeURIComponent(body)}`}`
