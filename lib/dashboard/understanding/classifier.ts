import { type Feature, featuresOf } from './features.ts'

/**
 * Model of a multinomial logistic regression. `weights` maps a feature to a list of alternating class indexes and
 * weights. `npm run generate` trains the model.
 */
export type Model = { classes: string[]; bias: number[]; weights: Record<string, number[]> }

export type Prediction = { name: string; probability: number }

/** Maximum length of a quote, in words. */
const MAX_QUOTE = 6

const WORD_COST = 0.3

/** Returns a factor that normalizes scores for the number of features. */
export const scaleOf = (count: number): number => 1 / Math.sqrt(Math.max(1, count))

function scoresOf({ bias, weights }: Model, features: readonly Feature[]): number[] {
  const known = features.flatMap(({ name }) => (weights[name] ? [weights[name]] : []))
  const scale = scaleOf(known.length)
  const scores = [...bias]
  for (const list of known)
    for (let at = 0; at < list.length; at += 2)
      scores[list[at] ?? 0] = (scores[list[at] ?? 0] ?? 0) + (list[at + 1] ?? 0) * scale
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
  return softmax(scoresOf(model, featuresOf(text).features))
    .map((probability, index) => ({ name: model.classes[index] ?? '', probability }))
    .toSorted((one, other) => other.probability - one.probability)
}

/** Words that a quote must not start or end with. */
const EDGES = new Set(
  'and but or my our the a an of to in on is it so that y o pero mi el la los las un una de en que se'.split(' '),
)

function trimEdges(text: string): string {
  const words = text.split(/\s+/)
  const isEdge = (word: string | undefined) => EDGES.has((word ?? '').toLowerCase().replace(',', ''))
  while (words.length > 1 && isEdge(words[0])) words.shift()
  while (words.length > 1 && isEdge(words.at(-1))) words.pop()
  return words.join(' ').replace(/,$/, '')
}

function weightOf(list: readonly number[], index: number): number {
  for (let at = 0; at < list.length; at += 2) if (list[at] === index) return list[at + 1] ?? 0
  return 0
}

/** Returns the adjacent words that most strongly support one class over another. */
export function findEvidence({ classes, weights }: Model, text: string, chosen: string, other: string): string {
  const { features, quote } = featuresOf(text)
  const [chosenAt, otherAt] = [classes.indexOf(chosen), classes.indexOf(other)]
  const votes = features.flatMap(({ name, start, end }) => {
    const weight = weights[name]
    if (!weight) return []
    const [chosenWeight, otherWeight] = [chosenAt, otherAt].map((at) => weightOf(weight, at))
    return [{ start, end, vote: (chosenWeight ?? 0) - (otherWeight ?? 0) }]
  })
  const windows = [...new Set(votes.map(({ start }) => start))].flatMap((start) =>
    Array.from({ length: MAX_QUOTE }, (_, more) => {
      const inside = votes.filter((each) => each.start >= start && each.end <= start + more)
      return { start, end: start + more, vote: inside.reduce((sum, { vote }) => sum + vote, 0) - WORD_COST * more }
    }),
  )
  const best = windows.toSorted((one, two) => two.vote - one.vote)[0]
  return best ? trimEdges(quote(best.start, best.end)) : text
}
