import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Model } from '../../lib/dashboard/understanding/classifier.ts'
import { computeScale } from '../../lib/dashboard/understanding/classifier.ts'
import { extractFeatures } from '../../lib/dashboard/understanding/features.ts'

/* The models are trained on the training part of the corpus. `npm run understanding` evaluates the held-out part. */

export const MODEL_FILE = 'lib/dashboard/understanding/models.json'

/** A line of the corpus; see tests/corpus/README.md. */
export type Example = { intent: string; danger: string; text: string; file: string }

export const readExamples = (tree: string, pattern: string): Example[] =>
  globSync(pattern, { cwd: tree })
    .toSorted()
    .flatMap((file) =>
      readFileSync(resolve(tree, file), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => {
          const [intent = '', danger = '', text = ''] = line.split('\t')
          return { intent, danger, text, file }
        }),
    )

/** Returns a seeded random generator, so that training is deterministic. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff
    return state / 0x80_00_00_00
  }
}

function shuffle<Item>(items: Item[], random: () => number): Item[] {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const swapIndex = Math.floor(random() * (last + 1))
    const [lastItem, swapItem] = [items[last], items[swapIndex]] as [Item, Item]
    items[last] = swapItem
    items[swapIndex] = lastItem
  }
  return items
}

const round = (value: number) => Math.round(value * 10) / 10

const EPOCHS = 60
const LEARNING_RATE = 0.3
const WEIGHT_DECAY = 2e-5
/** Minimum sentences per feature. Rarer features do not generalize. */
const MIN_SENTENCES = 2
/** Minimum weight to keep. Smaller weights change no decision. */
const MIN_WEIGHT = 0.4

/**
 * Fits a model by stochastic gradient descent with AdaGrad. `share` is the share of features kept per step (dropout).
 */
export function fitModel(examples: readonly { text: string; label: string }[], share: number): Model {
  const classes = [...new Set(examples.map(({ label }) => label))].toSorted()
  const rows = examples.map(({ text, label }) => ({
    names: extractFeatures(text).features.map(({ name }) => name),
    label: classes.indexOf(label),
  }))
  const counts = new Map<string, number>()
  for (const { names } of rows) for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  const size = classes.length
  const createRow = (value: number) => new Float64Array(size).fill(value)
  const weights = new Map<string, { weight: Float64Array; sum: Float64Array }>()
  for (const [name, count] of counts)
    if (count >= MIN_SENTENCES) weights.set(name, { weight: createRow(0), sum: createRow(0.1) })
  const bias = { weight: createRow(0), sum: createRow(0.1) }
  const nextRandom = createRandom(7)
  const samples = rows.map(({ names, label }) => ({ cells: names.flatMap((name) => weights.get(name) ?? []), label }))
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    for (const { cells: allCells, label } of shuffle(samples, nextRandom)) {
      const cells = allCells.filter(() => nextRandom() < share)
      const scale = computeScale(cells.length)
      const scores = Array.from({ length: size }, (_, index) => {
        let sum = bias.weight[index] ?? 0
        for (const { weight } of cells) sum += (weight[index] ?? 0) * scale
        return sum
      })
      const max = Math.max(...scores)
      const exponentials = scores.map((score) => Math.exp(score - max))
      const total = exponentials.reduce((sum, exponential) => sum + exponential, 0)
      for (let index = 0; index < size; index += 1) {
        const error = (exponentials[index] ?? 0) / total - (index === label ? 1 : 0)
        updateWeight(bias, index, error)
        for (const cell of cells) updateWeight(cell, index, error * scale + WEIGHT_DECAY * (cell.weight[index] ?? 0))
      }
    }
  }
  const prunedWeights = [...weights]
    .map(
      ([name, { weight }]) =>
        [
          name,
          [...weight].flatMap((value, index) => (Math.abs(value) >= MIN_WEIGHT ? [index, round(value)] : [])),
        ] as const,
    )
    .filter(([, weight]) => weight.length > 0)
  return { classes, bias: [...bias.weight].map(round), weights: Object.fromEntries(prunedWeights) }
}

function updateWeight(
  { weight, sum }: { weight: Float64Array; sum: Float64Array },
  index: number,
  gradient: number,
): void {
  sum[index] = (sum[index] ?? 0) + gradient * gradient
  weight[index] = (weight[index] ?? 0) - (LEARNING_RATE * gradient) / Math.sqrt(sum[index] ?? 1)
}

/** Intent of sentences that train only the danger model, with or without a danger. */
export const UNLABELED = '?'

/** Fits both models. Sentences with a danger are not used for intents. */
export const fitModels = (examples: readonly Example[]): { dangers: Model; intents: Model } => ({
  dangers: fitModel(
    examples.map(({ text, danger }) => ({ text, label: danger })),
    0.5,
  ),
  intents: fitModel(
    examples
      .filter(({ danger, intent }) => danger === 'none' && intent !== UNLABELED)
      .map(({ text, intent }) => ({ text, label: intent })),
    0.4,
  ),
})

export function writeModels(tree: string): void {
  const models = fitModels(
    readExamples(tree, 'tests/corpus/*/known*.tsv').filter(({ file }) => !file.includes('numbers')),
  )
  writeFileSync(resolve(tree, MODEL_FILE), `${JSON.stringify(models)}\n`)
}
