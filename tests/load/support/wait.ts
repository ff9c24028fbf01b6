import { setTimeout as wait } from 'node:timers/promises'

export async function waitUnlessAborted(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(milliseconds, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
