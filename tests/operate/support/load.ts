export type Load = {
  completed: number
  failures: string[]
  stop: () => Promise<void>
}

/** Repeats visits until stopped. `visit` resolves to an error text, if any. `pause` is in milliseconds. */
export function startLoad(tasks: { visit: () => Promise<string | undefined>; pause: number }[]): Load {
  const stopController = new AbortController()
  const load: Load = { completed: 0, failures: [], stop: async () => undefined }
  const running = tasks.map(async ({ visit, pause }) => {
    while (!stopController.signal.aborted) {
      try {
        const failure = await visit()
        if (failure !== undefined) load.failures.push(failure)
      } catch (error) {
        load.failures.push(String(error))
      }
      load.completed += 1
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  })
  load.stop = async () => {
    stopController.abort()
    await Promise.all(running)
  }
  return load
}
