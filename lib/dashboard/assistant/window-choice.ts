import type { Intent } from '../model/intent.ts'
import { findClosedDay, type Schedule, type SpecialDay } from '../model/day-hours.ts'
import { addDays, type DayKey, toDayKey } from '../../platform/time/zone.ts'
import type { Place } from '../understanding/phrases.ts'
import { findVisitTime, isAtTime, isNearTime, type VisitTime } from '../understanding/visit-times.ts'
import { splitSentences } from '../understanding/words.ts'
import { type Answer, isNo, isYes } from './facts.ts'
import type { VisitWindow } from './windows.ts'

/*
 * Detects which offered window the caller chooses. A number word within a sentence is not a choice: "my landlord has to
 * agree first".
 */

const ORDINALS = [
  { ordinal: 'first|earliest|primer[ao]?', short: '1st', cardinal: '1|one|una|uno' },
  { ordinal: 'second|segund[ao]', short: '2nd', cardinal: '2|two|dos' },
  { ordinal: 'third|tercer[ao]?', short: '3rd', cardinal: '3|three|tres' },
]

const WINDOW_WORDS = '(?:one|window|slot|time\\s+slot|option|choice|appointment|opci[oó]n|cita|ventana)'

/** Lookahead after an ordinal. Excludes phrases such as "the first thing" and "the second floor". */
const CHOICE_END =
  '(?=\\s*(?:$|works?|would|will|is|does|sounds|suits|please|for|if|thanks|thank|then|por favor|me|est[aá]|funciona|gracias)(?!\\p{L})|\\s*$)'

/** Words allowed before a number, if the number is the whole answer. */
const CHOICE_LEAD =
  "(?:(?:yes|yeah|yep|ok|okay|sure|well|um|uh|then|s[ií]|bueno|let['’]?s (?:do|take|say|go with)|i(?:['’]ll| will|['’]d| would)?(?: like| prefer)?(?: to)?(?: take| have| choose| go with| want)|we(?:['’]ll| will) take|make it|maybe|prefiero|quiero)[\\s,]+)*"

const CHOICE_PATTERNS = ORDINALS.map(({ ordinal, short, cardinal }) => ({
  alone: new RegExp(
    `^[\\s"“]*${CHOICE_LEAD}(?:the\\s+|la\\s+|el\\s+|number\\s+|option\\s+)?(?:${ordinal}|${cardinal})(?:[\\s,)]+(?:works|is (?:fine|good)|please|thanks|thank you|por favor|gracias|est[aá] bien))*[\\s).!?”"]*$`,
    'iu',
  ),
  within: new RegExp(
    `(?<!\\p{L})(?:(?:the|la|el)\\s+(?:${ordinal})${CHOICE_END}|(?:${ordinal}|${short})\\s+${WINDOW_WORDS}(?!\\p{L})|(?:number|option|window|slot|choice|n[uú]mero|opci[oó]n)\\s+(?:${cardinal})(?![\\p{L}\\p{N}:]))`,
    'iu',
  ),
}))

/** Matches answers that require someone else's approval first. */
const APPROVAL_PATTERN =
  /(?<!\p{L})(?:agrees?|approves?|approval|permission|ask|check with|decides?|call (?:you )?back|get back to|say yes|preguntar(?:le)?|permiso|consultar(?:lo)?|acuerdo|autorizar|decide)(?!\p{L})/iu

/** Matches undecided answers: "If it works for my landlord", "I do not know". */
const UNDECIDED_PATTERN =
  /(?<!\p{L})(?:if|until|unless|has to|have to|needs? to|must|not|can['’]?t|don['’]?t|doesn['’]?t|won['’]?t|too (?:early|late)|let me|not sure|depends|maybe|neither|none|si(?=\s+\p{L})|hasta|tiene que|tengo que|no s[eé]|quiz[aá]s?|depende)(?!\p{L})/iu

const ACCEPTANCE_PATTERN =
  /(?<!\p{L})(?:ok|okay|any|either|works|fine|good|great|perfect|sure|of course|cualquiera|bien|perfecto|claro)(?!\p{L})/iu

/** Matches a refusal: "The first does not work". */
const REFUSAL_PATTERN =
  /(?<!\p{L})(?:not|can['’]?t|cannot|don['’]?t|doesn['’]?t|does not|won['’]?t|too (?:early|late)|no)(?!\p{L})/iu

/** Matches questions ("Is the first one with the fee?"), but not requests ("Can we do the first?"). */
const QUESTION_PATTERN = /^\s*(?:is|are|does|do|will|what|which|when|why|es|son)(?!\p{L}).*\?\s*$/iu

/** Matches requests for other windows: "None of those", "do you have anything later". */
const OTHER_TIME_PATTERN =
  /(?<!\p{L})(?:none of (?:those|these|them)|neither|other times?|another (?:time|day)|different (?:time|day)|anything (?:else|later|earlier|sooner)|something (?:else|later|earlier)|ningun[ao]|otr[ao] (?:hora|d[ií]a)|m[aá]s (?:tarde|temprano))(?!\p{L})/iu

/** Returns the 0-based index of the chosen window, or -1 if the text chooses none. */
function findChoiceIndex(text: string): number {
  for (const sentence of splitSentences(text)) {
    if (APPROVAL_PATTERN.test(sentence) || QUESTION_PATTERN.test(sentence)) continue
    const standaloneIndex = CHOICE_PATTERNS.findIndex((choice) => choice.alone.test(sentence))
    if (standaloneIndex >= 0) return standaloneIndex
    for (const clause of sentence.split(/[.!?,;:–—]|\bbut\b|\bpero\b/i)) {
      const clauseIndex = REFUSAL_PATTERN.test(clause)
        ? -1
        : CHOICE_PATTERNS.findIndex((choice) => choice.within.test(clause))
      if (clauseIndex >= 0) return clauseIndex
    }
  }
  return -1
}

const acceptsAny = (text: string) =>
  (isYes(text) || ACCEPTANCE_PATTERN.test(text)) && !UNDECIDED_PATTERN.test(text) && !APPROVAL_PATTERN.test(text)

const LATEST_PATTERN =
  /(?<!\p{L})(?:(?:the\s+)?(?:last|latest|later)(?:\s+(?:one|slot|window|option|time|of))|the (?:last|latest|later)\s*$|la [uú]ltima|el [uú]ltimo|la m[aá]s tarde|lo m[aá]s tarde)(?!\p{L})/iu
const EARLIEST_PATTERN =
  /(?<!\p{L})(?:the\s+(?:soonest|earlier|earliest|sooner)|soonest|as soon as|la m[aá]s temprano|lo m[aá]s temprano|lo antes posible|la m[aá]s pronto)(?!\p{L})/iu

function findChosenWindow(
  text: string,
  offeredWindows: readonly VisitWindow[],
  zone: string,
  now: Date,
): VisitWindow | undefined {
  const choiceIndex = findChoiceIndex(text)
  if (choiceIndex >= 0) return offeredWindows[choiceIndex]
  if (APPROVAL_PATTERN.test(text) || QUESTION_PATTERN.test(text)) return undefined
  const isRefused = splitSentences(text).every((sentence) => REFUSAL_PATTERN.test(sentence))
  if (isRefused) return undefined
  if (LATEST_PATTERN.test(text)) return offeredWindows.at(-1)
  if (EARLIEST_PATTERN.test(text)) return offeredWindows[0]
  const time = findVisitTime(text, now, zone)
  if (time)
    return UNDECIDED_PATTERN.test(text) ? undefined : offeredWindows.find((window) => isAtTime(window, time, zone))
  return acceptsAny(text) ? offeredWindows[0] : undefined
}

/** Maximum number of offers. After that, the office schedules the visit. */
const MAX_OFFERS = 3

export type WindowPreference = (window: VisitWindow) => boolean

/** A requested day on which the company is closed. `last` is the last such day of the request. */
export type ClosedRequest = SpecialDay & { day: DayKey; last: DayKey }

/** The chosen window, or preferences for the next offer, closest match first. `isOver`: no further offer follows. */
export type WindowChoice = {
  choice?: { window: VisitWindow; place: Place }
  preferences: WindowPreference[]
  isOver: boolean
}

const acceptAnyWindow: WindowPreference = () => true

/**
 * Returns the closed day that a caller requests. A weekday means its first occurrence. "Thursday or Friday" is closed
 * only if both are.
 */
function findClosedRequest({ days }: VisitTime, { schedule }: Context): ClosedRequest | undefined {
  const [first] = days ?? []
  if (!first) return undefined
  const requestedDays = days?.filter((day) => day < addDays(first, 7)) ?? []
  const closedDays = requestedDays.map((day) => findClosedDay(schedule, day))
  const [closedDay] = closedDays
  return closedDay && closedDays.every(Boolean)
    ? { ...closedDay, day: first, last: requestedDays.at(-1) ?? first }
    : undefined
}

/** Matches questions such as "Are you open on Thanksgiving?" */
const OPEN_QUESTION_PATTERN =
  /(?<!\p{L})(?:(?:are|will) (?:you|y['’]all|you guys|the office)(?: guys| all)? (?:be )?(?:open|closed|working)|est[aá]n? abiert[ao]s?|abren|trabajan)(?!\p{L})/iu

/** Returns the closed day that the caller asked about last. */
export function findLastClosedRequest(answers: readonly Answer[], context: Context): ClosedRequest | null {
  const { zone, now } = context
  const times = answers.flatMap(({ asked, text }) =>
    splitSentences(text).flatMap((sentence) =>
      asked === 'window' || OPEN_QUESTION_PATTERN.test(sentence) ? (findVisitTime(sentence, now, zone) ?? []) : [],
    ),
  )
  const earlyTime = findEarlyTime(answers, context)
  const requests = [...(earlyTime ? [earlyTime] : []), ...times].map((time) => findClosedRequest(time, context))
  return requests.findLast((request) => request !== undefined) ?? null
}

/**
 * Returns preferences in order. For "after three": a window that starts after three, then one that ends after three,
 * then any.
 */
function buildPreferences(time: VisitTime | undefined, context: Context, isRefused: boolean): WindowPreference[] {
  const { zone } = context
  if (!time) return [acceptAnyWindow]
  const closedRequest = findClosedRequest(time, context)
  if (closedRequest) {
    const isLater: WindowPreference = ({ startsAt }) => toDayKey(startsAt, zone) > closedRequest.last
    const { days: _days, ...timeOfDay } = time
    return [(window) => isLater(window) && isAtTime(window, timeOfDay, zone), isLater, acceptAnyWindow]
  }
  if (isRefused) return [(window) => !isAtTime(window, time, zone), acceptAnyWindow]
  return [(window) => isAtTime(window, time, zone), (window) => isNearTime(window, time, zone), acceptAnyWindow]
}

/**
 * Matches a request for a visit. In a repair call, other sentences with a time usually say when the problem started.
 */
const VISIT_REQUEST_PATTERN =
  /(?<!\p{L})(?:come|send|visit|appointment|available|availability|schedule|book|fit (?:me|us) in|get (?:some(?:one|body)|a tech)|venir|vengan?|mand[ae]n?|mandar|enviar|cita|agendar|disponible)(?!\p{L})/iu

/** Matches the word before the new time: "to" in "move Thursday to Friday". */
const TARGET_TIME_PATTERN = /(?<!\p{L})(?:to|for|until|al?|para|hasta)\s+/giu

/** Finds the requested new time of a visit. Ignores the visit's current day. */
function findNewTime(text: string, visit: VisitWindow, now: Date, zone: string): VisitTime | undefined {
  const remainders = [...text.matchAll(TARGET_TIME_PATTERN)].map(({ 0: word, index }) =>
    text.slice(index + word.length),
  )
  const rest = remainders.findLast((remainder) =>
    findVisitTime(remainder.split(/\s+/).slice(0, 2).join(' '), now, zone),
  )
  const time = rest === undefined ? undefined : findVisitTime(rest, now, zone)
  const days = time?.days?.filter((day) => day !== toDayKey(visit.startsAt, zone))
  return time?.days && days?.length === 0 ? undefined : time && { ...time, ...(days && { days }) }
}

type Context = {
  schedule: Schedule
  zone: string
  now: Date
  intent?: Intent | null
  visit?: VisitWindow | null
}

function findEarlyTime(
  answers: readonly Answer[],
  { zone, now, intent = null, visit = null }: Context,
): VisitTime | undefined {
  if (intent === 'reschedule' && !visit) return undefined
  const openingAnswers = answers.filter(({ asked }) => !asked || asked === 'problem')
  for (const sentence of openingAnswers.flatMap(({ text }) => splitSentences(text))) {
    const isAboutVisit = (intent !== null && intent !== 'repair') || VISIT_REQUEST_PATTERN.test(sentence)
    const time = visit ? findNewTime(sentence, visit, now, zone) : isAboutVisit && findVisitTime(sentence, now, zone)
    if (time) return time
  }
  return undefined
}

export function findWindowChoice(answers: readonly Answer[], context: Context): WindowChoice {
  const { zone, now } = context
  const offers = answers.filter(({ asked, offered }) => asked === 'window' && offered && offered.length > 0)
  for (const { line, text, offered = [] } of offers.toReversed()) {
    const window =
      isNo(text) && !/\d|\p{L}{4}.*\p{L}{4}/u.test(text) ? undefined : findChosenWindow(text, offered, zone, now)
    if (window)
      return { choice: { window, place: { line, quote: text } }, preferences: [acceptAnyWindow], isOver: true }
  }
  const last = offers.at(-1)
  if (!last) return { preferences: buildPreferences(findEarlyTime(answers, context), context, false), isOver: false }
  const time = findVisitTime(last.text, now, zone)
  // If someone else must agree ("have the owner call me"), another offer does not help.
  const isOver =
    APPROVAL_PATTERN.test(last.text) || offers.length >= MAX_OFFERS || !(time || OTHER_TIME_PATTERN.test(last.text))
  if (isOver) return { preferences: [acceptAnyWindow], isOver }
  const offeredTimes = new Set(offers.flatMap(({ offered = [] }) => offered.map(({ startsAt }) => startsAt.getTime())))
  const preferences = buildPreferences(time, context, REFUSAL_PATTERN.test(last.text))
  return {
    preferences: preferences.map(
      (preference) => (window) => !offeredTimes.has(window.startsAt.getTime()) && preference(window),
    ),
    isOver,
  }
}
