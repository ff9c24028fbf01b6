import type { Fields } from './values.ts'

/** Gives every item of a list a `_key` that no other item of it has; keys that are unique stay. */
export function withUniqueKeys<Item extends Fields>(items: Item[]): (Item & { _key: string })[] {
  const reserved = new Set(items.map(({ _key }) => _key))
  const used = new Set<string>()
  let count = 0
  const nextKey = () => {
    do count++
    while (reserved.has(`key-${count}`))
    return `key-${count}`
  }
  return items.map((item) => {
    const isOwn = typeof item._key === 'string' && item._key !== '' && !used.has(item._key)
    const _key = isOwn ? (item._key as string) : nextKey()
    used.add(_key)
    return { ...item, _key }
  })
}
