/** Ctrl-C, a closed terminal or a polite kill: not a failure, so nothing is printed for it. */
export class Interruption extends Error {
  override readonly name = 'Interruption'
}

let interruption: Promise<void> | undefined

/** Resolves when the process is asked to stop. From the first call on, a signal does not end it by itself. */
export function interrupted(): Promise<void> {
  interruption ??= new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
  })
  return interruption
}

/** The outcome of `work`, or an {@link Interruption} if that comes first. */
export function unlessInterrupted<T>(work: Promise<T>): Promise<T> {
  const stop = interrupted().then((): never => {
    throw new Interruption()
  })
  return Promise.race([work, stop])
}
