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

export type ReferenceResponse = {
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
  responses: ReferenceResponse[]
}

export type ReferenceGroup = {
  name: Group
  about: string
  operations: ReferenceOperation[]
  objects: [name: string, schema: Schema][]
}

export type ReferenceWebhook = {
  event: string
  example: unknown
  /** Name of the schema of `data`. */
  objectName?: string
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
type ApiOperation = {
  operationId: string
  tags: Group[]
  summary: string
  description: string
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content }>
}

const SCHEMA_REF_PREFIX = '#/components/schemas/'

export const parseSchemaName = ({ $ref }: Schema): string | undefined => $ref?.replace(SCHEMA_REF_PREFIX, '')

const PARAMETER_PLACES = ['path', 'query', 'header'] as const

function buildParameters(parameters: Parameter[] = []): ReferenceOperation['parameters'] {
  return PARAMETER_PLACES.map((place) => ({
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

const findExample = ({ example, examples }: Media): unknown =>
  example === undefined ? Object.values(examples ?? {})[0]?.value : example

const isProblemType = (type: string) => type === 'application/problem+json'

const findProblems = ({ example, examples }: Media): string[] =>
  [example, ...Object.values(examples ?? {}).map(({ value }) => value)].flatMap((problem) => {
    const type = (problem as { type?: unknown } | undefined)?.type
    return typeof type === 'string' ? (type.split('#problem-')[1] ?? []) : []
  })

function buildResponses(responses: ApiOperation['responses']): ReferenceResponse[] {
  return Object.entries(responses).map(([status, { description, content = {} }]) => {
    const [[type, media] = ['', undefined]] = Object.entries(content)
    return {
      status: Number(status),
      description,
      problems: media && isProblemType(type) ? findProblems(media) : [],
      ...(media && { schema: media.schema, example: findExample(media) }),
    }
  })
}

export function buildReference(document: ApiDocument): ReferenceGroup[] {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>
  const resolveSchema = (schema: Schema): Schema => schemas[parseSchemaName(schema) ?? ''] ?? schema
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item as Record<string, ApiOperation>).map(([method, apiOperation]) => ({
      path,
      method,
      described: apiOperation,
    })),
  )
  const describeOperation = ({ path, method, described }: (typeof operations)[number]): ReferenceOperation => {
    const scope = described.security.flatMap(({ apiKey = [] }) => apiKey).join(' or ')
    const body = described.requestBody?.content['application/json']
    return {
      id: described.operationId,
      method: method.toUpperCase(),
      path,
      summary: described.summary,
      description: described.description.split('\n\n'),
      ...(scope && { scope }),
      parameters: buildParameters(described.parameters),
      ...(body?.schema && { body: { schema: resolveSchema(body.schema), example: body.example } }),
      responses: buildResponses(described.responses),
    }
  }
  return Object.entries(GROUPS).map(([group, description]) => {
    const groupOperations = operations
      .filter(({ described }) => described.tags.includes(group as Group))
      .map(describeOperation)
    const names = groupOperations
      .flatMap(({ responses }) => responses)
      .filter(({ problems, schema }) => problems.length === 0 && schema)
      .map(({ schema }) => parseSchemaName(schema ?? {}))
    const objects = [...new Set(names)].flatMap((name): [string, Schema][] => {
      const schema = name && schemas[name]
      return schema ? [[name, schema]] : []
    })
    return { name: group as Group, about: description, operations: groupOperations, objects }
  })
}

/** Returns the requests that receivers of webhooks get. */
export const buildWebhookReference = (document: ApiDocument): ReferenceWebhook[] =>
  Object.entries((document.webhooks ?? {}) as Record<string, { post: { requestBody: { content: Content } } }>).map(
    ([event, { post }]) => {
      const { schema, example } = post.requestBody.content['application/json'] ?? {}
      const objectName = schema?.properties?.data && parseSchemaName(schema.properties.data)
      return { event, example, ...(objectName && { objectName }) }
    },
  )
