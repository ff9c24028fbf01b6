import { INTENT_NAMES, type Intent } from '../model/intent.ts'
import { classify, type Model } from './classifier.ts'
import models from './models.json' with { type: 'json' }
import { memoize } from './memoize.ts'

/** Minimum probability of an intent. Below it, the assistant asks again. */
const MIN_INTENT_PROBABILITY = 0.2

/** Class of sentences that express no intent. `MIN_NONE_PROBABILITY` is its minimum probability. */
const NO_INTENT = '-'
const MIN_NONE_PROBABILITY = 0.5

/** Maximum characters to read. Callers state their intent early. */
const MAX_TEXT_LENGTH = 600

export const findIntent = memoize((text): Intent | undefined => {
  const predictions = classify(models.intents as Model, text.slice(0, MAX_TEXT_LENGTH))
  const best = predictions.find(({ name, probability }) => name !== NO_INTENT || probability >= MIN_NONE_PROBABILITY)
  return best && best.probability >= MIN_INTENT_PROBABILITY
    ? INTENT_NAMES.find((name) => name === best.name)
    : undefined
})
