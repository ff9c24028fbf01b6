import { z } from 'zod'

/** JSON Schema 2020-12, as OpenAPI 3.1 has it; only what the reference reads. */
export type Schema = {
  type?: string
  description?: string
  format?: string
  maxLength?: number
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

/** One answer of an operation, with an example of its JSON body. */
export type Answer = { status: number; description: string; schema?: z.ZodType; example?: unknown }

/** A parameter that goes into a header of the request. */
export type RequestHeader = { name: string; description: string; example: string }

/** An endpoint, described beside the code that answers it. */
export type Operation = {
  id: string
  method: 'GET' | 'POST'
  path: `/api/${string}`
  summary: string
  /** Paragraphs: who it is for, and what happens. */
  description: string[]
  headers?: RequestHeader[]
  body?: { schema: z.ZodType; example: unknown }
  answers: Answer[]
}

export type ApiInfo = { title: string; description: string; version: string; siteUrl: string }

const JSON_TYPE = 'application/json'

/** The JSON Schema of what a zod schema takes in. */
export function jsonSchema(schema: z.ZodType): Schema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' })
  return json as Schema
}

const content = (schema: z.ZodType, example: unknown) => ({ [JSON_TYPE]: { schema: jsonSchema(schema), example } })

const describeAnswer = ({ description, schema, example }: Answer) => ({
  description,
  ...(schema && { content: content(schema, example) }),
})

function describeOperation({ id, summary, description, headers = [], body, answers }: Operation) {
  return {
    operationId: id,
    summary,
    description: description.join('\n\n'),
    ...(headers.length > 0 && {
      parameters: headers.map(({ example, ...header }) => ({
        ...header,
        in: 'header',
        required: true,
        schema: { type: 'string' },
        example,
      })),
    }),
    ...(body && { requestBody: { required: true, content: content(body.schema, body.example) } }),
    responses: Object.fromEntries(answers.map((answer) => [answer.status, describeAnswer(answer)])),
  }
}

/** An OpenAPI 3.1 document. Source: https://spec.openapis.org/oas/v3.1.1.html */
export function openApiDocument({ siteUrl, ...info }: ApiInfo, operations: Operation[]) {
  const paths: Record<string, Record<string, ReturnType<typeof describeOperation>>> = {}
  for (const operation of operations) {
    const item = (paths[operation.path] ??= {})
    item[operation.method.toLowerCase()] = describeOperation(operation)
  }
  return { openapi: '3.1.1', info, servers: [{ url: siteUrl }], paths }
}

/** A request as one types it into a terminal. */
export function curlExample({ method, path, headers = [], body }: Operation, siteUrl: string): string {
  const parts = [`curl ${method === 'GET' ? '' : `-X ${method} `}${siteUrl}${path}`]
  if (body) parts.push(`-H 'Content-Type: ${JSON_TYPE}'`)
  for (const { name, example } of headers) parts.push(`-H '${name}: ${example}'`)
  if (body) parts.push(`-d '${JSON.stringify(body.example, null, 2).replaceAll("'", String.raw`'\''`)}'`)
  return parts.join(' \\\n  ')
}
