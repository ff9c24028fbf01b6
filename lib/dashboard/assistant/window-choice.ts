import type { Intent } from '../model/intent.ts'
import { dayKey } from '../../platform/time/zone.ts'
import type { Place } from '../understanding/phrases.ts'
import { findVisitTime, isAtTime, isNearTime, type VisitTime } from '../understanding/visit-times.ts'
import { sentencesOf } from '../understanding/words.ts'
import { type Answer, isNo, isYes } from './facts.ts'
import type { VisitWindow } from './windows.ts'

/*
 * Detects which offered window the caller chooses. A number word within a sentence is not a choice: "my landlord has to
 * agree first".
 */

const NUMBERS = [
  { ordinal: 'first|earliest|primer[ao]?', short: '1st', cardinal: '1|one|una|uno' },
  { ordinal: 'second|segund[ao]', short: '2nd', cardinal: '2|two|dos' },
  { ordinal: 'third|tercer[ao]?', short: '3rd', cardinal: '3|three|tres' },
]

const WINDOW = '(?:one|window|slot|time\\s+slot|option|choice|appointment|opci[oó]n|cita|ventana)'

/** Lookahead after an ordinal. Excludes phrases such as "the first thing" and "the second floor". */
const ENDS =
  '(?=\\s*(?:$|works?|would|will|is|does|sounds|suits|please|for|if|thanks|thank|then|por favor|me|est[aá]|funciona|gracias)(?!\\p{L})|\\s*$)'

/** Words allowed before a number, if the number is the whole answer. */
const LEAD =
  "(?:(?:yes|yeah|yep|ok|okay|sure|well|um|uh|then|s[ií]|bueno|let['’]?s (?:do|take|say|go with)|i(?:['’]ll| will|['’]d| would)?(?: like| prefer)?(?: to)?(?: take| have| choose| go with| want)|we(?:['’]ll| will) take|make it|maybe|prefiero|quiero)[\\s,]+)*"

const CHOICES = NUMBERS.map(({ ordinal, short, cardinal }) => ({
  alone: new RegExp(
    `^[\\s"“]*${LEAD}(?:the\\s+|la\\s+|el\\s+|number\\s+|option\\s+)?(?:${ordinal}|${cardinal})(?:[\\s,)]+(?:works|is (?:fine|good)|please|thanks|thank you|por favor|gracias|est[aá] bien))*[\\s).!?”"]*$`,
    'iu',
  ),
  within: new RegExp(
    `(?<!\\p{L})(?:(?:the|la|el)\\s+(?:${ordinal})${ENDS}|(?:${ordinal}|${short})\\s+${WINDOW}(?!\\p{L})|(?:number|option|window|slot|choice|n[uú]mero|opci[oó]n)\\s+(?:${cardinal})(?![\\p{L}\\p{N}:]))`,
    'iu',
  ),
}))

/** Matches answers in which another person must agree first. */
const TO_BE_ASKED =
  /(?<!\p{L})(?:agrees?|approves?|approval|permission|ask|check with|decides?|call (?:you )?back|get back to|say yes|preguntar(?:le)?|permiso|consultar(?:lo)?|acuerdo|autorizar|decide)(?!\p{L})/iu

/** Matches undecided answers: "If it works for my landlord", "I do not know". */
const OPEN =
  /(?<!\p{L})(?:if|until|unless|has to|have to|needs? to|must|not|can['’]?t|don['’]?t|doesn['’]?t|won['’]?t|too (?:early|late)|let me|not sure|depends|maybe|neither|none|si(?=\s+\p{L})|hasta|tiene que|tengo que|no s[eé]|quiz[aá]s?|depende)(?!\p{L})/iu

const ANY =
  /(?<!\p{L})(?:ok|okay|any|either|works|fine|good|great|perfect|sure|of course|cualquiera|bien|perfecto|claro)(?!\p{L})/iu

/** Matches a refusal: "The first does not work". */
const REFUSED =
  /(?<!\p{L})(?:not|can['’]?t|cannot|don['’]?t|doesn['’]?t|does not|won['’]?t|too (?:early|late)|no)(?!\p{L})/iu

/** Matches questions ("Is the first one with the fee?"), but not requests ("Can we do the first?"). */
const ASKS = /^\s*(?:is|are|does|do|will|what|which|when|why|es|son)(?!\p{L}).*\?\s*$/iu

/** Matches requests for other windows: "None of those", "do you have anything later". */
const OTHERS =
  /(?<!\p{L})(?:none of (?:those|these|them)|neither|other times?|another (?:time|day)|different (?:time|day)|anything (?:else|later|earlier|sooner)|something (?:else|later|earlier)|ningun[ao]|otr[ao] (?:hora|d[ií]a)|m[aá]s (?:tarde|temprano))(?!\p{L})/iu

/** Returns the 0-based index of the chosen window, or -1 if the text chooses none. */
function findNumbered(text: string): number {
  for (const sentence of sentencesOf(text)) {
    if (TO_BE_ASKED.test(sentence) || ASKS.test(sentence)) continue
    const alone = CHOICES.findIndex((choice) => choice.alone.test(sentence))
    if (alone >= 0) return alone
    for (const clause of sentence.split(/[.!?,;:–—]|\bbut\b|\bpero\b/i)) {
      const within = REFUSED.test(clause) ? -1 : CHOICES.findIndex((choice) => choice.within.test(clause))
      if (within >= 0) return within
    }
  }
  return -1
}

const takesAny = (text: string) => (isYes(text) || ANY.test(text)) && !OPEN.test(text) && !TO_BE_ASKED.test(text)

const LATEST =
  /(?<!\p{L})(?:(?:the\s+)?(?:last|latest|later)(?:\s+(?:one|slot|window|option|time|of))|the (?:last|latest|later)\s*$|la [uú]ltima|el [uú]ltimo|la m[aá]s tarde|lo m[aá]s tarde)(?!\p{L})/iu
const EARLIEST =
  /(?<!\p{L})(?:the\s+(?:soonest|earlier|earliest|sooner)|soonest|as soon as|la m[aá]s temprano|lo m[aá]s temprano|lo antes posible|la m[aá]s pronto)(?!\p{L})/iu

function findChosen(text: string, offered: readonly VisitWindow[], zone: string, now: Date): VisitWindow | undefined {
  const numbered = findNumbered(text)
  if (numbered >= 0) return offered[numbered]
  if (TO_BE_ASKED.test(text) || ASKS.test(text)) return undefined
  const isRefused = sentencesOf(text).every((sentence) => REFUSED.test(sentence))
  if (isRefused) return undefined
  if (LATEST.test(text)) return offered.at(-1)
  if (EARLIEST.test(text)) return offered[0]
  const time = findVisitTime(text, now, zone)
  if (time) return OPEN.test(text) ? undefined : offered.find((window) => isAtTime(window, time, zone))
  return takesAny(text) ? offered[0] : undefined
}

/** Maximum number of offers. After that, the office schedules the visit. */
const MAX_OFFERS = 3

export type WindowWish = (window: VisitWindow) => boolean

/** The chosen window, or preferences for the next offer, closest match first. `isOver`: no further offer follows. */
export type WindowChoice = {
  choice?: { window: VisitWindow; place: Place }
  wishes: WindowWish[]
  isOver: boolean
}

const anyWindow: WindowWish = () => true

/**
 * Returns preferences in order. For "after three": a window that starts after three, then one that ends after three,
 * then any.
 */
function wishesFor(time: VisitTime | undefined, zone: string, isRefused: boolean): WindowWish[] {
  if (!time) return [anyWindow]
  if (isRefused) return [(window) => !isAtTime(window, time, zone), anyWindow]
  return [(window) => isAtTime(window, time, zone), (window) => isNearTime(window, time, zone), anyWindow]
}

/**
 * Matches a request for a visit. In a repair call, other sentences with a time usually say when the problem started.
 */
const COME =
  /(?<!\p{L})(?:come|send|visit|appointment|available|availability|schedule|book|fit (?:me|us) in|get (?:some(?:one|body)|a tech)|venir|vengan?|mand[ae]n?|mandar|enviar|cita|agendar|disponible)(?!\p{L})/iu

/** Matches the word before the new time: "to" in "move Thursday to Friday". */
const MOVED = /(?<!\p{L})(?:to|for|until|al?|para|hasta)\s+/giu

/** Finds the requested new time of a visit. Ignores the visit's current day. */
function findNewTime(text: string, visit: VisitWindow, now: Date, zone: string): VisitTime | undefined {
  const rests = [...text.matchAll(MOVED)].map(({ 0: word, index }) => text.slice(index + word.length))
  const rest = rests.findLast((each) => findVisitTime(each.split(/\s+/).slice(0, 2).join(' '), now, zone))
  const time = rest === undefined ? undefined : findVisitTime(rest, now, zone)
  const days = time?.days?.filter((day) => day !== dayKey(visit.startsAt, zone))
  return time?.days && days?.length === 0 ? undefined : time && { ...time, ...(days && { days }) }
}

type Context = {
  zone: string
  now: Date
  intent?: Intent | null
  visit?: VisitWindow | null
}

function findEarlyTime(answers: readonly Answer[], { zone, now, intent = null, visit = null }: Context) {
  if (intent === 'reschedule' && !visit) return undefined
  const opening = answers.filter(({ asked }) => !asked || asked === 'problem')
  for (const sentence of opening.flatMap(({ text }) => sentencesOf(text))) {
    const isAboutVisit = (intent !== null && intent !== 'repair') || COME.test(sentence)
    const time = visit ? findNewTime(sentence, visit, now, zone) : isAboutVisit && findVisitTime(sentence, now, zone)
    if (time) return time
  }
  return undefined
}

export function findWindowChoice(answers: readonly Answer[], context: Context): WindowChoice {
  const { zone, now } = context
  const offers = answers.filter(({ asked, offered }) => asked === 'window' && offered && offered.length > 0)
  for (const { line, text, offered = [] } of offers.toReversed()) {
    const window = isNo(text) && !/\d|\p{L}{4}.*\p{L}{4}/u.test(text) ? undefined : findChosen(text, offered, zone, now)
    if (window) return { choice: { window, place: { line, quote: text } }, wishes: [anyWindow], isOver: true }
  }
  const last = offers.at(-1)
  if (!last) return { wishes: wishesFor(findEarlyTime(answers, context), zone, false), isOver: false }
  const time = findVisitTime(last.text, now, zone)
  // If another person must agree ("have the owner call me"), another offer does not help.
  const isOver = TO_BE_ASKED.test(last.text) || offers.length >= MAX_OFFERS || !(time || OTHERS.test(last.text))
  if (isOver) return { wishes: [anyWindow], isOver }
  const seen = new Set(offers.flatMap(({ offered = [] }) => offered.map(({ startsAt }) => startsAt.getTime())))
  const wishes = wishesFor(time, zone, REFUSED.test(last.text))
  return { wishes: wishes.map((wish) => (window) => !seen.has(window.startsAt.getTime()) && wish(window)), isOver }
}
