import fc from 'fast-check'
import { expect } from 'vitest'

/** A fixed seed makes failures reproducible. */
const SEED = 28_112_026

/** @returns the number of passed runs */
export async function holds<Tried>(property: fc.IRawProperty<Tried>, runs: number): Promise<string> {
  const details = await fc.check(property, { seed: SEED, numRuns: runs })
  const report = details.failed ? await fc.asyncDefaultReportMessage(details) : undefined
  expect(report && `${fc.stringify(details.counterexample)}\n${report}`).toBeUndefined()
  return `held ${details.numRuns} times with the seed ${SEED}`
}
