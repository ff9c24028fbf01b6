import { SAFETY_KIND_NAMES, type SafetyKind } from '../model/safety.ts'
import { classify, findEvidence, type Model } from './classifier.ts'
import { findMentions, scanText } from './concepts.ts'
import models from './models.json' with { type: 'json' }
import type { Place, SpokenLine } from './phrases.ts'
import { memoize } from './memoize.ts'
import { splitSentences } from './words.ts'

/** Minimum probability of a danger. It is low, because a missed danger costs more than a false alarm. */
const MIN_DANGER_PROBABILITY = 0.35

export type Danger = { kind: SafetyKind; place: Place }

/** Returns whether the danger depends on who is in the house. Callers often mention that in another line. */
const isAboutPeople = (kind: SafetyKind): boolean => kind === 'cold' || kind === 'heat'

const PEOPLE_CONCEPTS = ['frail', 'grandparent', 'age']

function chooseColdOrHeat(text: string, likelyKind: SafetyKind): SafetyKind {
  const count = (...concepts: string[]) =>
    scanText(text).mentions.filter(({ concept }) => concepts.includes(concept)).length
  const [coldCount, heatCount] = [count('heating', 'coldhome'), count('cooling', 'hothome', 'heatstroke')]
  return coldCount === heatCount ? likelyKind : coldCount > heatCount ? 'cold' : 'heat'
}

const findTextDanger = memoize((text): { kind: SafetyKind; quote: string } | undefined => {
  const predictions = classify(models.dangers as Model, text)
  const noneProbability = predictions.find(({ name }) => name === 'none')?.probability ?? 1
  if (1 - noneProbability < MIN_DANGER_PROBABILITY) return undefined
  const [likelyKind] = predictions.flatMap(
    ({ name }) => SAFETY_KIND_NAMES.find((candidate) => candidate === name) ?? [],
  )
  if (!likelyKind) return undefined
  const kind = isAboutPeople(likelyKind) ? chooseColdOrHeat(text, likelyKind) : likelyKind
  return { kind, quote: findEvidence(models.dangers as Model, text, kind, 'none') }
})

/**
 * Maximum words of a classified part. Transcripts often lack full stops, and long texts weaken the signal of a danger.
 */
const MAX_WORDS = 40

function splitParts(text: string): string[] {
  return splitSentences(text).flatMap((sentence) => {
    const words = sentence.split(/\s+/)
    const starts = Array.from(
      { length: Math.ceil(words.length / (MAX_WORDS / 2)) },
      (_, part) => (part * MAX_WORDS) / 2,
    )
    return words.length <= MAX_WORDS ? [sentence] : starts.map((from) => words.slice(from, from + MAX_WORDS).join(' '))
  })
}

/** Finds the most urgent danger. For cold and heat, the problem and the person at risk may be in different lines. */
export function findDanger(lines: readonly SpokenLine[]): Danger | undefined {
  const singleDangers = lines.flatMap(({ line, text }): Danger[] => {
    const parts = splitParts(text)
    const wholeText = text.split(/\s+/).length <= MAX_WORDS ? [text] : []
    return [...new Set([...wholeText, ...parts])].flatMap((part) => {
      const danger = findTextDanger(part)
      return danger ? [{ kind: danger.kind, place: { line, quote: danger.quote } }] : []
    })
  })
  const [first, ...laterLines] = lines
  const firstPart = splitParts(first?.text ?? '')[0] ?? ''
  const combinedDangers = laterLines.flatMap(({ line, text }): Danger[] =>
    splitParts(text)
      .filter((part) => PEOPLE_CONCEPTS.some((concept) => findMentions(part, concept).length > 0))
      .flatMap((part) => {
        const danger = findTextDanger(`${firstPart} ${part}`)
        return danger && isAboutPeople(danger.kind) ? [{ kind: danger.kind, place: { line, quote: part } }] : []
      }),
  )
  const dangers = [...singleDangers, ...combinedDangers]
  return SAFETY_KIND_NAMES.map((kind) => dangers.find((danger) => danger.kind === kind)).find(
    (danger) => danger !== undefined,
  )
}
