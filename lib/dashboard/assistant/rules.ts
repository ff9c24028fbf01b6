import { NO_ONE_PAGED_ATTENTION } from '../model/attention.ts'
import { type CallFact, type CallOutcome } from '../model/call.ts'
import type { Intent } from '../model/intent.ts'
import { SAFETY_KINDS, type SafetyKind } from '../model/safety.ts'
import { URGENCIES, URGENCY_NAMES, type Urgency } from '../model/lead.ts'
import type { SettingsRecord } from '../settings/input.ts'
import {
  type Answer,
  extractAnswers,
  isPriceQuestion,
  type Fact,
  type Facts,
  findAnswer,
  findFacts,
  findDangerConfirmation,
  isNo,
  isPolite,
  type Line,
} from './facts.ts'
import type { Instructions, Language } from '../model/instructions.ts'
import { INTENT_GUIDE, type NoWindowReason, type Question } from './intents.ts'
import { findPhrase, type Place, type SpokenLine, computeSimilarity } from '../understanding/phrases.ts'
import { SAFETY_GUIDE } from './safety.ts'
import { formatVisitWindow } from './sentences.ts'
import { type Situation, getSituation } from '../settings/situation.ts'
import { findDanger } from '../understanding/danger.ts'
import { findIntent } from '../understanding/intent.ts'
import { findLanguage } from '../understanding/language.ts'
import { findPhone } from '../understanding/phone-and-zip.ts'
import { splitSentences } from '../understanding/words.ts'
import { type ClosedRequest, findLastClosedRequest, findWindowChoice } from './window-choice.ts'
import { type VisitWindow, selectWindows } from './windows.ts'

/*
 * The rules are pure functions. They map settings, instructions and a conversation to a decision, for real calls and
 * for the "Try it" page.
 */

export type RuleSettings = Pick<
  SettingsRecord,
  'timeZone' | 'hours' | 'closedDays' | 'closedOnHolidays' | 'serviceArea' | 'greeting' | 'onCall' | 'pagingMinutes'
>

export type BookedVisit = VisitWindow & { id: string; phone: string | null }

export type RulesInput = {
  settings: RuleSettings
  instructions: Instructions
  at: Date
  lines: readonly Line[]
  /** Time windows when no technician is available. */
  busyWindows?: readonly VisitWindow[]
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

export type UrgencyResult = {
  name: Urgency
  /** Explanation for display. Null if no rule matched; the urgency is then "this week". */
  rule: string | null
  place?: Place
  /**
   * Set if a danger to life determined the urgency. `danger` is absent if the caller only answered yes to the safety
   * question.
   */
  isDanger?: true
  danger?: SafetyKind
}

/** Result of the service area check. `unknown` if the caller gave no ZIP code or the company has no service area. */
export type AreaResult =
  | { state: 'served'; zip: string; crew: string | null }
  | { state: 'not-served'; zip: string }
  | { state: 'unknown'; why: 'no-zip' | 'no-area' }

/** Result of the job check. `unlisted`: the job is not on the company's list of jobs. */
export type JobResult =
  | { state: 'any' }
  | { state: 'taken'; job: string }
  | { state: 'refused'; job: string; words: string }
  | { state: 'unlisted' }

export type BrandResult = { state: 'served' | 'refused'; brand: string }

export type PagedPerson = { name: string; phone: string; afterMinutes: number }

/**
 * Whether the office is open when a caller asks to speak to a teammate; null if the caller does not ask. If no opening
 * hours are set, the office counts as closed.
 */
export type PersonRequest = 'there' | 'not-there' | null

/** Missing settings. Some rules have no effect until they are set. */
export type MissingSetting = 'hours' | 'area' | 'onCall'

export type Decision = {
  situation: Situation
  language: Language
  facts: Facts
  intent: Intent | null
  urgency: UrgencyResult
  area: AreaResult
  job: JobResult
  brand: BrandResult | null
  /** The price that the caller's last line asks about. `words` is null if the company has not published this price. */
  fee: { asked: 'visit' | 'afterHours'; words: string | null } | null
  answer: { question: string; answer: string } | null
  /** The next question; null if no question is left. */
  next: Question | null
  /** People to page, in order. Empty if no one can be paged; null if the call is not an emergency. */
  paged: PagedPerson[] | null
  visit: BookedVisit | null
  windows: VisitWindow[]
  /** Reason why no windows are offered; null if there are windows. */
  noWindowReason: NoWindowReason | null
  /** Whether the offered windows differ from the requested time, because that time is not free. */
  isOtherTime: boolean
  /** The closed day that the caller asked for; null if there is none. */
  closedRequest: ClosedRequest | null
  chosen: VisitWindow | null
  outcome: CallOutcome
  person: PersonRequest
  /** Note that explains why the office must review the call; null if no review is needed. */
  attention: string | null
  note: Partial<Record<CallFact, string>>
  missing: MissingSetting[]
}

/** Note for a call when the caller asked to speak to a teammate after hours. */
export const PERSON_REQUESTED = 'Wanted to talk to a person: call back'

const OUTSIDE_AREA_EMERGENCY = 'Emergency outside your service area: no one was paged'

export const pickHigherUrgency = (a: Urgency, b: Urgency): Urgency =>
  URGENCY_NAMES.indexOf(a) <= URGENCY_NAMES.indexOf(b) ? a : b

/** Finds the urgency. A danger to life decides first, then the company's keywords, most urgent first. */
function findUrgency(lines: readonly SpokenLine[], { urgencyWords }: Instructions): UrgencyResult {
  const danger = findDanger(lines)
  if (danger) {
    const { kind, place } = danger
    return { name: 'now', rule: `${SAFETY_KINDS[kind]}: “${place.quote}”`, place, isDanger: true, danger: kind }
  }
  for (const name of URGENCY_NAMES) {
    for (const phrase of urgencyWords[name]) {
      const place = findPhrase(phrase, lines)
      if (place) return { name, rule: `“${phrase}” is one of your keywords for ${URGENCIES[name]}`, place }
    }
  }
  return { name: 'soon', rule: null }
}

export function findArea(zip: string | undefined, { serviceArea }: Pick<SettingsRecord, 'serviceArea'>): AreaResult {
  if (serviceArea.length === 0) return { state: 'unknown', why: 'no-area' }
  if (!zip) return { state: 'unknown', why: 'no-zip' }
  const entry = serviceArea.find((candidate) => candidate.zip === zip)
  return entry ? { state: 'served', zip, crew: entry.crew || null } : { state: 'not-served', zip }
}

/** Share of the words of an accepted job that must match. Rejected jobs must match completely. */
const MIN_JOB_SIMILARITY = 0.5

function findJob(lines: readonly SpokenLine[], { jobs }: Instructions): JobResult {
  const mentionsJob = (job: string, minSimilarity: number) =>
    lines.some(({ text }) => computeSimilarity(job, text) >= minSimilarity)
  const refusedJob = jobs.refused.find(({ job }) => mentionsJob(job, 1))
  if (refusedJob) return { state: 'refused', ...refusedJob }
  const acceptedJob = jobs.taken.find((job) => mentionsJob(job, MIN_JOB_SIMILARITY))
  if (acceptedJob !== undefined) return { state: 'taken', job: acceptedJob }
  return jobs.taken.length > 0 && lines.length > 0 ? { state: 'unlisted' } : { state: 'any' }
}

function classifyBrand({ brand }: Facts, { brands }: Instructions): BrandResult | null {
  if (!brand) return null
  return { state: brands.refused.includes(brand.value) ? 'refused' : 'served', brand: brand.value }
}

const AFTER_HOURS_PATTERN = /after.?hours|night|weekend|sunday|holiday|noche|domingo|fin de semana/i

function findFee(last: string | undefined, isOpen: boolean, { fees }: Instructions): Decision['fee'] {
  if (!last || !isPriceQuestion(last)) return null
  const isAfterHours = !isOpen || AFTER_HOURS_PATTERN.test(last)
  // If no after-hours fee is set, the regular visit fee applies.
  if (isAfterHours && fees.afterHours) return { asked: 'afterHours', words: fees.afterHours }
  return { asked: isAfterHours && !fees.visit ? 'afterHours' : 'visit', words: fees.visit }
}

/** Returns whether a price question is about the visit fee. Prices of new equipment and bills are excluded. */
const isPriced = (intent: Intent | null) => intent === null || intent === 'repair' || intent === 'maintenance'

/**
 * Returns the teammates on call, in paging order. Each is paged the configured number of minutes after the previous
 * one.
 */
const listPagedPeople = ({ onCall }: Situation, minutes: number): PagedPerson[] =>
  onCall.map(({ name, phone }, position) => ({ name, phone, afterMinutes: position * minutes }))

type CallState = Pick<Decision, 'facts' | 'intent' | 'urgency' | 'area' | 'person' | 'visit' | 'windows' | 'chosen'> & {
  isRefused: boolean
  askedQuestions: ReadonlySet<Question>
  /** Whether the assistant asked for another phone number, because no visit matches the first one. */
  wasAskedAgain: boolean
  canOffer: boolean
}

const EMERGENCY_QUESTIONS: readonly Question[] = ['safety', 'address', 'zip', 'name', 'phone']

function listQuestions({ intent, urgency, facts }: CallState): readonly Question[] {
  if (urgency.name === 'now') return EMERGENCY_QUESTIONS
  if (intent === null && !facts.problem) return ['problem']
  return INTENT_GUIDE[intent ?? 'repair'].questions
}

function isAnswered(question: Question, state: CallState): boolean {
  const { facts, urgency, area, windows, chosen, intent, visit } = state
  if (question === 'safety') {
    const isEvacuated = urgency.danger ? SAFETY_GUIDE[urgency.danger].isEvacuation : urgency.isDanger
    return facts.safety !== undefined || isEvacuated === true || state.askedQuestions.has('safety')
  }
  // Only the service area check needs the ZIP code. If no service area is set, the assistant skips the question.
  if (question === 'zip') return facts.zip !== undefined || area.state !== 'unknown' || area.why === 'no-area'
  if (question === 'window') return windows.length === 0 || chosen !== null || !state.canOffer
  if (question === 'phone' && !isEmergency(state) && isAboutBookedVisit(intent) && !visit && !state.wasAskedAgain)
    return false
  return facts[question] !== undefined
}

const isEmergency = ({ urgency }: Pick<CallState, 'urgency'>) => urgency.name === 'now'

/** Returns whether the call is transferred to the office. Emergencies page the on-call list instead. */
const shouldTransfer = (state: CallState) => state.person === 'there' && !isEmergency(state)

function findNextQuestion(state: CallState): Question | null {
  if (state.isRefused || shouldTransfer(state)) return null
  return listQuestions(state).find((question) => !isAnswered(question, state)) ?? null
}

export const isAboutNewVisit = (intent: Intent | null) =>
  intent === null || INTENT_GUIDE[intent].questions.includes('address')

function decideOutcome(state: CallState, job: JobResult): CallOutcome {
  const { isRefused, chosen, person, facts, intent, visit } = state
  if (isRefused) return 'declined'
  if (isEmergency(state)) return 'emergency'
  if (shouldTransfer(state)) return 'transferred'
  if (isNonCustomer(intent)) return 'declined'
  if (intent === 'cancel') return visit ? 'canceled' : 'message'
  if (intent === 'reschedule') return visit && chosen ? 'rescheduled' : 'message'
  if (chosen) return job.state === 'unlisted' ? 'requested' : 'booked'
  const isRequest = isAboutNewVisit(intent) && facts.problem !== undefined && facts.phone !== undefined
  return isRequest && person === null ? 'requested' : 'message'
}

/** Returns whether the call is not from a customer. Such calls get no questions and no follow-up. */
export const isNonCustomer = (intent: Intent | null) => intent === 'sales' || intent === 'wrong-number'

type AttentionInput = Pick<Decision, 'outcome' | 'paged' | 'job' | 'fee' | 'person' | 'intent' | 'visit' | 'urgency'>

export const isAboutBookedVisit = (intent: Intent | null): intent is 'cancel' | 'reschedule' | 'status' =>
  intent === 'cancel' || intent === 'reschedule' || intent === 'status'

export function describeVisitAttention(
  intent: Intent | null,
  { visit, chosen, zone }: { visit: VisitWindow | null; chosen: VisitWindow | null; zone: string },
): string | null {
  if (!isAboutBookedVisit(intent)) return null
  const { attention } = INTENT_GUIDE[intent]
  if (!visit) return intent === 'status' ? attention : `${attention}: no visit found for the caller’s number`
  const bookedWindow = formatVisitWindow(visit, zone)
  if (intent === 'status') return `${attention} (${bookedWindow})`
  if (intent === 'cancel') return `Cancel the visit on ${bookedWindow}`
  return `Move the visit on ${bookedWindow}${chosen ? ` to ${formatVisitWindow(chosen, zone)}` : ': ask for a new time'}`
}

function describeAttention(
  { outcome, paged, job, fee, person, intent, visit, urgency }: AttentionInput,
  zone: string,
): string | null {
  if (outcome === 'declined') return urgency.name === 'now' ? OUTSIDE_AREA_EMERGENCY : null
  if (paged?.length === 0) return NO_ONE_PAGED_ATTENTION
  if (outcome === 'emergency' || ['transferred', 'canceled', 'rescheduled'].includes(outcome)) return null
  if (person === 'not-there') return PERSON_REQUESTED
  const visitReason = describeVisitAttention(intent, { visit, chosen: null, zone })
  if (visitReason) return visitReason
  if (intent && !isAboutNewVisit(intent)) return INTENT_GUIDE[intent].attention
  if (job.state === 'unlisted' && outcome === 'requested') return 'Not on your job list: confirm the visit'
  if (outcome === 'requested') return 'Asked for a visit but didn’t choose a time'
  return fee && fee.words === null ? 'Asked for a price you haven’t listed' : null
}

function listMissingSettings({ hours, serviceArea, onCall }: RuleSettings): MissingSetting[] {
  return [
    ...(Object.keys(hours).length === 0 ? ['hours' as const] : []),
    ...(serviceArea.length === 0 ? ['area' as const] : []),
    ...(onCall.length === 0 ? ['onCall' as const] : []),
  ]
}

const toFact = (value: string | undefined): Fact | undefined => (value ? { value: value.slice(0, 200) } : undefined)

/** Determines the urgency. If the caller answers yes to the safety question, this counts as an unspecified danger. */
function decideUrgency(
  answers: readonly Answer[],
  known: NonNullable<RulesInput['known']>,
  instructions: Instructions,
) {
  const lines: SpokenLine[] = answers.map(({ line, text }) => ({ line, text }))
  const statements = known.problem ? [...lines, { line: -1, text: known.problem }] : lines
  const result = findUrgency(statements, instructions)
  if (result.danger && SAFETY_GUIDE[result.danger].isEvacuation) return result
  const confirmation = findDangerConfirmation(answers)
  if (confirmation)
    return {
      name: 'now' as const,
      rule: 'The caller said yes when asked about danger',
      place: confirmation,
      isDanger: true as const,
    }
  if (result.name === 'now' || !known.danger) return result
  return { name: 'now' as const, rule: SAFETY_KINDS[known.danger], isDanger: true as const, danger: known.danger }
}

const isOpeningAnswer = ({ asked }: Pick<Answer, 'asked'>) => !asked || asked === 'problem' || asked === 'safety'

/** Returns whether the intent of a later line may replace this intent. */
const isWeakIntent = (intent: Intent) => intent === 'person' || intent === 'wrong-number'

/** Detects a correction in the answer to another question: "No, I do not have a visit, I want a tune-up". */
const isCorrection = ({ asked, text }: Answer) =>
  asked !== 'window' &&
  !isOpeningAnswer({ asked }) &&
  (isNo(text) || /^\W*(?:actually|wait|en realidad|espere)\b/i.test(text))

/**
 * Returns the intents of corrections and of the opening lines. Skips questions for which the company has saved an
 * answer.
 */
function findIntents(answers: readonly Answer[], instructions: Instructions): Intent[] {
  const relevantAnswers = answers.filter(({ text }) => !isPolite(text) && !findAnswer(text, instructions))
  return [...relevantAnswers.filter(isCorrection).toReversed(), ...relevantAnswers.filter(isOpeningAnswer)].flatMap(
    ({ text }) => findIntent(text) ?? [],
  )
}

const hasPersonRequest = (answers: readonly Answer[]) =>
  answers.some(({ text }) => splitSentences(text).some((sentence) => findIntent(sentence) === 'person'))

function findVisit(
  visits: readonly BookedVisit[],
  phones: readonly (string | undefined)[],
  at: Date,
): BookedVisit | null {
  const callerVisits = visits.filter(({ phone, endsAt }) => phone !== null && phones.includes(phone) && endsAt > at)
  return callerVisits.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())[0] ?? null
}

/** Returns the reason to offer no windows, or null if windows may be offered. */
function findNoWindowReason({
  isRefused,
  urgency,
  intent,
  visit,
}: Pick<CallState, 'isRefused' | 'urgency' | 'intent' | 'visit'>): NoWindowReason | null {
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
  busyWindows = [],
  visits = [],
  known = {},
}: RulesInput): Decision {
  const answers = extractAnswers(lines)
  const situation = getSituation(settings, at)
  const urgency = decideUrgency(answers, known, instructions)
  const facts = findFacts(answers, instructions, urgency.isDanger ? urgency.place : undefined)
  const [problem, zip] = [toFact(known.problem), toFact(known.zip?.match(/\d{5}/)?.[0])]
  if (problem) facts.problem = problem
  if (zip) facts.zip = zip
  const spokenPhones = answers.map(({ text }) => findPhone(text)?.value)
  const firstPhoneLine = answers[spokenPhones.findIndex((phone) => phone !== undefined)]?.line ?? lines.length
  const intents = findIntents(answers, instructions)
  const isPersonRequested = hasPersonRequest(answers)
  const likelyIntent =
    intents.find((candidate) => !isWeakIntent(candidate)) ?? intents[0] ?? (isPersonRequested ? 'person' : null)
  const intent = known.intent ?? (urgency.isDanger ? 'repair' : likelyIntent)
  const person: PersonRequest =
    isPersonRequested || intent === 'person' ? (situation.isOpen ? 'there' : 'not-there') : null
  const area = findArea(facts.zip?.value, settings)
  const job = findJob(answers, instructions)
  const brand = classifyBrand(facts, instructions)
  const needsVisit = isAboutNewVisit(intent) || urgency.name === 'now'
  const isRefused = needsVisit && (area.state === 'not-served' || job.state === 'refused' || brand?.state === 'refused')
  const visit = isAboutBookedVisit(intent) ? findVisit(visits, [...spokenPhones, known.phone], at) : null
  const noWindowReason = findNoWindowReason({ isRefused, urgency, intent, visit })
  const context = { schedule: settings, zone: settings.timeZone, now: at, intent, visit }
  const { choice, preferences, isOver } = findWindowChoice(answers, context)
  const windows = noWindowReason ? [] : selectWindows({ settings, urgency: urgency.name, at, busyWindows, preferences })
  const [firstPreference] = preferences
  const now: CallState = {
    facts,
    intent,
    urgency,
    area,
    isRefused,
    person,
    visit,
    windows,
    chosen: choice?.window ?? null,
    askedQuestions: new Set(lines.flatMap(({ asked }) => asked ?? [])),
    wasAskedAgain: lines.some((line, position) => line.asked === 'phone' && position > firstPhoneLine),
    canOffer: !isOver,
  }
  const last = answers.at(-1)?.text
  // A declined call does not page the on-call list. The caller still gets the safety advice, and the Today page shows
  // the call.
  const paged = urgency.name === 'now' && !isRefused ? listPagedPeople(situation, settings.pagingMinutes) : null
  const outcome = decideOutcome(now, job)
  const requestedFee = isPriced(intent)
    ? (answers.map(({ text }) => findFee(text, situation.isOpen, instructions)).findLast((fee) => fee) ?? null)
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
    fee: isPriced(intent) ? findFee(last, situation.isOpen, instructions) : null,
    answer: (last && findAnswer(last, instructions)) || null,
    next: findNextQuestion(now),
    paged,
    visit,
    windows,
    noWindowReason: noWindowReason ?? (windows.length === 0 ? 'none-free' : null),
    isOtherTime: windows.length > 0 && firstPreference !== undefined && !windows.some(firstPreference),
    closedRequest: urgency.name === 'now' || isRefused ? null : findLastClosedRequest(answers, context),
    chosen: now.chosen,
    outcome,
    person,
    attention: describeAttention(
      { outcome, paged, job, fee: requestedFee, person, intent, visit, urgency },
      settings.timeZone,
    ),
    note: buildNote(now, requestedFee, brand, settings.timeZone),
    missing: listMissingSettings(settings),
  }
}

function buildNote(
  { facts, urgency, chosen }: CallState,
  fee: Decision['fee'],
  brand: BrandResult | null,
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
    window: chosen ? formatVisitWindow(chosen, zone) : undefined,
  }
  return Object.fromEntries(Object.entries(note).filter(([, value]) => value))
}
