import { INTENT_NAMES, type Intent } from '../model/intent.ts'
import { classify, type Model } from './classifier.ts'
import models from './models.json' with { type: 'json' }
import { remember } from './remember.ts'

/** Minimum probability of an intent. Below it, the assistant asks again. */
const MIN_INTENT = 0.2

/** Class of sentences without an intent. SURE_OF_NONE is its minimum probability. */
const NO_INTENT = '-'
const SURE_OF_NONE = 0.5

/** Maximum characters to read. Callers state their intent early. */
const MAX_LENGTH = 600

export const findIntent = remember((text): Intent | undefined => {
  const ranked = classify(models.intents as Model, text.slice(0, MAX_LENGTH))
  const best = ranked.find(({ name, probability }) => name !== NO_INTENT || probability >= SURE_OF_NONE)
  return best && best.probability >= MIN_INTENT ? INTENT_NAMES.find((name) => name === best.name) : undefined
})
