import { dayKey, formatDayKey, type Moment } from '../../platform/time/zone.ts'

export type TextSubject = { kind: 'call' | 'lead' | 'visit'; at: Moment; zone: string }

const ABOUT: Record<TextSubject['kind'], (day: string) => string> = {
  call: (day) => `You called us on ${day}.`,
  lead: (day) => `You asked us for help on ${day}.`,
  visit: (day) => `It is about your visit on ${day}.`,
}

const dayWords = ({ at, zone }: TextSubject): string => formatDayKey(dayKey(at, zone), 'long').replace(/, \d{4}$/, '')

/** @param company undefined until known */
export const textWords = (company: string | undefined, subject?: TextSubject): string =>
  [company && `This is ${company}.`, subject && ABOUT[subject.kind](dayWords(subject))].filter(Boolean).join(' ')

/** `sms:` URL with a prefilled body. RFC 5724 uses `?`, older Apple systems `&`; `?&` works on both. @param number in E.164 */
export const smsHref = (number: string, words: string): string =>
  `sms:${number}${words && `?&body=${encodeURIComponent(words)}`}`
