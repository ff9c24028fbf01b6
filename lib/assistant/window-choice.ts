import { type Answer, isNo, isYes } from './heard.ts'
import type { Place } from './spoken.ts'
import type { VisitWindow } from './windows.ts'

/*
 * Hears which window was chosen. A number that only stands in a sentence chooses none: "my landlord has to agree first".
 */

/** The numbers of the windows, in the order in which they are offered. */
const NUMBERS = [
  { ordinal: 'first|earliest|primer[ao]?', short: '1st', cardinal: '1|one|una|uno' },
  { ordinal: 'second|segund[ao]', short: '2nd', cardinal: '2|two|dos' },
  { ordinal: 'third|tercer[ao]?', short: '3rd', cardinal: '3|three|tres' },
]

const WINDOW = '(?:one|window|slot|time\\s+slot|option|choice|appointment|opci[oó]n|cita|ventana)'

/** What may follow "the first"; in "the first thing" or "the second floor" it is another one. */
const ENDS =
  '(?=\\s*(?:$|works?|would|will|is|does|sounds|suits|please|for|if|thanks|thank|then|por favor|me|est[aá]|funciona|gracias)(?!\\p{L})|\\s*$)'

/** What stands before a number that is all of an answer. */
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

/** Somebody has to agree before anything is chosen. */
const TO_BE_ASKED =
  /(?<!\p{L})(?:agrees?|approves?|approval|permission|ask|check with|decides?|call (?:you )?back|get back to|say yes|preguntar(?:le)?|permiso|consultar(?:lo)?|acuerdo|autorizar|decide)(?!\p{L})/iu

/** "If it works for my landlord", "I do not know": no yes to anything. */
const OPEN =
  /(?<!\p{L})(?:if|until|unless|has to|have to|needs? to|must|not|can['’]?t|don['’]?t|doesn['’]?t|won['’]?t|too (?:early|late)|let me|not sure|depends|maybe|neither|none|si(?=\s+\p{L})|hasta|tiene que|tengo que|no s[eé]|quiz[aá]s?|depende)(?!\p{L})/iu

const ANY =
  /(?<!\p{L})(?:ok|okay|any|either|works|fine|good|great|perfect|sure|of course|cualquiera|bien|perfecto|claro)(?!\p{L})/iu

/** "The first does not work": what is refused is not chosen. */
const REFUSED =
  /(?<!\p{L})(?:not|can['’]?t|cannot|don['’]?t|doesn['’]?t|does not|won['’]?t|too (?:early|late)|no)(?!\p{L})/iu

/** "Is the first one with the fee?" asks; "Can we do the first?" chooses. */
const ASKS = /^\s*(?:is|are|does|do|will|what|which|when|why|es|son)(?!\p{L}).*\?\s*$/iu

const sentencesOf = (text: string) => text.split(/(?<=[.!?])\s+/)

/** Which of the windows a text names, from 0; -1 where it names none. */
function namedIn(text: string): number {
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

/** Whether a text takes whatever is offered. */
const takesAny = (text: string) => (isYes(text) || ANY.test(text)) && !OPEN.test(text) && !TO_BE_ASKED.test(text)

/** The window that was chosen of those that were offered: by its number, or with a yes to the first. */
export function windowChosen(answers: readonly Answer[]): { window: VisitWindow; place: Place } | undefined {
  for (const { line, text, asked, offered = [] } of answers.toReversed()) {
    if (asked !== 'window' || isNo(text)) continue
    const named = namedIn(text)
    const window = offered[named === -1 && takesAny(text) ? 0 : named]
    if (window) return { window, place: { line, quote: text } }
  }
  return undefined
}
