import { stopAll } from '../../../scripts/support/processes.ts'

const endings: (() => Promise<void>)[] = []

export const atEnd = (end: () => Promise<void>): number => endings.push(end)

export async function endAll(): Promise<void> {
  for (const end of endings.splice(0).toReversed()) await end()
  await stopAll()
}
