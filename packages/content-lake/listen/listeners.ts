import { LakeError } from '../errors.ts'

/** Event streams of one user, or of all who have no token; the Studio keeps about ten in each of its tabs. */
const MAX_OF_A_USER = 200
const MAX_OF_ALL = 400

/** Milliseconds in which streams are told of changes before others have their turn. */
const SLICE_MS = 10

/** The open event streams: how many there are, and whose turn it is to be told of a change. */
export class Listeners {
  readonly #open = new Map<string, number>()
  readonly #waiting: (() => void)[] = []
  #sliceEnds: number | undefined

  /**
   * Counts a stream until the function that is returned is called.
   * @param user id, or undefined for one without a token
   * @throws LakeError 429 when there are too many
   */
  admit(user = ''): () => void {
    const all = [...this.#open.values()].reduce((sum, count) => sum + count, 0)
    const own = this.#open.get(user) ?? 0
    if (own >= MAX_OF_A_USER || all >= MAX_OF_ALL) throw tooMany()
    this.#open.set(user, own + 1)
    return () => void this.#open.set(user, (this.#open.get(user) ?? 0) - 1)
  }

  /** Does this after all that was given before, at once if that takes no longer than a moment: filters of many are evaluated for each change. */
  inTurn(task: () => void): void {
    this.#waiting.push(task)
    this.#work()
  }

  #work(): void {
    this.#sliceEnds ??= this.#beginSlice()
    while (performance.now() < this.#sliceEnds) {
      const task = this.#waiting.shift()
      if (!task) return
      task()
    }
  }

  #beginSlice(): number {
    setImmediate(() => {
      this.#sliceEnds = undefined
      if (this.#waiting.length > 0) this.#work()
    })
    return performance.now() + SLICE_MS
  }
}

const tooMany = (): LakeError =>
  new LakeError(429, {
    statusCode: 429,
    error: 'Too Many Requests',
    message: 'Too many event streams are open already',
  })
