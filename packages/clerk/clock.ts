export type Clock = {
  /** Milliseconds since 1970, for stored times: ages of factors, expiry, lockouts. */
  now: () => number
  /** Lets `minutes` pass, for tests that cannot wait for a lockout or a reverification to end. */
  advance: (minutes: number) => void
}

/** The machine's clock, plus what tests advanced it by. Tokens keep real time, because the SDK compares them with its own clock. */
export function createClock(): Clock {
  let offset = 0
  return {
    now: () => Date.now() + offset,
    advance: (minutes) => {
      offset += minutes * 60_000
    },
  }
}
