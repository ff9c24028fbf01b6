export type Clock = {
  /** Milliseconds since 1970 by which stored times (ages of factors, expiry, lockouts) are set and compared. */
  now: () => number
  /** Lets `minutes` pass, for tests that cannot wait for a lockout or a reverification to end. */
  advance: (minutes: number) => void
}

/** The machine's clock plus what it was advanced by. Tokens keep real time: the SDK compares them with its own clock. */
export function createClock(): Clock {
  let offset = 0
  return {
    now: () => Date.now() + offset,
    advance: (minutes) => {
      offset += minutes * 60_000
    },
  }
}
