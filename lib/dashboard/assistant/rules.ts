import { NOBODY_PAGED } from '../model/attention.ts'
import { type CallFact, type CallOutcome } from '../model/call.ts'
import type { Intent } from '../model/intent.ts'
import { SAFETY_KINDS, type SafetyKind } from '../model/safety.ts'
import { URGENCIES, URGENCY_NAMES, type Urgency } from '../model/lead.ts'
import type { SettingsRecord } from '../settings/input.ts'
import {
  type Answer,
  answersOf,
  asksForPrice,
  type Fact,
  type Facts,
  findAnswer,
  findFacts,
  findYesToDanger,
  isNo,
  isPolite,
  type Line,
} from './facts.ts'
import type { Instructions, Language } from '../model/instructions.ts'
import { INTENT_GUIDE, type NoWindowReason, type Question } from './intents.ts'
import { findPhrase, type Place, type Said, similarity } from '../understanding/phrases.ts'
import { SAFETY_GUIDE } from './safety.ts'
import { windowWords } from './sentences.ts'
import { type Situation, situationAt } from '../settings/situation.ts'
import { findDanger } from '../understanding/danger.ts'
import { findIntent } from '../understanding/intent.ts'
import { findLanguage } from '../understanding/language.ts'
import { findPhone } from '../understanding/phone-and-zip.ts'
import { sentencesOf } from '../understanding/words.ts'
import { findWindowChoice } from './window-choice.ts'
import { type VisitWindow, windowsToOffer } from './windows.ts'

/*
 * The rules are pure functions. They map settings, instructions and a conversation to a decision, for real calls and
 * for the "Try it" page.
 */

export type RuleSettings = Pick<
  SettingsRecord,
  'timeZone' | 'hours' | 'serviceArea' | 'greeting' | 'onCall' | 'pagingMinutes'
>

export type BookedVisit = VisitWindow & { id: string; phone: string | null }

export type RulesInput = {
  settings: RuleSettings
  instructions: Instructions
  at: Date
  lines: readonly Line[]
  /** Time windows in which no technician is free. */
  taken?: readonly VisitWindow[]
  /** Upcoming visits. The rules find the caller's visit by phone number. */
  visits?: readonly BookedVisit[]
  /** Values that the voice vendor reported. They override the values that the rules find. */
  known?: {
    problem?: string | undefined
    zip?: string | undefined
    phone?: string | undefined
    intent?: Intent | undefined
    danger?: SafetyKind | undefined
  }
}

export type UrgencyFound = {
  name: Urgency
  /** Explanation for display; null if no rule matched, which means the urgency "this week". */
  rule: string | null
  place?: Place
  /** Whether a danger to life decided. `danger` is absent if the caller only said yes to the safety question. */
  isDanger?: true
  danger?: SafetyKind
}

/** Result of the service area check. `unknown` if the caller gave no ZIP code or the company has no service area. */
export type AreaFound =
  | { state: 'served'; zip: string; crew: string | null }
  | { state: 'not-served'; zip: string }
  | { state: 'unknown'; why: 'no-zip' | 'no-area' }

/** Result of the job check. `unlisted`: the job is not on the company's list of jobs. */
export type JobFound =
  | { state: 'any' }
  | { state: 'taken'; job: string }
  | { state: 'refused'; job: string; words: string }
  | { state: 'unlisted' }

export type BrandFound = { state: 'served' | 'refused'; brand: string }

export type Paged = { name: string; phone: string; afterMinutes: number }

/**
 * Whether the caller asked for a person (null if not), and whether the office is open. Without opening hours, the
 * office counts as closed.
 */
export type PersonWanted = 'there' | 'not-there' | null

/** Missing settings, without which some rules have no effect. */
export type Missing = 'hours' | 'area' | 'onCall'

export type Decision = {
  situation: Situation
  language: Language
  facts: Facts
  intent: Intent | null
  urgency: UrgencyFound
  area: AreaFound
  job: JobFound
  brand: BrandFound | null
  /** The price that the last line asks for. `words` is null if the company has not published this price. */
  fee: { asked: 'visit' | 'afterHours'; words: string | null } | null
  answer: { question: string; answer: string } | null
  /** The next question; null if no question is left. */
  next: Question | null
  /** People to page, in order. Empty if no one can be paged; null if the call is not an emergency. */
  paged: Paged[] | null
  visit: BookedVisit | null
  windows: VisitWindow[]
  /** Reason why no windows are offered; null if there are windows. */
  noWindowReason: NoWindowReason | null
  /** Whether the offered windows differ from the requested time, because that time is not free. */
  isOtherTime: boolean
  chosen: VisitWindow | null
  outcome: CallOutcome
  person: PersonWanted
  /** Note that explains why a person must review the call; null if no review is needed. */
  attention: string | null
  note: Partial<Record<CallFact, string>>
  missing: Missing[]
}

/** Note for a call in which the caller asked for a person after hours. */
export const WANTED_A_PERSON = 'Wanted to talk to a person: call back'

const NOT_SERVED = 'Emergency outside your service area: no person was paged'

export const higherUrgency = (one: Urgency, other: Urgency): Urgency =>
  URGENCY_NAMES.indexOf(one) <= URGENCY_NAMES.indexOf(other) ? one : other

/** Finds the urgency. A danger to life decides first, then the company's keywords, most urgent first. */
function findUrgency(lines: readonly Said[], { urgencyWords }: Instructions): UrgencyFound {
  const danger = findDanger(lines)
  if (danger) {
    const { kind, place } = danger
    return { name: 'now', rule: `${SAFETY_KINDS[kind]}: “${place.quote}”`, place, isDanger: true, danger: kind }
  }
  for (const name of URGENCY_NAMES) {
    for (const phrase of urgencyWords[name]) {
      const place = findPhrase(phrase, lines)
      if (place) return { name, rule: `“${phrase}” is one of your words for ${URGENCIES[name]}`, place }
    }
  }
  return { name: 'soon', rule: null }
}

export function areaOf(zip: string | undefined, { serviceArea }: Pick<SettingsRecord, 'serviceArea'>): AreaFound {
  if (serviceArea.length === 0) return { state: 'unknown', why: 'no-area' }
  if (!zip) return { state: 'unknown', why: 'no-zip' }
  const entry = serviceArea.find((each) => each.zip === zip)
  return entry ? { state: 'served', zip, crew: entry.crew || null } : { state: 'not-served', zip }
}

/** Share of the words of an accepted job that must match. Rejected jobs must match completely. */
const MIN_JOB_SIMILARITY = 0.5

function jobOf(lines: readonly Said[], { jobs }: Instructions): JobFound {
  const said = (job: string, share: number) => lines.some(({ text }) => similarity(job, text) >= share)
  const refused = jobs.refused.find(({ job }) => said(job, 1))
  if (refused) return { state: 'refused', ...refused }
  const taken = jobs.taken.find((job) => said(job, MIN_JOB_SIMILARITY))
  if (taken !== undefined) return { state: 'taken', job: taken }
  return jobs.taken.length > 0 && lines.length > 0 ? { state: 'unlisted' } : { state: 'any' }
}

function brandOf({ brand }: Facts, { brands }: Instructions): BrandFound | null {
  if (!brand) return null
  return { state: brands.refused.includes(brand.value) ? 'refused' : 'served', brand: brand.value }
}

const AFTER_HOURS = /after.?hours|night|weekend|sunday|holiday|noche|domingo|fin de semana/i

function feeOf(last: string | undefined, isOpen: boolean, { fees }: Instructions): Decision['fee'] {
  if (!last || !asksForPrice(last)) return null
  const isAfterHours = !isOpen || AFTER_HOURS.test(last)
  // Without an after-hours fee, the regular visit fee applies.
  if (isAfterHours && fees.afterHours) return { asked: 'afterHours', words: fees.afterHours }
  return { asked: isAfterHours && !fees.visit ? 'afterHours' : 'visit', words: fees.visit }
}

/** Returns whether a price question is about the visit fee. Prices of new equipment and bills are excluded. */
const isPriced = (intent: Intent | null) => intent === null || intent === 'repair' || intent === 'maintenance'

/**
 * Returns the people on call, in paging order. Each is paged the configured number of minutes after the previous one.
 */
const pagedIn = ({ onCall }: Situation, minutes: number): Paged[] =>
  onCall.map(({ name, phone }, position) => ({ name, phone, afterMinutes: position * minutes }))

type Known = Pick<Decision, 'facts' | 'intent' | 'urgency' | 'area' | 'person' | 'visit' | 'windows' | 'chosen'> & {
  isRefused: boolean
  wasAsked: ReadonlySet<Question>
  /** Whether the assistant asked for another phone number, because no visit matches the first one. */
  wasAskedAgain: boolean
  canOffer: boolean
}

const EMERGENCY_QUESTIONS: readonly Question[] = ['safety', 'address', 'zip', 'name', 'phone']

function questionsOf({ intent, urgency, facts }: Known): readonly Question[] {
  if (urgency.name === 'now') return EMERGENCY_QUESTIONS
  if (intent === null && !facts.problem) return ['problem']
  return INTENT_GUIDE[intent ?? 'repair'].asks
}

function isKnown(question: Question, known: Known): boolean {
  const { facts, urgency, area, windows, chosen, intent, visit } = known
  if (question === 'safety') {
    const isEvacuated = urgency.danger ? SAFETY_GUIDE[urgency.danger].isEvacuation : urgency.isDanger
    return facts.safety !== undefined || isEvacuated === true || known.wasAsked.has('safety')
  }
  // The service area check needs a ZIP code. Without a service area, the question is skipped.
  if (question === 'zip') return facts.zip !== undefined || area.state !== 'unknown' || area.why === 'no-area'
  if (question === 'window') return windows.length === 0 || chosen !== null || !known.canOffer
  if (question === 'phone' && !isEmergency(known) && isAboutBookedVisit(intent) && !visit && !known.wasAskedAgain)
    return false
  return facts[question] !== undefined
}

const isEmergency = ({ urgency }: Pick<Known, 'urgency'>) => urgency.name === 'now'

/** Returns whether the call is transferred to a person. Emergencies page the on-call list instead. */
const isPutThrough = (known: Known) => known.person === 'there' && !isEmergency(known)

function nextQuestion(known: Known): Question | null {
  if (known.isRefused || isPutThrough(known)) return null
  return questionsOf(known).find((question) => !isKnown(question, known)) ?? null
}

export const isAboutNewVisit = (intent: Intent | null) =>
  intent === null || INTENT_GUIDE[intent].asks.includes('address')

function outcomeOf(known: Known, job: JobFound): CallOutcome {
  const { isRefused, chosen, person, facts, intent, visit } = known
  if (isRefused) return 'declined'
  if (isEmergency(known)) return 'emergency'
  if (isPutThrough(known)) return 'transferred'
  if (isNoCustomer(intent)) return 'declined'
  if (intent === 'cancel') return visit ? 'canceled' : 'message'
  if (intent === 'reschedule') return visit && chosen ? 'rescheduled' : 'message'
  if (chosen) return job.state === 'unlisted' ? 'requested' : 'booked'
  const isRequest = isAboutNewVisit(intent) && facts.problem !== undefined && facts.phone !== undefined
  return isRequest && person === null ? 'requested' : 'message'
}

/** Returns whether the call is not from a customer. Such calls get no questions and no follow-up. */
export const isNoCustomer = (intent: Intent | null) => intent === 'sales' || intent === 'wrong-number'

type Reasons = Pick<Decision, 'outcome' | 'paged' | 'job' | 'fee' | 'person' | 'intent' | 'visit' | 'urgency'>

export const isAboutBookedVisit = (intent: Intent | null): intent is 'cancel' | 'reschedule' | 'status' =>
  intent === 'cancel' || intent === 'reschedule' || intent === 'status'

export function visitAttention(
  intent: Intent | null,
  { visit, chosen, zone }: { visit: VisitWindow | null; chosen: VisitWindow | null; zone: string },
): string | null {
  if (!isAboutBookedVisit(intent)) return null
  const { attention } = INTENT_GUIDE[intent]
  if (!visit) return intent === 'status' ? attention : `${attention}: none found for the caller’s number`
  const booked = windowWords(visit, zone)
  if (intent === 'status') return `${attention} (${booked})`
  if (intent === 'cancel') return `Cancel the visit on ${booked}`
  return `Move the visit on ${booked}${chosen ? ` to ${windowWords(chosen, zone)}` : ': ask for a new time'}`
}

function attentionOf(
  { outcome, paged, job, fee, person, intent, visit, urgency }: Reasons,
  zone: string,
): string | null {
  if (outcome === 'declined') return urgency.name === 'now' ? NOT_SERVED : null
  if (paged?.length === 0) return NOBODY_PAGED
  if (outcome === 'emergency' || ['transferred', 'canceled', 'rescheduled'].includes(outcome)) return null
  if (person === 'not-there') return WANTED_A_PERSON
  const ofVisit = visitAttention(intent, { visit, chosen: null, zone })
  if (ofVisit) return ofVisit
  if (intent && !isAboutNewVisit(intent)) return INTENT_GUIDE[intent].attention
  if (job.state === 'unlisted' && outcome === 'requested') return 'Not on your job list: confirm the visit'
  if (outcome === 'requested') return 'Asked for a visit but didn’t choose a time'
  return fee && fee.words === null ? 'Asked for a price you haven’t listed' : null
}

function missingIn({ hours, serviceArea, onCall }: RuleSettings): Missing[] {
  return [
    ...(Object.keys(hours).length === 0 ? ['hours' as const] : []),
    ...(serviceArea.length === 0 ? ['area' as const] : []),
    ...(onCall.length === 0 ? ['onCall' as const] : []),
  ]
}

const reported = (value: string | undefined): Fact | undefined => (value ? { value: value.slice(0, 200) } : undefined)

/** Determines the urgency. A yes to the safety question counts as a danger of unknown kind. */
function urgencyOf(answers: readonly Answer[], known: NonNullable<RulesInput['known']>, instructions: Instructions) {
  const lines: Said[] = answers.map(({ line, text }) => ({ line, text }))
  const said = known.problem ? [...lines, { line: -1, text: known.problem }] : lines
  const found = findUrgency(said, instructions)
  if (found.danger && SAFETY_GUIDE[found.danger].isEvacuation) return found
  const yes = findYesToDanger(answers)
  if (yes)
    return {
      name: 'now' as const,
      rule: 'The caller said yes when asked about danger',
      place: yes,
      isDanger: true as const,
    }
  if (found.name === 'now' || !known.danger) return found
  return { name: 'now' as const, rule: SAFETY_KINDS[known.danger], isDanger: true as const, danger: known.danger }
}

const isOpening = ({ asked }: Pick<Answer, 'asked'>) => !asked || asked === 'problem' || asked === 'safety'

/** Returns whether the intent of a later line may replace this intent. */
const isWeak = (intent: Intent) => intent === 'person' || intent === 'wrong-number'

/** Detects a correction in the answer to another question: "No, I do not have a visit, I want a tune-up". */
const isCorrection = ({ asked, text }: Answer) =>
  asked !== 'window' &&
  !isOpening({ asked }) &&
  (isNo(text) || /^\W*(?:actually|wait|en realidad|espere)\b/i.test(text))

/**
 * Returns the intents of corrections and of the opening lines. Skips questions that the company has a saved answer for.
 */
function intentsOf(answers: readonly Answer[], instructions: Instructions): Intent[] {
  const telling = answers.filter(({ text }) => !isPolite(text) && !findAnswer(text, instructions))
  return [...telling.filter(isCorrection).toReversed(), ...telling.filter(isOpening)].flatMap(
    ({ text }) => findIntent(text) ?? [],
  )
}

const wantsPerson = (answers: readonly Answer[]) =>
  answers.some(({ text }) => sentencesOf(text).some((sentence) => findIntent(sentence) === 'person'))

function findVisit(
  visits: readonly BookedVisit[],
  phones: readonly (string | undefined)[],
  at: Date,
): BookedVisit | null {
  const own = visits.filter(({ phone, endsAt }) => phone !== null && phones.includes(phone) && endsAt > at)
  return own.toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())[0] ?? null
}

/** Returns the reason to offer no windows, or null if windows may be offered. */
function findNoWindowReason({
  isRefused,
  urgency,
  intent,
  visit,
}: Pick<Known, 'isRefused' | 'urgency' | 'intent' | 'visit'>): NoWindowReason | null {
  if (isRefused) return 'refused'
  if (urgency.name === 'now') return 'emergency'
  if (intent === 'reschedule') return visit ? null : 'visit-unknown'
  return isAboutNewVisit(intent) ? null : 'unwanted'
}

export function decide({
  settings,
  instructions,
  at,
  lines,
  taken = [],
  visits = [],
  known = {},
}: RulesInput): Decision {
  const answers = answersOf(lines)
  const situation = situationAt(settings, at)
  const urgency = urgencyOf(answers, known, instructions)
  const facts = findFacts(answers, instructions, urgency.isDanger ? urgency.place : undefined)
  const [problem, zip] = [reported(known.problem), reported(known.zip?.match(/\d{5}/)?.[0])]
  if (problem) facts.problem = problem
  if (zip) facts.zip = zip
  const spoken = answers.map(({ text }) => findPhone(text)?.value)
  const firstPhone = answers[spoken.findIndex((phone) => phone !== undefined)]?.line ?? lines.length
  const intents = intentsOf(answers, instructions)
  const isWanted = wantsPerson(answers)
  const wanted = intents.find((each) => !isWeak(each)) ?? intents[0] ?? (isWanted ? 'person' : null)
  const intent = known.intent ?? (urgency.isDanger ? 'repair' : wanted)
  const person: PersonWanted = isWanted || intent === 'person' ? (situation.isOpen ? 'there' : 'not-there') : null
  const area = areaOf(facts.zip?.value, settings)
  const job = jobOf(answers, instructions)
  const brand = brandOf(facts, instructions)
  const isVisit = isAboutNewVisit(intent) || urgency.name === 'now'
  const isRefused = isVisit && (area.state === 'not-served' || job.state === 'refused' || brand?.state === 'refused')
  const visit = isAboutBookedVisit(intent) ? findVisit(visits, [...spoken, known.phone], at) : null
  const withheld = findNoWindowReason({ isRefused, urgency, intent, visit })
  const { choice, wishes, isOver } = findWindowChoice(answers, { zone: settings.timeZone, now: at, intent, visit })
  const windows = withheld ? [] : windowsToOffer({ settings, urgency: urgency.name, at, taken, wishes })
  const [wish] = wishes
  const now: Known = {
    facts,
    intent,
    urgency,
    area,
    isRefused,
    person,
    visit,
    windows,
    chosen: choice?.window ?? null,
    wasAsked: new Set(lines.flatMap(({ asked }) => asked ?? [])),
    wasAskedAgain: lines.some((line, position) => line.asked === 'phone' && position > firstPhone),
    canOffer: !isOver,
  }
  const last = answers.at(-1)?.text
  // Declined calls page no one. The caller still gets the safety advice, and the Today page shows the call.
  const paged = urgency.name === 'now' && !isRefused ? pagedIn(situation, settings.pagingMinutes) : null
  const outcome = outcomeOf(now, job)
  const feeAsked = isPriced(intent)
    ? (answers.map(({ text }) => feeOf(text, situation.isOpen, instructions)).findLast((each) => each) ?? null)
    : null
  return {
    situation,
    language: findLanguage(answers, instructions.languages),
    facts,
    intent,
    urgency,
    area,
    job,
    brand,
    fee: isPriced(intent) ? feeOf(last, situation.isOpen, instructions) : null,
    answer: (last && findAnswer(last, instructions)) || null,
    next: nextQuestion(now),
    paged,
    visit,
    windows,
    noWindowReason: withheld ?? (windows.length === 0 ? 'none-free' : null),
    isOtherTime: windows.length > 0 && wish !== undefined && !windows.some(wish),
    chosen: now.chosen,
    outcome,
    person,
    attention: attentionOf({ outcome, paged, job, fee: feeAsked, person, intent, visit, urgency }, settings.timeZone),
    note: noteOf(now, feeAsked, brand, settings.timeZone),
    missing: missingIn(settings),
  }
}

function noteOf(
  { facts, urgency, chosen }: Known,
  fee: Decision['fee'],
  brand: BrandFound | null,
  zone: string,
): Decision['note'] {
  const place = [facts.address?.value, facts.zip?.value].filter(Boolean).join(', ')
  const system = [brand?.brand, facts.system?.value].filter(Boolean).join(' ')
  const reason = urgency.danger && urgency.rule ? `${URGENCIES.now}: ${urgency.rule}` : URGENCIES[urgency.name]
  const note: Record<CallFact, string | undefined> = {
    problem: facts.problem?.value,
    safety: facts.safety?.value,
    system,
    address: place,
    urgency: facts.problem && reason.slice(0, 200),
    name: facts.name?.value,
    phone: facts.phone?.value,
    fee: fee?.words ?? undefined,
    window: chosen ? windowWords(chosen, zone) : undefined,
  }
  return Object.fromEntries(Object.entries(note).filter(([, value]) => value))
}
