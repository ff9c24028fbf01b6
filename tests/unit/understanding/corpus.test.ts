import { describe, expect, it } from 'vitest'
import { readExamples } from '../../../scripts/build/understanding.ts'
import { root } from '../../../scripts/support/settings.ts'
import { measureUnderstanding } from '../../../scripts/build/understanding-report.ts'
import { INTENT_NAMES } from '../../../lib/dashboard/model/intent.ts'
import { SAFETY_KIND_NAMES } from '../../../lib/dashboard/model/safety.ts'

const LABELS = { intents: [...INTENT_NAMES, '-', '?'], dangers: [...SAFETY_KIND_NAMES, 'none'] }

describe.each(['en', 'es'] as const)('corpus in %s', (language) => {
  const knownExamples = readExamples(root, `tests/corpus/${language}/known*.tsv`)
  const heldOutExamples = readExamples(root, `tests/corpus/${language}/held-out*.tsv`)
  const sentences = [...knownExamples, ...heldOutExamples].filter(({ file }) => !file.includes('numbers'))

  it('has more than 400 sentences with valid labels', () => {
    expect(sentences.length).toBeGreaterThan(400)
    const isLabeled = ({ intent, danger }: (typeof sentences)[number]) =>
      LABELS.intents.includes(intent) && LABELS.dangers.includes(danger)
    expect(sentences.filter((each) => !isLabeled(each))).toEqual([])
  })

  it('has no held-out sentence that also belongs to the training set', () => {
    const knownTexts = new Set(knownExamples.map(({ text }) => text.toLowerCase()))
    expect(heldOutExamples.filter(({ text }) => knownTexts.has(text.toLowerCase()))).toEqual([])
  })

  it('reaches the required accuracy on held-out sentences', () => {
    const { danger, intentAccuracy, zips, phones } = measureUnderstanding(language, 'held-out')
    expect(danger.recall).toBeGreaterThanOrEqual(0.98)
    expect(danger.precision).toBeGreaterThanOrEqual(0.9)
    expect(intentAccuracy).toBeGreaterThanOrEqual(0.9)
    expect(zips).toBeGreaterThanOrEqual(0.95)
    expect(phones).toBeGreaterThanOrEqual(0.95)
  })
})
