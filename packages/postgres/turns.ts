/** Hands out turns, one at a time, in the order in which they were asked for; calling what it resolves with ends the turn. */
export function createTurns(): () => Promise<() => void> {
  let last = Promise.resolve()
  return async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = last
    last = promise
    await before
    return resolve
  }
}
