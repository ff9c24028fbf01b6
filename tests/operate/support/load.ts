export type Load = {
  answered: number
  failures: string[]
  stop: () => Promise<void>
}

/** Repeats visits until stopped. `visit` resolves to an error text, if any; `pause` is in milliseconds. */
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
