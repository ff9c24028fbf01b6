/** What a load has seen so far. */
export type Load = {
  answered: number
  /** What was no answer, or not the right one. */
  failures: string[]
  /** Ends it when what is under way has been answered. */
  stop: () => Promise<void>
}

/**
 * Does each visit again and again, side by side, until it is stopped.
 * @param visit resolves to what was wrong, if anything
 * @param pause milliseconds between two visits
 */
export function startLoad(visits: { visit: () => Promise<string | undefined>; pause: number }[]): Load {
  const over = new AbortController()
  const load: Load = { answered: 0, failures: [], stop: async () => undefined }
  const running = visits.map(async ({ visit, pause }) => {
    while (!over.signal.aborted) {
      try {
        const wrong = await visit()
        if (wrong !== undefined) load.failures.push(wrong)
      } catch (error) {
        load.failures.push(String(error))
      }
      load.answered += 1
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  })
  load.stop = async () => {
    over.abort()
    await Promise.all(running)
  }
  return load
}
