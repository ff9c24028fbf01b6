import { SAFETY_KIND_NAMES, type SafetyKind } from '../model/safety.ts'
import { classify, findEvidence, type Model } from './classifier.ts'
import { mentions, scan } from './concepts.ts'
import models from './models.json' with { type: 'json' }
import type { Place, Said } from './phrases.ts'
import { remember } from './remember.ts'
import { sentencesOf } from './words.ts'

/** Minimum probability of a danger. It is low, because a missed danger costs more than a false alarm. */
const MIN_DANGER = 0.35

export type Danger = { kind: SafetyKind; place: Place }

/** Returns whether the danger depends on who is in the house. Callers often mention that in another line. */
const isAboutPeople = (kind: SafetyKind): boolean => kind === 'cold' || kind === 'heat'

const PEOPLE = ['frail', 'grandparent', 'age']

function coldOrHeat(text: string, likely: SafetyKind): SafetyKind {
  const count = (...concepts: string[]) =>
    scan(text).mentions.filter(({ concept }) => concepts.includes(concept)).length
  const [cold, heat] = [count('heating', 'coldhome'), count('cooling', 'hothome', 'heatstroke')]
  return cold === heat ? likely : cold > heat ? 'cold' : 'heat'
}

const findDangerIn = remember((text): { kind: SafetyKind; quote: string } | undefined => {
  const ranked = classify(models.dangers as Model, text)
  const none = ranked.find(({ name }) => name === 'none')?.probability ?? 1
  if (1 - none < MIN_DANGER) return undefined
  const [likely] = ranked.flatMap(({ name }) => SAFETY_KIND_NAMES.find((each) => each === name) ?? [])
  if (!likely) return undefined
  const kind = isAboutPeople(likely) ? coldOrHeat(text, likely) : likely
  return { kind, quote: findEvidence(models.dangers as Model, text, kind, 'none') }
})

/**
 * Maximum words of a classified part. Transcripts often lack full stops, and long texts weaken the signal of a danger.
 */
const MAX_WORDS = 40

function partsOf(text: string): string[] {
  return sentencesOf(text).flatMap((sentence) => {
    const words = sentence.split(/\s+/)
    const starts = Array.from(
      { length: Math.ceil(words.length / (MAX_WORDS / 2)) },
      (_, part) => (part * MAX_WORDS) / 2,
    )
    return words.length <= MAX_WORDS ? [sentence] : starts.map((from) => words.slice(from, from + MAX_WORDS).join(' '))
  })
}

/** Finds the most urgent danger. For cold and heat, the problem and the person at risk may be in different lines. */
export function findDanger(lines: readonly Said[]): Danger | undefined {
  const found = lines.flatMap(({ line, text }): Danger[] => {
    const parts = partsOf(text)
    const whole = text.split(/\s+/).length <= MAX_WORDS ? [text] : []
    return [...new Set([...whole, ...parts])].flatMap((part) => {
      const danger = findDangerIn(part)
      return danger ? [{ kind: danger.kind, place: { line, quote: danger.quote } }] : []
    })
  })
  const [first, ...later] = lines
  const broken = partsOf(first?.text ?? '')[0] ?? ''
  const together = later.flatMap(({ line, text }): Danger[] =>
    partsOf(text)
      .filter((part) => PEOPLE.some((concept) => mentions(part, concept).length > 0))
      .flatMap((part) => {
        const danger = findDangerIn(`${broken} ${part}`)
        return danger && isAboutPeople(danger.kind) ? [{ kind: danger.kind, place: { line, quote: part } }] : []
      }),
  )
  const all = [...found, ...together]
  return SAFETY_KIND_NAMES.map((kind) => all.find((danger) => danger.kind === kind)).find(
    (danger) => danger !== undefined,
  )
}
