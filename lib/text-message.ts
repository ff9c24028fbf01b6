import { dayKey, formatDayKey, type Moment } from './time/zone.ts'

/** What a text message is about: nothing of anybody else is in it. */
export type TextSubject = { kind: 'call' | 'lead' | 'visit'; at: Moment; zone: string }

const ABOUT: Record<TextSubject['kind'], (day: string) => string> = {
  call: (day) => `You called us on ${day}.`,
  lead: (day) => `You asked us for help on ${day}.`,
  visit: (day) => `It is about your visit on ${day}.`,
}

/** "Tuesday, March 10" */
const dayWords = ({ at, zone }: TextSubject): string => formatDayKey(dayKey(at, zone), 'long').replace(/, \d{4}$/, '')

/** The words that a text message begins with. @param company undefined until its name is known */
export const textWords = (company: string | undefined, subject?: TextSubject): string =>
  [company && `This is ${company}.`, subject && ABOUT[subject.kind](dayWords(subject))].filter(Boolean).join(' ')

/**
 * The address with which a phone opens a text message with words in it. Systems differ in what they expect before the words:
 * RFC 5724 has a question mark, and older ones of Apple an ampersand; with both, each finds its own.
 * @param number in E.164
 */
export const smsHref = (number: string, words: string): string =>
  `sms:${number}${words && `?&body=${encodeURIComponent(words)}`}`
