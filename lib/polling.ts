/** Something that is looked for again and again. */
export type Job = {
  /**
   * Does what there is to do.
   * @param stopping aborted when nothing new is to be begun
   */
  look: (stopping: AbortSignal) => Promise<void>
  /** Told of the first failure after a success. */
  onFailure: (error: unknown) => void
}

export type Polling = {
  /** Has every job look at once. */
  wake: () => void
  /** Resolves when what was being done is done. */
  stop: () => Promise<void>
}

/** Has each job look now, every so many milliseconds, and when woken; each by itself, so that a slow one holds up no other. */
export function startPolling(jobs: readonly Job[], pollMs: number): Polling {
  const stopping = new AbortController()
  const wakers = new Set<() => void>()

  const rest = () =>
    new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        wakers.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, pollMs).unref()
      wakers.add(wake)
      if (stopping.signal.aborted) wake()
    })

  async function run({ look, onFailure }: Job): Promise<void> {
    let hasFailed = false
    while (!stopping.signal.aborted) {
      // Registered first, so that being woken while this looks for work is not missed.
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
