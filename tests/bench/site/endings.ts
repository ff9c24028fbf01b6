import { stopAll } from '../../../scripts/support/processes.ts'

const endings: (() => Promise<void>)[] = []

/** Notes what ends something that the benchmarks have started in this process. */
export const atEnd = (end: () => Promise<void>): number => endings.push(end)

/** Ends everything that was started, the newest first, then all programs. */
export async function endAll(): Promise<void> {
  for (const end of endings.splice(0).toReversed()) await end()
  await stopAll()
}
