import { parse, typeEvaluate, type SchemaType, type TypeNode } from 'groq-js'
import type { AnswerShape } from '../../sanity/answer-shape.ts'
import { buildSliceParams } from './query-reads.ts'

function mergeShapes(left: AnswerShape | undefined, right: AnswerShape | undefined): AnswerShape | undefined {
  if (left === undefined || right === undefined) return left ?? right
  if (typeof left === 'string' || typeof right === 'string') return left === right ? left : 'any'
  if (Array.isArray(left) && Array.isArray(right)) return [mergeShapes(left[0], right[0]) ?? 'any']
  if (Array.isArray(left) || Array.isArray(right)) return 'any'
  const names = new Set([...Object.keys(left), ...Object.keys(right)])
  return Object.fromEntries([...names].map((name) => [name, mergeShapes(left[name], right[name]) ?? 'any']))
}

const SCALAR_SHAPES: Partial<Record<TypeNode['type'], AnswerShape>> = {
  string: 'text',
  number: 'number',
  boolean: 'boolean',
}

/**
 * Returns the shape of a type. Undefined for null, because a shape allows null everywhere. Does not follow recursive
 * types.
 */
function inferShape(node: TypeNode, schema: SchemaType, parentTypes: string[] = []): AnswerShape | undefined {
  if (node.type === 'null') return undefined
  if (node.type === 'array') return [inferShape(node.of, schema, parentTypes) ?? 'any']
  if (node.type === 'union') {
    return node.of.map((member) => inferShape(member, schema, parentTypes)).reduce(mergeShapes, undefined)
  }
  if (node.type === 'inline') {
    const type = schema.find(({ name }) => name === node.name)
    if (type?.type !== 'type' || parentTypes.includes(node.name)) return 'any'
    return inferShape(type.value, schema, [...parentTypes, node.name])
  }
  if (node.type === 'object') {
    const attributeShapes = Object.entries(node.attributes).flatMap(([name, { value }]) => {
      const shape = inferShape(value, schema, parentTypes)
      return shape ? [[name, shape] as const] : []
    })
    const rest = node.rest && inferShape(node.rest, schema, parentTypes)
    return mergeShapes(Object.fromEntries(attributeShapes), rest === 'any' ? undefined : rest)
  }
  return SCALAR_SHAPES[node.type] ?? 'any'
}

const canBeNull = (node: TypeNode): boolean =>
  node.type === 'null' || node.type === 'unknown' || (node.type === 'union' && node.of.some(canBeNull))

function intersectShapes(left: AnswerShape, right: AnswerShape): AnswerShape {
  if (typeof left !== 'object' || typeof right !== 'object') return left === right ? left : 'any'
  if (Array.isArray(left) || Array.isArray(right)) return 'any'
  const sharedEntries = Object.entries(left).filter(([name]) => Object.hasOwn(right, name))
  return Object.fromEntries(sharedEntries.map(([name, shape]) => [name, intersectShapes(shape, right[name] ?? 'any')]))
}

function inferRequiredShape(node: TypeNode): AnswerShape {
  if (node.type === 'array') return [inferRequiredShape(node.of)]
  if (node.type === 'union') {
    const kinds = node.of.filter(({ type }) => type !== 'null').map(inferRequiredShape)
    return kinds.length > 0 ? kinds.reduce(intersectShapes) : 'any'
  }
  if (node.type !== 'object') return SCALAR_SHAPES[node.type] ?? 'any'
  const requiredEntries = Object.entries(node.attributes).filter(
    ([, { value, optional }]) => !optional && !canBeNull(value),
  )
  return Object.fromEntries(requiredEntries.map(([name, { value }]) => [name, inferRequiredShape(value)]))
}

/** Fields that the Content Lake sets. Imports may omit any other field, even if the schema requires it. */
const SYSTEM_FIELDS = new Set(['_id', '_createdAt', '_updatedAt', '_rev'])

const makeFieldsOptional = (schema: SchemaType): SchemaType =>
  JSON.parse(JSON.stringify(schema), (name, value: { type?: string } | null) =>
    value?.type === 'objectAttribute' && !SYSTEM_FIELDS.has(name) ? { ...value, optional: true } : value,
  ) as SchemaType

/** Returns the shape of a query's response according to the schema, and the part that is always present. */
export function analyzeResult(query: string, schema: SchemaType) {
  const ast = parse(query, { params: buildSliceParams(query) })
  const minimalType = typeEvaluate(ast, makeFieldsOptional(schema))
  return {
    answer: inferShape(typeEvaluate(ast, schema), schema) ?? ('any' as const),
    always: inferRequiredShape(minimalType),
    canBeNull: canBeNull(minimalType),
  }
}
