/** A draft's references to unpublished documents are weak until it is published; `_strengthenOnPublish` says what they become. */
export function strengthenReferences<T>(value: T): T {
  if (Array.isArray(value)) return value.map(strengthenReferences) as T
  if (value === null || typeof value !== 'object') return value
  const node = Object.fromEntries(Object.entries(value).map(([key, child]) => [key, strengthenReferences(child)]))
  if (typeof node._ref !== 'string' || !node._strengthenOnPublish) return node as T
  const { _strengthenOnPublish, _weak, ...reference } = node
  const staysWeak = (_strengthenOnPublish as { weak?: boolean }).weak === true
  return (staysWeak ? { ...reference, _weak: true } : reference) as T
}
