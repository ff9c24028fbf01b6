import { availableParallelism } from 'node:os'

/** Pictures that wait to be made; they are sent to browsers, which ask again. */
const MAX_WAITING = 100

/** Leaves a core to everything else. */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))

/** Says that too many wait already. */
export class TooMany extends Error {}

/** Runs a few pieces of work at once; the others wait. */
export class Turns {
  readonly #waiting: (() => void)[] = []
  #running = 0

  /** @throws TooMany when too many wait */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= AT_ONCE) await this.#wait()
    else this.#running++
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }

  #wait(): Promise<void> {
    if (this.#waiting.length >= MAX_WAITING) throw new TooMany()
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}
