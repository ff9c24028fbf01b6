import { type CallFact, type CallOutcome } from '../calls/call.ts'
import { URGENCIES, URGENCY_NAMES, type Urgency } from '../leads/lead.ts'
import type { SettingsRecord } from '../settings/input.ts'
import { frailWithoutHeat } from './frail.ts'
import { answersOf, answerTo, type Facts, factsHeard, type Heard, type Line, saysYesToDanger } from './heard.ts'
import type { Instructions, Language } from './instructions.ts'
import { languageOf } from './language-heard.ts'
import { QUESTIONS, type Question, windowWords } from './sentences.ts'
import { type Situation, situationAt } from './situation.ts'
import { findSaid, likeness, type Place, type Said } from './spoken.ts'
import { windowChosen } from './window-choice.ts'
import { type VisitWindow, windowsToOffer } from './windows.ts'
import { asksForPerson, asksForPrice, saysWrongNumber } from './wishes.ts'

/*
 * The site's own rules: what a company's settings and instructions make of what a caller has said so far. Calls that the voice
 * vendor reports and conversations on "Try it" pass through them alike. They compute, and read and write nothing.
 */

/** The settings that decide about a call. */
export type RuleSettings = Pick<
  SettingsRecord,
  'timeZone' | 'hours' | 'serviceArea' | 'greeting' | 'onCall' | 'pagingMinutes'
>

export type RulesInput = {
  settings: RuleSettings
  instructions: Instructions
  /** The moment of the call. */
  at: Date
  lines: readonly Line[]
  /** Times at which nobody can come. */
  taken?: readonly VisitWindow[]
  /** What the voice vendor heard, which its own words stand for. */
  known?: { problem?: string | undefined; zip?: string | undefined }
}

/** How soon somebody has to act, and why: the word of a list that was said. */
export type UrgencyFound = {
  name: Urgency
  /** A sentence for people; null where no word of any list was said, which counts as "this week". */
  rule: string | null
  place?: Place
  /** Where it is the cold that harms somebody: nobody has to leave the house, and gas is asked about all the same. */
  isCold?: true
}

/** Whether a ZIP code is served: `unknown` while none was said, or while the company has no area. */
export type AreaFound =
  | { state: 'served'; zip: string; crew: string | null }
  | { state: 'not-served'; zip: string }
  | { state: 'unknown'; why: 'no-zip' | 'no-area' }

/** A kind of work: `unlisted` is none of those that the company takes, as far as its words say. */
export type JobFound =
  | { state: 'any' }
  | { state: 'taken'; job: string }
  | { state: 'refused'; job: string; words: string }
  | { state: 'unlisted' }

export type BrandFound = { state: 'served' | 'refused'; brand: string }

/** Somebody who is called in an emergency. */
export type Paged = { name: string; phone: string; afterMinutes: number }

/** A person who is wanted is there while the office is open; of a company without hours nobody surely is. */
export type PersonWanted = 'there' | 'not-there' | null

/** Settings without which the rules know less. */
export type Missing = 'hours' | 'area' | 'onCall'

export type Decision = {
  situation: Situation
  language: Language
  facts: Facts
  urgency: UrgencyFound
  area: AreaFound
  job: JobFound
  brand: BrandFound | null
  /** What was said of a price in the caller's last line: the company's words, or null where it published none. */
  fee: { asked: 'visit' | 'afterHours'; words: string | null } | null
  /** The company's answer to what the caller's last line asks. */
  answer: { question: string; answer: string } | null
  /** What would be asked next; null when everything is known, or nothing more is to be asked. */
  next: Question | null
  /** Who would be called, in order; empty where nobody is on call; null where it is no emergency. */
  paged: Paged[] | null
  windows: VisitWindow[]
  chosen: VisitWindow | null
  outcome: CallOutcome
  /** Whether the caller wants a person, and whether one is there; null where none is wanted. */
  person: PersonWanted
  /** Whether the caller has dialed a wrong number, and said nothing else that matters. */
  isWrongNumber: boolean
  /** Why a person has to look at the call; null where nobody has to. */
  attention: string | null
  /** The handover note. */
  note: Partial<Record<CallFact, string>>
  missing: Missing[]
}

/** The urgency of one of the company's words; "no heat and a baby" is about the cold. */
function urgencyOfWord(name: Urgency, phrase: string, place: Place): UrgencyFound {
  const rule = `“${phrase}” is one of your words for ${URGENCIES[name]}`
  const isCold = name === 'now' && frailWithoutHeat([{ line: 0, text: phrase }]) !== undefined
  return { name, rule, place, ...(isCold && { isCold }) }
}

/** The most urgent of what was said: the company's words, and that somebody frail has no heat. */
export function urgencyOf(lines: readonly Said[], { urgencyWords }: Instructions): UrgencyFound {
  for (const name of URGENCY_NAMES) {
    const found = urgencyWords[name].flatMap((phrase) => {
      const place = findSaid(phrase, lines)
      return place ? [urgencyOfWord(name, phrase, place)] : []
    })
    // Gas comes before the cold, in whatever order the words stand.
    const first = found.find(({ isCold }) => !isCold) ?? found[0]
    if (first) return first
    const frail = name === 'now' ? frailWithoutHeat(lines) : undefined
    if (frail)
      return { name, rule: `No heat, and somebody frail in the house: “${frail.quote}”`, place: frail, isCold: true }
  }
  return { name: 'soon', rule: null }
}

/** Whether a ZIP code is served, and by which crew. */
export function areaOf(zip: string | undefined, { serviceArea }: Pick<SettingsRecord, 'serviceArea'>): AreaFound {
  if (serviceArea.length === 0) return { state: 'unknown', why: 'no-area' }
  if (!zip) return { state: 'unknown', why: 'no-zip' }
  const entry = serviceArea.find((each) => each.zip === zip)
  return entry ? { state: 'served', zip, crew: entry.crew || null } : { state: 'not-served', zip }
}

/** The share of a job's words that a caller says of one that is taken; of one that is refused, all of them are said. */
const LIKE_A_JOB = 0.5

function jobOf(lines: readonly Said[], { jobs }: Instructions): JobFound {
  const said = (job: string, share: number) => lines.some(({ text }) => likeness(job, text) >= share)
  const refused = jobs.refused.find(({ job }) => said(job, 1))
  if (refused) return { state: 'refused', ...refused }
  const taken = jobs.taken.find((job) => said(job, LIKE_A_JOB))
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
  // Without a fee for the night, that of a visit holds at any time.
  if (isAfterHours && fees.afterHours) return { asked: 'afterHours', words: fees.afterHours }
  return { asked: isAfterHours && !fees.visit ? 'afterHours' : 'visit', words: fees.visit }
}

/** Who is called in an emergency: those on call at that moment, each after the minutes that were set. */
export const pagedIn = ({ onCall }: Situation, minutes: number): Paged[] =>
  onCall.map(({ name, phone }, position) => ({ name, phone, afterMinutes: position * minutes }))

type Known = {
  facts: Facts
  urgency: UrgencyFound
  area: AreaFound
  isRefused: boolean
  person: PersonWanted
  isWrongNumber: boolean
  wasAskedForSafety: boolean
  windows: readonly VisitWindow[]
  chosen: VisitWindow | null
  wasAskedForWindow: boolean
}

function isKnown(question: Question, known: Known): boolean {
  const { facts, urgency, windows, chosen } = known
  if (question === 'safety') return facts.safety !== undefined || known.wasAskedForSafety
  // An address without a ZIP code says nothing of the area; where the company has none, none is asked for.
  if (question === 'zip')
    return facts.zip !== undefined || known.area.state !== 'unknown' || known.area.why === 'no-area'
  if (question === 'window') {
    return urgency.name === 'now' || windows.length === 0 || chosen !== null || known.wasAskedForWindow
  }
  return facts[question] !== undefined
}

/** Whether the caller is put through; an emergency goes to whoever is on call. */
const isPutThrough = ({ person, urgency }: Known) => person === 'there' && urgency.name !== 'now'

const nextQuestion = (known: Known): Question | null => {
  if (known.isRefused || known.isWrongNumber || isPutThrough(known)) return null
  return QUESTIONS.find((question) => !isKnown(question, known)) ?? null
}

function outcomeOf(known: Known, job: JobFound): CallOutcome {
  const { isRefused, urgency, chosen, person, facts } = known
  if (isRefused) return 'declined'
  if (urgency.name === 'now') return 'emergency'
  if (isPutThrough(known)) return 'transferred'
  if (chosen) return job.state === 'unlisted' ? 'requested' : 'booked'
  const wantsVisit = facts.problem !== undefined && facts.phone !== undefined && person === null
  return wantsVisit ? 'requested' : 'message'
}

type Reasons = Pick<Decision, 'outcome' | 'paged' | 'job' | 'fee' | 'person'>

/** Why a person has to look at a call. */
function attentionOf({ outcome, paged, job, fee, person }: Reasons): string | null {
  if (outcome === 'declined' || outcome === 'transferred') return null
  if (paged?.length === 0) return NOBODY_ON_CALL
  if (person === 'not-there' && outcome !== 'emergency') return WANTED_A_PERSON
  if (job.state === 'unlisted' && outcome === 'requested') return 'Not among the jobs that you take: confirm the visit'
  if (outcome === 'requested') return 'Asked for a visit: no window was chosen'
  return fee && fee.words === null ? 'Asked for a price that is not published' : null
}

/** What is said of an emergency that reached nobody. */
export const NOBODY_ON_CALL = 'An emergency, and nobody was on call'

/** What is said of somebody who wanted a person while none was there. */
export const WANTED_A_PERSON = 'Wanted to talk to a person: call back'

function missingIn({ hours, serviceArea, onCall }: RuleSettings): Missing[] {
  return [
    ...(Object.keys(hours).length === 0 ? ['hours' as const] : []),
    ...(serviceArea.length === 0 ? ['area' as const] : []),
    ...(onCall.length === 0 ? ['onCall' as const] : []),
  ]
}

const reported = (value: string | undefined): Heard | undefined => (value ? { value: value.slice(0, 200) } : undefined)

/** The urgency of what was said: a yes to the question about danger is as urgent as its words. */
function urgencyIn(answers: ReturnType<typeof answersOf>, problem: string | undefined, instructions: Instructions) {
  const said = answers.map(({ line, text }) => ({ line, text }))
  const found = urgencyOf(problem ? [...said, { line: -1, text: problem }] : said, instructions)
  const danger = found.name === 'now' && !found.isCold ? undefined : saysYesToDanger(answers)
  if (danger) return { name: 'now' as const, rule: 'The caller said yes when asked about danger', place: danger }
  return found
}

function personWanted(answers: readonly Said[], { isOpen }: Situation): PersonWanted {
  if (!answers.some(({ text }) => asksForPerson(text))) return null
  return isOpen ? 'there' : 'not-there'
}

/** What the rules make of a conversation so far. */
export function decide({ settings, instructions, at, lines, taken = [], known = {} }: RulesInput): Decision {
  const answers = answersOf(lines)
  const situation = situationAt(settings, at)
  const urgency = urgencyIn(answers, known.problem, instructions)
  const isDanger = urgency.name === 'now' && !urgency.isCold
  const facts = factsHeard(answers, instructions, isDanger ? urgency.place : undefined)
  const isWrong = known.problem !== undefined && saysWrongNumber(known.problem)
  const [problem, zip] = [reported(isWrong ? undefined : known.problem), reported(known.zip?.match(/\d{5}/)?.[0])]
  if (problem) facts.problem = problem
  if (zip) facts.zip = zip
  const area = areaOf(facts.zip?.value, settings)
  const job = jobOf(answers, instructions)
  const brand = brandOf(facts, instructions)
  const last = answers.at(-1)?.text
  const asked = new Set(lines.map((line) => line.asked))
  const isRefused = area.state === 'not-served' || job.state === 'refused' || brand?.state === 'refused'
  const person = personWanted(answers, situation)
  const isWrongNumber =
    facts.problem === undefined &&
    urgency.name !== 'now' &&
    person === null &&
    (isWrong || answers.some(({ text }) => saysWrongNumber(text)))
  const windows = isRefused || isWrongNumber ? [] : windowsToOffer({ settings, urgency: urgency.name, at, taken })
  const chosen = windowChosen(answers)
  const now: Known = {
    facts,
    urgency,
    area,
    isRefused,
    person,
    isWrongNumber,
    windows,
    chosen: chosen?.window ?? null,
    wasAskedForSafety: asked.has('safety'),
    wasAskedForWindow: asked.has('window') && lines.at(-1)?.speaker === 'caller',
  }
  const fee = feeOf(last, situation.isOpen, instructions)
  // Nobody is woken for what is not served; the words about danger are said all the same.
  const paged = urgency.name === 'now' && !isRefused ? pagedIn(situation, settings.pagingMinutes) : null
  const outcome = outcomeOf(now, job)
  const feeAsked =
    answers.map(({ text }) => feeOf(text, situation.isOpen, instructions)).findLast((each) => each) ?? null
  return {
    situation,
    language: languageOf(answers, instructions.languages),
    facts,
    urgency,
    area,
    job,
    brand,
    fee,
    answer: (last && answerTo(last, instructions)) || null,
    next: nextQuestion(now),
    paged,
    windows,
    chosen: now.chosen,
    outcome,
    person,
    isWrongNumber,
    attention: attentionOf({ outcome, paged, job, fee: feeAsked, person }),
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
  const note: Record<CallFact, string | undefined> = {
    problem: facts.problem?.value,
    safety: facts.safety?.value,
    system,
    address: place,
    urgency: facts.problem && URGENCIES[urgency.name],
    name: facts.name?.value,
    phone: facts.phone?.value,
    fee: fee?.words ?? undefined,
    window: chosen ? windowWords(chosen, zone) : undefined,
  }
  return Object.fromEntries(Object.entries(note).filter(([, value]) => value))
}
