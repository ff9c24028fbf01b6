import { scanText } from './concepts.ts'

export type Feature = { name: string; start: number; end: number }

const MIN_LONG_WORD_LENGTH = 5

/** Maximum value of the sentence length feature, which counts words in steps of five. */
const MAX_LENGTH = 4

/** Returns the features of a text: words, prefixes, bigrams, concepts and pairs of concepts. */
export function extractFeatures(text: string): { features: Feature[]; quote: (start: number, end: number) => string } {
  const { words, mentions } = scanText(text)
  const texts = words.map(({ text: word }) => (/^\d+$/.test(word) ? `#${classifyNumber(Number(word), word)}` : word))
  const features: Feature[] = texts.flatMap((word, index) => [
    { name: word, start: index, end: index },
    ...(word.length > MIN_LONG_WORD_LENGTH
      ? [{ name: `${word.slice(0, MIN_LONG_WORD_LENGTH)}*`, start: index, end: index }]
      : []),
    { name: `${texts[index - 1] ?? '^'} ${word}`, start: Math.max(0, index - 1), end: index },
  ])
  features.push({ name: `length ${Math.min(MAX_LENGTH, Math.floor(words.length / 5))}`, start: 0, end: Infinity })
  features.push({ name: `${texts.at(-1)} $`, start: texts.length - 1, end: texts.length - 1 })
  const namedMentions = mentions.map(({ concept, start, end, isDenied }) => ({
    name: `${isDenied ? '!' : '@'}${concept}`,
    start,
    end,
  }))
  features.push(...namedMentions)
  namedMentions.forEach((mention, index) => {
    for (const otherMention of namedMentions.slice(index + 1)) {
      if (
        mention.name === otherMention.name ||
        (mention.start <= otherMention.end && otherMention.start <= mention.end)
      )
        continue
      const name = [mention.name, otherMention.name].toSorted().join('&')
      features.push({
        name,
        start: Math.min(mention.start, otherMention.start),
        end: Math.max(mention.end, otherMention.end),
      })
    }
  })
  return {
    features: [...new Map(features.map((feature) => [feature.name, feature])).values()],
    quote: (start, end) => text.slice(words[start]?.from, words[Math.min(end, words.length - 1)]?.to),
  }
}

/** Classifies a number: an age of 65 or more, a cold or hot room temperature, or digits of a phone number. */
function classifyNumber(value: number, digits: string): string {
  if (digits.length > 3) return String(digits.length)
  if (value < 65) return value < 30 ? 'low' : 'mid'
  return value < 111 ? 'high' : 'more'
}
