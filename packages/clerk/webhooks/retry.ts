const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Milliseconds before the second attempt, the third, …: Svix's own schedule, with quick steps first for a site that is just starting. */
const DELAYS = [SECOND, 5 * SECOND, 30 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR]

/** Milliseconds until the next attempt after `tries` failed ones, up to a tenth more so that messages do not return in step; nothing when it is time to give up. */
export function retryDelay(tries: number, random: () => number = Math.random): number | undefined {
  const delay = DELAYS[tries - 1]
  return delay === undefined ? undefined : Math.round(delay * (1 + random() / 10))
}
