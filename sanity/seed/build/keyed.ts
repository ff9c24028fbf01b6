import type { Keyed } from '../types.ts'

/** Gives the items of an array the `_key` Sanity wants: their position, so that two runs write the same dataset. */
export function keyed<T extends object>(items: T[], prefix = 'item'): Keyed<T>[] {
  return items.map((item, index) => ({ _key: `${prefix}-${index + 1}`, ...item }))
}
