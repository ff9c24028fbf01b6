export type Job = {
  /** Processes the available work. @param stopping aborts when no new work may start */
  poll: (stopping: AbortSignal) => Promise<void>
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
  const stopController = new AbortController()
  const wakers = new Set<() => void>()

  const waitForNextPoll = () =>
    new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        wakers.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, typeof pollMs === 'number' ? pollMs : pollMs()).unref()
      wakers.add(wake)
      if (stopController.signal.aborted) wake()
    })

  async function run({ poll, onFailure }: Job): Promise<void> {
    let hasFailed = false
    while (!stopController.signal.aborted) {
      // The wait is registered before the poll, so that a wake during the poll is not missed.
      const nextPoll = waitForNextPoll()
      try {
        await poll(stopController.signal)
        hasFailed = false
      } catch (error) {
        if (!hasFailed) onFailure(error)
        hasFailed = true
      }
      await nextPoll
    }
  }

  const loops = jobs.map(run)
  const wake = () => {
    for (const wakeLoop of wakers) wakeLoop()
  }
  const stop = async () => {
    stopController.abort()
    wake()
    await Promise.all(loops)
  }
  return { wake, stop }
}
