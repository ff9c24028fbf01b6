/** Plain JSON equality; a field holding `undefined` counts as absent. */
export function equal(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (Array.isArray(left)) {
    return Array.isArray(right) && left.length === right.length && left.every((item, at) => equal(item, right[at]))
  }
  if (!isObject(left) || !isObject(right)) return false
  const keys = fieldsOf(left)
  return keys.length === fieldsOf(right).length && keys.every((key) => key in right && equal(left[key], right[key]))
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** Names of defined fields, in the order Mendoza addresses them by index. */
export const fieldsOf = (object: Record<string, unknown>): string[] =>
  Object.keys(object)
    .filter((key) => object[key] !== undefined)
    .toSorted()
