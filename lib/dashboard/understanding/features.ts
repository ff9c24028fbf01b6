import { scan } from './concepts.ts'

export type Feature = { name: string; start: number; end: number }

const LONG_WORD = 5

/** Maximum value of the sentence length feature, which counts words in steps of five. */
const MAX_LENGTH = 4

/** Returns the features of a text: words, prefixes, bigrams, concepts and pairs of concepts. */
export function featuresOf(text: string): { features: Feature[]; quote: (start: number, end: number) => string } {
  const { words, mentions } = scan(text)
  const texts = words.map(({ text: word }) => (/^\d+$/.test(word) ? `#${numberKind(Number(word), word)}` : word))
  const features: Feature[] = texts.flatMap((word, at) => [
    { name: word, start: at, end: at },
    ...(word.length > LONG_WORD ? [{ name: `${word.slice(0, LONG_WORD)}*`, start: at, end: at }] : []),
    { name: `${texts[at - 1] ?? '^'} ${word}`, start: Math.max(0, at - 1), end: at },
  ])
  features.push({ name: `length ${Math.min(MAX_LENGTH, Math.floor(words.length / 5))}`, start: 0, end: Infinity })
  features.push({ name: `${texts.at(-1)} $`, start: texts.length - 1, end: texts.length - 1 })
  const named = mentions.map(({ concept, start, end, isDenied }) => ({
    name: `${isDenied ? '!' : '@'}${concept}`,
    start,
    end,
  }))
  features.push(...named)
  named.forEach((one, index) => {
    for (const other of named.slice(index + 1)) {
      if (one.name === other.name || (one.start <= other.end && other.start <= one.end)) continue
      const name = [one.name, other.name].toSorted().join('&')
      features.push({ name, start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) })
    }
  })
  return {
    features: [...new Map(features.map((feature) => [feature.name, feature])).values()],
    quote: (start, end) => text.slice(words[start]?.from, words[Math.min(end, words.length - 1)]?.to),
  }
}

/** Classifies a number: an age of 65 or more, a cold or hot room temperature, or digits of a phone number. */
function numberKind(value: number, digits: string): string {
  if (digits.length > 3) return String(digits.length)
  if (value < 65) return value < 30 ? 'low' : 'mid'
  return value < 111 ? 'high' : 'more'
}
