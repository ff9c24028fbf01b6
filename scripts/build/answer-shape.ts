import { parse, typeEvaluate, type SchemaType, type TypeNode } from 'groq-js'
import type { AnswerShape } from '../../sanity/answer-shape.ts'
import { sliceParams } from './query-reads.ts'

/** Of two shapes that a value may have, the one that lets both pass. */
function either(one: AnswerShape | undefined, other: AnswerShape | undefined): AnswerShape | undefined {
  if (one === undefined || other === undefined) return one ?? other
  if (typeof one === 'string' || typeof other === 'string') return one === other ? one : 'any'
  if (Array.isArray(one) && Array.isArray(other)) return [either(one[0], other[0]) ?? 'any']
  if (Array.isArray(one) || Array.isArray(other)) return 'any'
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.fromEntries([...names].map((name) => [name, either(one[name], other[name]) ?? 'any']))
}

const SCALARS: Partial<Record<TypeNode['type'], AnswerShape>> = { string: 'text', number: 'number', boolean: 'boolean' }

/** The shape of a type; undefined for null, which every value may be. A type inside itself is not followed. */
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

/** What the answer to a query looks like, by the types of the schema. */
export const answerShape = (query: string, schema: SchemaType): AnswerShape =>
  shapeOf(typeEvaluate(parse(query, { params: sliceParams(query) }), schema), schema) ?? 'any'
