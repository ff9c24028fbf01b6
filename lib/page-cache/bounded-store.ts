/** Keeps the entries used last, at most `limit` of them, in memory. */
export class BoundedStore<Value> {
  readonly #entries = new Map<string, Value>()
  readonly #limit: number
  readonly #dropped: (key: string) => void

  /** @param dropped hears of each entry that leaves, pushed out or deleted */
  constructor(limit: number, dropped: (key: string) => void = () => undefined) {
    this.#limit = limit
    this.#dropped = dropped
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  set(key: string, value: Value): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#limit) return
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    if (this.#entries.delete(key)) this.#dropped(key)
  }
}
