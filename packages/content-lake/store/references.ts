/** A `_ref` found in a document. Strong ones protect their target from deletion and must point to something. */
type FoundReference = { id: string; strong: boolean }

/** Every reference of this dataset inside `value`; cross-dataset and global references are left out. */
export function collectReferences(value: unknown): FoundReference[] {
  const found: FoundReference[] = []
  visit(value, found)
  return found
}

function visit(value: unknown, found: FoundReference[]): void {
  if (value === null || typeof value !== 'object') return
  if (Array.isArray(value)) {
    for (const item of value) visit(item, found)
    return
  }
  const node = value as Record<string, unknown>
  if (typeof node._ref === 'string' && isLocal(node)) found.push({ id: node._ref, strong: node._weak !== true })
  for (const key in node) visit(node[key], found)
}

const isLocal = (node: Record<string, unknown>): boolean =>
  node._dataset === undefined &&
  node._projectId === undefined &&
  node._type !== 'globalDocumentReference' &&
  node._type !== 'crossDatasetReference'
