import { parse, typeEvaluate, type SchemaType, type TypeNode } from 'groq-js'
import type { AnswerShape } from '../../sanity/answer-shape.ts'
import { sliceParams } from './query-reads.ts'

function either(one: AnswerShape | undefined, other: AnswerShape | undefined): AnswerShape | undefined {
  if (one === undefined || other === undefined) return one ?? other
  if (typeof one === 'string' || typeof other === 'string') return one === other ? one : 'any'
  if (Array.isArray(one) && Array.isArray(other)) return [either(one[0], other[0]) ?? 'any']
  if (Array.isArray(one) || Array.isArray(other)) return 'any'
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.fromEntries([...names].map((name) => [name, either(one[name], other[name]) ?? 'any']))
}

const SCALARS: Partial<Record<TypeNode['type'], AnswerShape>> = { string: 'text', number: 'number', boolean: 'boolean' }

/** Returns the shape of a type, or undefined for null, which every value may be. Does not follow recursive types. */
function shapeOf(node: TypeNode, schema: SchemaType, within: string[] = []): AnswerShape | undefined {
  if (node.type === 'null') return undefined
  if (node.type === 'array') return [shapeOf(node.of, schema, within) ?? 'any']
  if (node.type === 'union') {
    return node.of.map((one) => shapeOf(one, schema, within)).reduce(either, undefined)
  }
  if (node.type === 'inline') {
    const type = schema.find(({ name }) => name === node.name)
    if (type?.type !== 'type' || within.includes(node.name)) return 'any'
    return shapeOf(type.value, schema, [...within, node.name])
  }
  if (node.type === 'object') {
    const own = Object.entries(node.attributes).flatMap(([name, { value }]) => {
      const shape = shapeOf(value, schema, within)
      return shape ? [[name, shape] as const] : []
    })
    const rest = node.rest && shapeOf(node.rest, schema, within)
    return either(Object.fromEntries(own), rest === 'any' ? undefined : rest)
  }
  return SCALARS[node.type] ?? 'any'
}

const canBeNull = (node: TypeNode): boolean =>
  node.type === 'null' || node.type === 'unknown' || (node.type === 'union' && node.of.some(canBeNull))

function common(one: AnswerShape, other: AnswerShape): AnswerShape {
  if (typeof one !== 'object' || typeof other !== 'object') return one === other ? one : 'any'
  if (Array.isArray(one) || Array.isArray(other)) return 'any'
  const shared = Object.entries(one).filter(([name]) => Object.hasOwn(other, name))
  return Object.fromEntries(shared.map(([name, shape]) => [name, common(shape, other[name] ?? 'any')]))
}

function alwaysIn(node: TypeNode): AnswerShape {
  if (node.type === 'array') return [alwaysIn(node.of)]
  if (node.type === 'union') {
    const kinds = node.of.filter(({ type }) => type !== 'null').map(alwaysIn)
    return kinds.length > 0 ? kinds.reduce(common) : 'any'
  }
  if (node.type !== 'object') return SCALARS[node.type] ?? 'any'
  const always = Object.entries(node.attributes).filter(([, { value, optional }]) => !optional && !canBeNull(value))
  return Object.fromEntries(always.map(([name, { value }]) => [name, alwaysIn(value)]))
}

/** Fields that the Content Lake sets. Imports may omit any other field, even if the schema requires it. */
const SYSTEM_FIELDS = new Set(['_id', '_createdAt', '_updatedAt', '_rev'])

const withOptionalFields = (schema: SchemaType): SchemaType =>
  JSON.parse(JSON.stringify(schema), (name, value: { type?: string } | null) =>
    value?.type === 'objectAttribute' && !SYSTEM_FIELDS.has(name) ? { ...value, optional: true } : value,
  ) as SchemaType

/** Returns the shape of a query's response according to the schema, and the part that is always present. */
export function answerFacts(query: string, schema: SchemaType) {
  const tree = parse(query, { params: sliceParams(query) })
  const least = typeEvaluate(tree, withOptionalFields(schema))
  return {
    answer: shapeOf(typeEvaluate(tree, schema), schema) ?? ('any' as const),
    always: alwaysIn(least),
    canBeNull: canBeNull(least),
  }
}
