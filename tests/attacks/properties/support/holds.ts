import fc from 'fast-check'
import { expect } from 'vitest'

/** The same tries each time, so that what fails once fails again. */
const SEED = 28_112_026

/**
 * Tries a property; what breaks it, made as small as it can be, is the failure of an assertion.
 * @returns how often it held
 */
export async function holds<Tried>(property: fc.IRawProperty<Tried>, runs: number): Promise<string> {
  const details = await fc.check(property, { seed: SEED, numRuns: runs })
  const report = details.failed ? await fc.asyncDefaultReportMessage(details) : undefined
  expect(report && `${fc.stringify(details.counterexample)}\n${report}`).toBeUndefined()
  return `held ${details.numRuns} times with the seed ${SEED}`
}
