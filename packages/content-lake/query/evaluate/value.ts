import type { LakeDocument } from '../../store/document.ts'
import { DateTime, isPath } from './groq.ts'

/** Value with an optional `source` (provenance), which only source maps need. */
export type Value = { readonly data: unknown; readonly source?: Source }

export type Source =
  | { kind: 'document'; document: LakeDocument }
  | { kind: 'documents' }
  | { kind: 'field'; of: Source; key: string | number }
  | { kind: 'list'; items: readonly Value[] }
  | { kind: 'record'; fields: ReadonlyMap<string, Value> }

export type ValueType = 'null' | 'array' | 'object' | 'string' | 'number' | 'boolean' | 'datetime' | 'path'

export const NULL: Value = { data: null }
export const TRUE: Value = { data: true }
export const FALSE: Value = { data: false }

export const fromBoolean = (data: boolean): Value => (data ? TRUE : FALSE)

export function getValueType(data: unknown): ValueType {
  if (data === null || data === undefined) return 'null'
  if (Array.isArray(data)) return 'array'
  if (data instanceof DateTime) return 'datetime'
  if (isPath(data)) return 'path'
  const type = typeof data
  return type === 'string' || type === 'number' || type === 'boolean' || type === 'object' ? type : 'null'
}

export const isScalar = (data: unknown): boolean => data === null || typeof data !== 'object'

export function getChild({ data, source }: Value, key: string | number): Value {
  const childData = (data as Record<string | number, unknown>)[key] ?? null
  return source ? { data: childData, source: getChildSource(source, key, childData) } : { data: childData }
}

function getChildSource(source: Source, key: string | number, data: unknown): Source | undefined {
  switch (source.kind) {
    case 'documents':
      return { kind: 'document', document: data as LakeDocument }
    case 'list':
      return source.items[key as number]?.source
    case 'record':
      return source.fields.get(key as string)?.source
    default:
      return { kind: 'field', of: source, key }
  }
}

export function isRecord(value: Value): value is Value & { data: Record<string, unknown> } {
  return getValueType(value.data) === 'object'
}

export function getElements(value: Value): Value[] | undefined {
  return Array.isArray(value.data) ? value.data.map((_, index) => getChild(value, index)) : undefined
}

export function fromDocuments(data: readonly LakeDocument[], tracing: boolean): Value {
  return tracing ? { data, source: { kind: 'documents' } } : { data }
}

export function fromElements(items: readonly Value[], tracing: boolean): Value {
  const data = items.map((item) => item.data)
  return tracing ? { data, source: { kind: 'list', items } } : { data }
}

/** Builds an object in field order. `__proto__` is an ordinary field. */
export function fromFields(fields: ReadonlyMap<string, Value>, tracing: boolean): Value {
  const data: Record<string, unknown> = {}
  for (const [name, value] of fields) {
    if (name === '__proto__') Object.defineProperty(data, name, { value: value.data, enumerable: true })
    else data[name] = value.data
  }
  return tracing ? { data, source: { kind: 'record', fields } } : { data }
}
