import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { findPhone, findZip } from '../../lib/dashboard/understanding/phone-and-zip.ts'
import { findDanger } from '../../lib/dashboard/understanding/danger.ts'
import { findIntent } from '../../lib/dashboard/understanding/intent.ts'
import { INTENT_NAMES } from '../../lib/dashboard/model/intent.ts'
import { SAFETY_KIND_NAMES } from '../../lib/dashboard/model/safety.ts'
import { readExamples, UNLABELED } from './understanding.ts'
import { root } from '../support/settings.ts'

/** Precision and recall from 0 to 1. */
export type Score = { name: string; sentences: number; precision: number; recall: number }

export type Report = {
  danger: Score
  dangers: Score[]
  /** Accuracy among sentences with an intent. */
  intentAccuracy: number
  intents: Score[]
  zips: number
  phones: number
}

type LabeledExample = { expected: string; predicted: string }

function computeScore(
  name: string,
  rows: readonly LabeledExample[],
  matchesLabel = (label: string) => label === name,
): Score {
  const hits = rows.filter(({ expected, predicted }) => matchesLabel(expected) && matchesLabel(predicted)).length
  const sentences = rows.filter(({ expected }) => matchesLabel(expected)).length
  const predictions = rows.filter(({ predicted }) => matchesLabel(predicted)).length
  return { name, sentences, precision: hits / predictions, recall: hits / sentences }
}

const computeShare = <Item>(items: readonly Item[], isCorrect: (item: Item) => boolean): number =>
  items.filter(isCorrect).length / items.length

export function measureUnderstanding(language: string, part: string): Report {
  const examples = readExamples(root, `tests/corpus/${language}/${part}*.tsv`).filter(
    ({ file }) => !file.includes('numbers'),
  )
  const dangers = examples.map(({ text, danger }) => ({
    expected: danger,
    predicted: findDanger([{ line: 0, text }])?.kind ?? 'none',
  }))
  const intents = examples
    .filter(({ intent }) => intent !== '-' && intent !== UNLABELED)
    .map(({ text, intent }) => ({ expected: intent, predicted: findIntent(text) ?? '-' }))
  const numbers = globSync(`tests/corpus/${language}/${part}*-numbers.tsv`, { cwd: root })
    .flatMap((file) => readFileSync(resolve(root, file), 'utf8').split('\n'))
    .filter(Boolean)
    .map((line) => {
      const [zip = '', phone = '', text = ''] = line.split('\t')
      return { zip, phone, found: { zip: findZip(text)?.value, phone: findPhone(text)?.value } }
    })
  return {
    danger: computeScore('any danger', dangers, (label) => label !== 'none'),
    dangers: SAFETY_KIND_NAMES.map((kind) => computeScore(kind, dangers)),
    intentAccuracy: computeShare(intents, ({ expected, predicted }) => expected === predicted),
    intents: INTENT_NAMES.map((intent) => computeScore(intent, intents)),
    zips: computeShare(
      numbers.filter(({ zip }) => zip !== '-'),
      ({ zip, found }) => found.zip === zip,
    ),
    phones: computeShare(
      numbers.filter(({ phone }) => phone !== '-'),
      ({ phone, found }) => found.phone === `+1${phone}`,
    ),
  }
}
