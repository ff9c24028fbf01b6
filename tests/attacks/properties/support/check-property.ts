import fc from 'fast-check'
import { expect } from 'vitest'

/** A fixed seed, so that failures are reproducible. */
const SEED = 28_112_026

/** Checks a property. @returns the number of passed runs */
export async function checkProperty<Tried>(property: fc.IRawProperty<Tried>, runCount: number): Promise<string> {
  const details = await fc.check(property, { seed: SEED, numRuns: runCount })
  const report = details.failed ? await fc.asyncDefaultReportMessage(details) : undefined
  expect(report && `${fc.stringify(details.counterexample)}\n${report}`).toBeUndefined()
  return `passed ${details.numRuns} times with seed ${SEED}`
}
