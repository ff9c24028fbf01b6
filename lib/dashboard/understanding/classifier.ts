import { type Feature, extractFeatures } from './features.ts'

/**
 * Model of a multinomial logistic regression. `weights` maps a feature to a list of alternating class indexes and
 * weights. `npm run generate` trains the model.
 */
export type Model = { classes: string[]; bias: number[]; weights: Record<string, number[]> }

export type Prediction = { name: string; probability: number }

/** Maximum length of a quote, in words. */
const MAX_QUOTE_WORDS = 6

const WORD_COST = 0.3

/** Returns a factor that normalizes scores for the number of features. */
export const computeScale = (count: number): number => 1 / Math.sqrt(Math.max(1, count))

function computeScores({ bias, weights }: Model, features: readonly Feature[]): number[] {
  const knownWeights = features.flatMap(({ name }) => (weights[name] ? [weights[name]] : []))
  const scale = computeScale(knownWeights.length)
  const scores = [...bias]
  for (const list of knownWeights)
    for (let position = 0; position < list.length; position += 2)
      scores[list[position] ?? 0] = (scores[list[position] ?? 0] ?? 0) + (list[position + 1] ?? 0) * scale
  return scores
}

function softmax(scores: readonly number[]): number[] {
  const max = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - max))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map((power) => power / sum)
}

/** Returns the classes of a text, most likely first. */
export function classify(model: Model, text: string): Prediction[] {
  return softmax(computeScores(model, extractFeatures(text).features))
    .map((probability, index) => ({ name: model.classes[index] ?? '', probability }))
    .toSorted((a, b) => b.probability - a.probability)
}

/** Words that a quote must not start or end with. */
const EDGE_WORDS = new Set(
  'and but or my our the a an of to in on is it so that y o pero mi el la los las un una de en que se'.split(' '),
)

function trimEdges(text: string): string {
  const words = text.split(/\s+/)
  const isEdge = (word: string | undefined) => EDGE_WORDS.has((word ?? '').toLowerCase().replace(',', ''))
  while (words.length > 1 && isEdge(words[0])) words.shift()
  while (words.length > 1 && isEdge(words.at(-1))) words.pop()
  return words.join(' ').replace(/,$/, '')
}

function findWeight(list: readonly number[], index: number): number {
  for (let position = 0; position < list.length; position += 2)
    if (list[position] === index) return list[position + 1] ?? 0
  return 0
}

/** Returns the adjacent words that most strongly support one class over another. */
export function findEvidence({ classes, weights }: Model, text: string, chosen: string, other: string): string {
  const { features, quote } = extractFeatures(text)
  const [chosenIndex, otherIndex] = [classes.indexOf(chosen), classes.indexOf(other)]
  const votes = features.flatMap(({ name, start, end }) => {
    const weight = weights[name]
    if (!weight) return []
    const [chosenWeight, otherWeight] = [chosenIndex, otherIndex].map((classIndex) => findWeight(weight, classIndex))
    return [{ start, end, vote: (chosenWeight ?? 0) - (otherWeight ?? 0) }]
  })
  const windows = [...new Set(votes.map(({ start }) => start))].flatMap((start) =>
    Array.from({ length: MAX_QUOTE_WORDS }, (_, extraWords) => {
      const votesInside = votes.filter((candidate) => candidate.start >= start && candidate.end <= start + extraWords)
      return {
        start,
        end: start + extraWords,
        vote: votesInside.reduce((sum, { vote }) => sum + vote, 0) - WORD_COST * extraWords,
      }
    }),
  )
  const best = windows.toSorted((a, b) => b.vote - a.vote)[0]
  return best ? trimEdges(quote(best.start, best.end)) : text
}
