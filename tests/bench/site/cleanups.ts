import { stopAll } from '../../../scripts/support/processes.ts'

const cleanups: (() => Promise<void>)[] = []

export const addCleanup = (end: () => Promise<void>): number => cleanups.push(end)

export async function runCleanups(): Promise<void> {
  for (const end of cleanups.splice(0).toReversed()) await end()
  await stopAll()
}
