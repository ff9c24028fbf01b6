import { INTENT_NAMES, type Intent } from '../calls/intent.ts'
import { classify, type Model } from './classifier.ts'
import models from './models.json' with { type: 'json' }
import { remember } from './remember.ts'

/** Below this probability a caller is asked again what the call is about. */
const MIN_INTENT = 0.2

/** The label of sentences without an intent, and from which probability on it holds. */
const NO_INTENT = '-'
const SURE_OF_NONE = 0.5

/** Characters of a line that are read: its beginning says what a caller wants. */
const MAX_LENGTH = 600

/** What a line wants; undefined where it says nothing of it. */
export const findIntent = remember((text): Intent | undefined => {
  const ranked = classify(models.intents as Model, text.slice(0, MAX_LENGTH))
  const best = ranked.find(({ name, probability }) => name !== NO_INTENT || probability >= SURE_OF_NONE)
  return best && best.probability >= MIN_INTENT ? INTENT_NAMES.find((name) => name === best.name) : undefined
})
