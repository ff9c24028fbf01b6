import type { Answer } from './heard.ts'
import { type Language } from './instructions.ts'

/*
 * Hears which language a caller speaks. Addresses, names and numbers are of no language: only words of one say which it is.
 */

const SPANISH =
  /[¿¡ñ]|(?<!\p{L})(?:hola|buenos|buenas|tengo|tenemos|necesito|necesitamos|casa|gracias|por favor|est[aá]|estoy|estamos|ayuda|quiero|puede|pueden|cu[aá]nto|cuesta|tienen|mi|se[nñ]or|agua|fr[ií]o|calor|hay|una|muy|mucho|pero|abuela|beb[eé])(?!\p{L})/giu

/** Words that nobody says who speaks English; one of them is enough. */
const SURELY_SPANISH =
  /(?<!\p{L})(?:calefacci[oó]n|huele|olor|humo|chispas|mon[oó]xido|fuga|gotea|goteras|quemado|funciona|enciende|prende|enfr[ií]a|calienta|s[oó]tano|aire acondicionado|me llamo|mi nombre es|hablar|persona|mantenimiento|presupuesto|equivocado)(?!\p{L})/iu

/** Words of Spanish that a line has at least, when its speaker speaks it. */
const ENOUGH_SPANISH = 2

const ENGLISH =
  /(?<!\p{L})(?:the|this|that|these|is|are|was|am|it|it['’]s|i|i['’]m|we|you|my|our|your|and|or|but|have|has|do|does|not|don['’]t|can|could|would|will|how|what|when|with|for|to|at|of|in|on|there|please|heat|smell|yes|yesterday|working)(?!\p{L})/iu

function languageIn(text: string): Language | undefined {
  const words = text.match(SPANISH)?.length ?? 0
  if (words >= ENOUGH_SPANISH || SURELY_SPANISH.test(text)) return 'es'
  return words === 0 && text.split(/\s+/).length > 3 && ENGLISH.test(text) ? 'en' : undefined
}

/** The language that the caller speaks, of those that the assistant speaks; the first one until another is heard. */
export function languageOf(answers: readonly Answer[], languages: readonly Language[]): Language {
  const [first = 'en'] = languages
  const spoken = answers.map(({ text }) => languageIn(text))
  return spoken.findLast((language) => language !== undefined && languages.includes(language)) ?? first
}
