export type Job = {
  /** Processes the available work. @param stopping aborts when no new work may start */
  look: (stopping: AbortSignal) => Promise<void>
  /** Runs for the first failure after a success. */
  onFailure: (error: unknown) => void
}

export type Polling = {
  wake: () => void
  stop: () => Promise<void>
}

/**
 * Polls each job immediately, every `pollMs`, and on wake. Jobs are polled independently, so that a slow one does not
 * delay others.
 */
export function startPolling(jobs: readonly Job[], pollMs: number | (() => number)): Polling {
  const stopping = new AbortController()
  const wakers = new Set<() => void>()

  const rest = () =>
    new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        wakers.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, typeof pollMs === 'number' ? pollMs : pollMs()).unref()
      wakers.add(wake)
      if (stopping.signal.aborted) wake()
    })

  async function run({ look, onFailure }: Job): Promise<void> {
    let hasFailed = false
    while (!stopping.signal.aborted) {
      // The wait is registered before the poll, so that a wake during the poll is not missed.
      const rested = rest()
      try {
        await look(stopping.signal)
        hasFailed = false
      } catch (error) {
        if (!hasFailed) onFailure(error)
        hasFailed = true
      }
      await rested
    }
  }

  const running = jobs.map(run)
  const wake = () => {
    for (const waken of wakers) waken()
  }
  const stop = async () => {
    stopping.abort()
    wake()
    await Promise.all(running)
  }
  return { wake, stop }
}
