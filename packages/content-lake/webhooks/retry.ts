import type { Message, Outcome } from '../../local-server/index.ts'

const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 5 * 60_000

/** Hosted Sanity tries for up to 30 minutes. */
const GIVE_UP_AFTER_MS = 30 * 60_000

/** Answers worth another try: the endpoint is overloaded or broken for now. Other 4xx will not get better. */
export const isRetryable = (status: number): boolean => status === 0 || status === 429 || status >= 500

/** Milliseconds until the next try: doubling, half of it random so that failed deliveries do not return in step, never under `retryAfterMs`. */
export function retryDelay(tries: number, random: () => number, retryAfterMs = 0): number {
  const ceiling = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (tries - 1))
  const jittered = ceiling / 2 + (random() * ceiling) / 2
  return Math.round(Math.max(jittered, Math.min(retryAfterMs, LONGEST_DELAY_MS)))
}

/** When a failed message is due again, if it is worth it. One that waited through the lake's own downtime still gets its one try. */
export const retryAt =
  (random: () => number) =>
  ({ tries, createdAt }: Pick<Message<unknown>, 'tries' | 'createdAt'>, outcome: Outcome, now: number) => {
    const dueAt = now + retryDelay(tries, random, outcome.retryAfterMs)
    return isRetryable(outcome.resultCode) && dueAt - createdAt <= GIVE_UP_AFTER_MS ? dueAt : undefined
  }
