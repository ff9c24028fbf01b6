export type MemoryCache<T> = {
  /** The kept value, or the one that `make` gives; concurrent calls with the same key share one `make`. */
  get(key: string, make: () => Promise<T>): Promise<T>
}

/** Keeps the latest used values up to `maxBytes`; a failed `make` is not kept. */
export function createMemoryCache<T>(maxBytes: number, sizeOf: (value: T) => number): MemoryCache<T> {
  // A Map iterates in insertion order: re-inserting on use makes its first key the least recently used.
  const kept = new Map<string, { value: T; size: number }>()
  const underWay = new Map<string, Promise<T>>()
  let bytes = 0

  const keep = (key: string, value: T): void => {
    const size = sizeOf(value)
    if (size > maxBytes) return
    kept.set(key, { value, size })
    bytes += size
    for (const [oldest, { size: freed }] of kept) {
      if (bytes <= maxBytes) return
      kept.delete(oldest)
      bytes -= freed
    }
  }

  const start = (key: string, make: () => Promise<T>): Promise<T> => {
    const made = make()
      .then((value) => {
        keep(key, value)
        return value
      })
      .finally(() => underWay.delete(key))
    underWay.set(key, made)
    return made
  }

  return {
    async get(key, make) {
      const entry = kept.get(key)
      if (!entry) return underWay.get(key) ?? start(key, make)
      kept.delete(key)
      kept.set(key, entry)
      return entry.value
    },
  }
}
