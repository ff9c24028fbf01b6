import type { ApiDocument, Group } from './openapi.ts'
import { GROUPS } from './openapi.ts'

/** Subset of JSON Schema 2020-12, as OpenAPI 3.1 uses it. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  description?: string
  format?: string
  maxLength?: number
  maximum?: number
  minimum?: number
  default?: unknown
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  example?: unknown
}

export type ReferenceAnswer = {
  status: number
  description: string
  /** Problem types of this status. Each is the last part of the type's URL. */
  problems: string[]
  schema?: Schema
  example?: unknown
}

export type ReferenceParameter = Schema & { name: string; isRequired: boolean }

export type ReferenceOperation = {
  id: string
  method: string
  path: string
  summary: string
  description: string[]
  scope?: string
  parameters: { place: 'path' | 'query' | 'header'; fields: ReferenceParameter[] }[]
  body?: { schema: Schema; example: unknown }
  answers: ReferenceAnswer[]
}

export type ReferenceGroup = {
  name: Group
  about: string
  operations: ReferenceOperation[]
  objects: [name: string, schema: Schema][]
}

type Media = { schema?: Schema; example?: unknown; examples?: Record<string, { value: unknown }> }
type Content = Record<string, Media>
type Parameter = {
  name: string
  in: string
  required?: boolean
  description?: string
  example?: unknown
  schema: Schema
}
type Described = {
  operationId: string
  tags: Group[]
  summary: string
  description: string
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content }>
}

const REF = '#/components/schemas/'

export const nameOfRef = ({ $ref }: Schema): string | undefined => $ref?.replace(REF, '')

const PLACES = ['path', 'query', 'header'] as const

function parametersOf(parameters: Parameter[] = []): ReferenceOperation['parameters'] {
  return PLACES.map((place) => ({
    place,
    fields: parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, required = false, description, schema }) => ({
        ...schema,
        name,
        isRequired: required,
        ...(description && { description }),
      })),
  })).filter(({ fields }) => fields.length > 0)
}

const firstExample = ({ example, examples }: Media): unknown =>
  example === undefined ? Object.values(examples ?? {})[0]?.value : example

const isProblem = (type: string) => type === 'application/problem+json'

const problemsIn = ({ example, examples }: Media): string[] =>
  [example, ...Object.values(examples ?? {}).map(({ value }) => value)].flatMap((problem) => {
    const type = (problem as { type?: unknown } | undefined)?.type
    return typeof type === 'string' ? (type.split('#problem-')[1] ?? []) : []
  })

function answersOf(responses: Described['responses']): ReferenceAnswer[] {
  return Object.entries(responses).map(([status, { description, content = {} }]) => {
    const [[type, media] = ['', undefined]] = Object.entries(content)
    return {
      status: Number(status),
      description,
      problems: media && isProblem(type) ? problemsIn(media) : [],
      ...(media && { schema: media.schema, example: firstExample(media) }),
    }
  })
}

export function referenceOf(document: ApiDocument): ReferenceGroup[] {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>
  const resolved = (schema: Schema): Schema => schemas[nameOfRef(schema) ?? ''] ?? schema
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Described>).map(([method, described]) => ({ path, method, described })),
  )
  const describe = ({ path, method, described }: (typeof operations)[number]): ReferenceOperation => {
    const scope = described.security[0]?.apiKey?.[0]
    const body = described.requestBody?.content['application/json']
    return {
      id: described.operationId,
      method: method.toUpperCase(),
      path,
      summary: described.summary,
      description: described.description.split('\n\n'),
      ...(scope && { scope }),
      parameters: parametersOf(described.parameters),
      ...(body?.schema && { body: { schema: resolved(body.schema), example: body.example } }),
      answers: answersOf(described.responses),
    }
  }
  return Object.entries(GROUPS).map(([group, about]) => {
    const own = operations.filter(({ described }) => described.tags.includes(group as Group)).map(describe)
    const names = own
      .flatMap(({ answers }) => answers)
      .filter(({ problems, schema }) => problems.length === 0 && schema)
      .map(({ schema }) => nameOfRef(schema ?? {}))
    const objects = [...new Set(names)].flatMap((name): [string, Schema][] => {
      const schema = name && schemas[name]
      return schema ? [[name, schema]] : []
    })
    return { name: group as Group, about, operations: own, objects }
  })
}
