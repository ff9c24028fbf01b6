import { randomId } from './random-id.ts'

/** `value` with a `_key` on every object inside an array that has none (`autoGenerateArrayKeys`). */
export function withArrayKeys<T>(value: T): T {
  if (Array.isArray(value)) return value.map((item) => keyed(withArrayKeys(item))) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, withArrayKeys(child)])) as T
}

const keyed = (item: unknown): unknown =>
  item !== null && typeof item === 'object' && !Array.isArray(item) && !('_key' in item)
    ? { ...item, _key: randomId(12) }
    : item
