import type { Place, Said } from './spoken.ts'

/*
 * Hears that somebody whom the cold harms is in a house without heat: a baby, somebody of 65 or more, or somebody who is ill.
 * An age counts only where it is said of a person: furnaces, houses and degrees have such numbers as well.
 */

const PEOPLE =
  '(?:(?:my|our|her|his|the|an?)\\s+)?(?:(?:mother|father)[-\\s]in[-\\s]law|mother|father|mom|mum|momma|mama|dad|daddy|papa|parents?|grand(?:ma|mother|mom|pa|father|dad|parents?)|granny|nana|wife|husband|spouse|aunt|uncle|sister|brother|daughter|son|child|children|kids?|lady|woman|man|gentleman|tenant|neighbor|resident|roommate|friend)(?:\\s+(?:upstairs|downstairs|next\\s+door|here|inside))?'

const PEOPLE_IN_SPANISH =
  '(?:(?:mi|mis|su|la|el|una?)\\s+)?(?:madre|padre|mam[aá]|pap[aá]|abuelit[oa]s?|abuel[oa]s?|espos[oa]|marido|mujer|hombre|t[ií][oa]|suegr[oa]|herman[oa]|hij[oa]|vecin[oa]|se[ñn]ora?|persona|ella|él)'

const ONES = 'one|two|three|four|five|six|seven|eight|nine'

/** From 65 on, in digits or in words. */
const AGE = `(?:6[5-9]|[7-9]\\d|1[01]\\d|sixty[-\\s](?:five|six|seven|eight|nine)|(?:seventy|eighty|ninety)(?:[-\\s](?:${ONES}))?)(?![\\p{L}\\p{N}]|[.,]\\d|[-\\s](?:${ONES})(?!\\p{L}))`

const AGE_IN_SPANISH =
  '(?:6[5-9]|[7-9]\\d|1[01]\\d|sesenta y (?:cinco|seis|siete|ocho|nueve)|(?:setenta|ochenta|noventa)(?: y \\p{L}+)?)'

/** What follows a number that is no age: degrees, a distance, a time, a share, or the name of a street. */
const NO_MEASURE =
  '(?!\\s*[°º%])(?![-\\s]*(?:degrees?|fahrenheit|celsius|[fc]|percent|miles?|min(?:ute)?s?|hours?|days?|weeks?|months?|feet|foot|blocks?|pounds?|dollars?|bucks?)(?!\\p{L}))(?!\\s+(?:[nsew]\\.?\\s+)?\\p{L}+\\s+(?:street|st|avenue|ave|road|rd|lane|ln|drive|dr|court|ct|boulevard|blvd|place|way)(?!\\p{L}))'

const NEARLY = '(?:(?:both|already|now|over|almost|nearly|about|around|past|going on)\\s+)*'

const pattern = (source: string) => new RegExp(`(?<![\\p{L}\\p{N}])${source}`, 'iu')

/** Ages and illnesses, each with the person of whom it is said. */
const OF_PEOPLE = [
  // "my mother is 91", "he is 82 years old", "I just turned 80"
  pattern(
    `(?:(?:${PEOPLE})(?:,?\\s+(?:who|she|he))?|she|he|who|I)\\s+(?:is|are|am|(?:just\\s+)?turned|turns)\\s+${NEARLY}${AGE}${NO_MEASURE}`,
  ),
  // "she’s 91"; of "my mother’s 70-year-old furnace" the furnace is old.
  pattern(
    `(?:(?:${PEOPLE}|she|he|who)['’]s|I['’]?m)\\s+${NEARLY}${AGE}${NO_MEASURE}(?![-\\s]+year[-\\s]+old(?!\\p{L}))`,
  ),
  // "my mother, 91,"
  pattern(`(?:${PEOPLE})(?:,?\\s+aged?\\s+${AGE}|,\\s*${AGE}(?=\\s*(?:$|[.,;!?]|years?(?!\\p{L}))))`),
  // "a 91-year-old", "my 91-year-old mother", "a 3-week-old", and no "70-year-old boiler"
  pattern(
    `(?:an?|my|our|her|his|their|with)\\s+(?:${AGE}[-\\s]+year|\\p{N}{1,2}[-\\s]+(?:day|week|month))[-\\s]+olds?(?=\\s*(?:$|[.,;!?]|(?:in|here|with|who|and|living|at|home|alone|${PEOPLE})(?!\\p{L})))`,
  ),
  pattern(
    `in\\s+(?:her|his|their|my|our)\\s+(?:early\\s+|mid[-\\s]*|late\\s+)?(?:[789]0['’]?s|seventies|eighties|nineties)`,
  ),
  // "mi abuela tiene 81 años", "una señora de 85 años", "tengo 78 años"
  pattern(
    `(?:(?:${PEOPLE_IN_SPANISH})(?:,?\\s+(?:que\\s+)?(?:ya\\s+)?(?:tienen?|cumpli[oó]|de))|tengo)\\s+(?:ya\\s+|casi\\s+|m[aá]s\\s+de\\s+)?${AGE_IN_SPANISH}\\s+a[ñn]os`,
  ),
  pattern(`(?:tiene|cumpli[oó])\\s+${AGE_IN_SPANISH}\\s+a[ñn]os\\s+${PEOPLE_IN_SPANISH}(?!\\p{L})`),
  // "my wife is very sick", and not "I am sick of waiting"
  pattern(
    `(?:(?:${PEOPLE}|she|he|who)(?:['’]s|\\s+(?:is|are))|I(?:['’]?m|\\s+am))\\s+(?:very\\s+|really\\s+|quite\\s+)?(?:sick|ill|pregnant|disabled)(?!\\p{L}|\\s+(?:of|and\\s+tired))`,
  ),
  pattern(`(?:${PEOPLE_IN_SPANISH}\\s+est[aá]|estoy)\\s+(?:muy\\s+)?(?:enferm[oa]|embarazada)(?!\\p{L})`),
]

const FRAIL =
  /(?<!\p{L})(?:bab(?:y|ies)|infants?|newborns?|elderly|senior citizens?|seniors|frail|bedridden|hospice|on oxygen|oxygen (?:tank|machine|concentrator)|(?:needs?|uses?) oxygen|beb[eé]s?|reci[eé]n nacid[oa]s?|ancian[oa]s?|(?:persona|adult[oa]|gente)s? mayor(?:es)?|tercera edad|ox[ií]geno)(?![\p{L}-])/giu

/** "We have no baby", "there is nobody elderly or frail here". */
const DENIED =
  /(?<!\p{L})(?:no|not|don['’]?t|doesn['’]?t|isn['’]?t|aren['’]?t|never|without|nobody|none|neither|sin|ni|nadie|ning[uú]n[ao]?)\s+(?:(?:have|has|an?|any|the|is|are|here|one|people|kids?|children|or|nor|elderly|senior citizens?|seniors|frail|bab(?:y|ies)|infants?|hay|tengo|tenemos|un|una|es|ni|bebés?|niños?)\s+)*$/iu

/** "The elderly furnace." */
const OF_A_THING = /^\s+(?:furnace|boiler|heater|heat|unit|system|thermostat|house|home|building|equipment)(?!\p{L})/iu

const HEATING = '(?:heat(?:\\s+pump)?|heating|(?<!water\\s)heater|furnace|boiler)'

const NO_HEAT = [
  /(?<!\p{L})(?:no|without(?:\s+any)?|lost(?:\s+our)?|(?:not|don['’]?t)\s+have(?:\s+any)?|isn['’]?t\s+any)\s+heat(?:ing)?(?!\s+(?:pump|problem|issue)|\p{L})/iu,
  pattern(
    `${HEATING}(?:['’]s|\\s+(?:is|has|been|just|went|completely))*\\s+(?:out(?!\\s+(?:of|in|by|back|on|here|there)(?!\\p{L}))|dead|broken|broke|quit|died|gone|failed|stopped(?!\\s+(?:making|smelling|leaking)))(?!\\p{L})`,
  ),
  pattern(
    `${HEATING}\\s+(?:just\\s+)?(?:is\\s+not|isn['’]?t|not|will\\s+not|won['’]?t|does\\s+not|doesn['’]?t|is\\s+no\\s+longer)\\s+(?:work|working|light|start|come\\s+on|coming\\s+on|turn\\s+on|turning\\s+on|kick|fire|run|running|produce|producing|make\\s+heat|making\\s+heat)(?!\\p{L})`,
  ),
  /(?<!\p{L})(?:sin|no\s+hay|no\s+tengo|no\s+tenemos)\s+calefacci[oó]n/iu,
  /(?<!\p{L})(?:calefacci[oó]n|caldera)\s+(?:ya\s+)?no\s+(?:funciona|enciende|prende|arranca|sirve)/iu,
  /(?<!\p{L})calefacci[oó]n\s+(?:dej[oó]\s+de\s+\p{L}|se\s+(?:descompuso|apag[oó]|rompi[oó]|averi[oó]|da[ñn][oó])|est[aá]\s+(?:descompuesta|rota|averiada))/iu,
  /(?<!\p{L})se\s+(?:me\s+|nos\s+)?(?:descompuso|apag[oó]|rompi[oó]|averi[oó]|da[ñn][oó])\s+(?:la\s+)?calefacci[oó]n/iu,
  /(?<!\p{L})no\s+(?:funciona|enciende|prende|arranca|sirve)\s+(?:la\s+|mi\s+)?calefacci[oó]n/iu,
]

/** Characters before a word in which it can be denied: more than anybody says in a breath. */
const DENIAL_LENGTH = 300

/** The words of a text that say that somebody is old, very young or ill. */
function frailIn(text: string): string | undefined {
  for (const { 0: words, index } of text.matchAll(FRAIL)) {
    const clause =
      text
        .slice(Math.max(0, index - DENIAL_LENGTH), index)
        .split(/[.,;:!?]/)
        .at(-1) ?? ''
    if (!DENIED.test(clause) && !OF_A_THING.test(text.slice(index + words.length))) return words
  }
  for (const words of OF_PEOPLE) {
    const quote = words.exec(text)?.[0]
    if (quote) return quote.trim()
  }
  return undefined
}

/**
 * Whether there is no heat where somebody is whom the cold harms; each may be said in a line of its own.
 * @returns where that somebody was said
 */
export function frailWithoutHeat(lines: readonly Said[]): Place | undefined {
  if (!lines.some(({ text }) => NO_HEAT.some((words) => words.test(text)))) return undefined
  for (const { line, text } of lines) {
    const quote = frailIn(text)
    if (quote) return { line, quote }
  }
  return undefined
}
