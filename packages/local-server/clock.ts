/** Time as servers see it; tests pass their own. */
export type Clock = {
  /** Milliseconds since 1970. */
  now: () => number
  /** Runs `task` once after `delayMs`; the returned function cancels it. */
  schedule: (task: () => void, delayMs: number) => () => void
}

/** The machine's clock. A waiting task does not keep the process alive. */
export const systemClock: Clock = {
  now: Date.now,
  schedule: (task, delayMs) => {
    const timer = setTimeout(task, delayMs)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
