/** A map that forgets its least recently used entry once it holds more than `limit`. */
export class LruMap<K, V> {
  readonly #entries = new Map<K, V>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  /** The entry of `key`, made by `create` on first use. */
  getOrCreate(key: K, create: () => V): V {
    const known = this.#entries.get(key)
    const value = known ?? create()
    if (known !== undefined) this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size > this.#limit) this.#entries.delete(this.#entries.keys().next().value as K)
    return value
  }
}
