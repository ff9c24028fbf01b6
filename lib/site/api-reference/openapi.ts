import type { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi'
import type { Scope } from '../../platform/auth/scopes.ts'

export const GROUPS = {
  Calls: 'Calls the assistant answered and missed calls, with transcripts and extracted details.',
  Leads: 'Potential jobs: the problem, its urgency and its stage.',
  Appointments: 'Customer visits. A requested appointment awaits confirmation by the office.',
  Zapier: 'Subscriptions of Zapier and other tools with REST hooks, one event each.',
  'Voice service': 'Requests from our voice service when a call begins and ends. Your own systems don’t need these.',
  Reference: 'This reference as an OpenAPI file.',
  Website:
    'Endpoints of this website: the contact form, the newsletter and content updates. Your own systems don’t need these.',
} as const

export type Group = keyof typeof GROUPS

export type ApiResponse = {
  status: number
  description: string
  /** Media type; `application/json` by default. */
  type?: string
  schema?: z.ZodType
  examples?: Record<string, unknown>
  headers?: z.ZodObject
}

export type Operation = {
  id: string
  group: Group
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: `/api/${string}`
  summary: string
  description: string[]
  /** Required scope of the API key, or scopes of which it needs at least one; undefined if no key is needed. */
  scope?: Scope | readonly Scope[]
  /** Schemas of the parameters. Those with an `example` in their metadata appear in the samples. */
  params?: { path?: z.ZodObject; query?: z.ZodObject; header?: z.ZodObject }
  body?: { schema: z.ZodType; example: unknown }
  responses: ApiResponse[]
}

/** Request that we send to an organization's receiver. */
export type WebhookDescription = {
  event: string
  summary: string
  apiVersion: string
  /** Name of the schema of `data`. */
  objectName: string
  example: unknown
}

export type ApiInfo = { title: string; description: string; version: string; siteUrl: string }

const JSON_TYPE = 'application/json'

const KEY_SCHEME = 'apiKey'

const buildExamples = (examples: Record<string, unknown>) => {
  const [first, ...rest] = Object.entries(examples)
  if (!first) return {}
  if (rest.length === 0) return { example: first[1] }
  return { examples: Object.fromEntries([first, ...rest].map(([name, value]) => [name, { value }])) }
}

const describeResponse = ({ description, type = JSON_TYPE, schema, examples = {}, headers }: ApiResponse) => ({
  description,
  ...(headers && { headers }),
  ...(schema && { content: { [type]: { schema, ...buildExamples(examples) } } }),
})

const describeOperation = (operation: Operation): ZodOpenApiOperationObject => {
  const { id, group, summary, description, scope, params, body, responses } = operation
  return {
    operationId: id,
    tags: [group],
    summary,
    description: description.join('\n\n'),
    security: scope ? [scope].flat().map((each) => ({ [KEY_SCHEME]: [each] })) : [],
    ...(params && { requestParams: params }),
    ...(body && {
      requestBody: { required: true, content: { [JSON_TYPE]: { schema: body.schema, example: body.example } } },
    }),
    responses: Object.fromEntries(responses.map((response) => [response.status, describeResponse(response)])),
  }
}

/**
 * Refers to the schema of the record by name. As a request body, zod-openapi would describe it a second time, as input.
 */
const buildPayloadSchema = (event: string, apiVersion: string, objectName: string) => ({
  type: 'object' as const,
  required: ['type', 'timestamp', 'apiVersion', 'data'],
  properties: {
    type: { type: 'string' as const, const: event, description: 'Event' },
    timestamp: { type: 'string' as const, format: 'date-time', description: 'When it happened, in UTC' },
    apiVersion: { type: 'string' as const, const: apiVersion, description: 'Version of the payload' },
    data: { $ref: `#/components/schemas/${objectName}` },
  },
})

const buildWebhooks = (webhooks: WebhookDescription[]): ZodOpenApiPathsObject =>
  Object.fromEntries(
    webhooks.map(({ event, summary, apiVersion, objectName, example }) => [
      event,
      {
        post: {
          operationId: event,
          summary,
          requestBody: {
            required: true,
            content: { [JSON_TYPE]: { schema: buildPayloadSchema(event, apiVersion, objectName), example } },
          },
          responses: {
            '2XX': {
              description: 'Received. Any other status, and no response within 10 seconds, is retried for a day.',
            },
            410: { description: 'The receiver no longer exists. The webhook is paused.' },
          },
        },
      },
    ]),
  )

/** Builds the OpenAPI document. Source: https://spec.openapis.org/oas/v3.1.1.html */
export function buildOpenApiDocument(
  { siteUrl, ...info }: ApiInfo,
  operations: Operation[],
  webhooks: WebhookDescription[],
) {
  const paths: ZodOpenApiPathsObject = {}
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation),
    }
  }
  const document = {
    openapi: '3.1.1' as const,
    info,
    servers: [{ url: siteUrl }],
    tags: Object.entries(GROUPS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: buildWebhooks(webhooks),
    components: {
      securitySchemes: {
        [KEY_SCHEME]: {
          type: 'http' as const,
          scheme: 'bearer',
          description:
            'An organization’s API key, created in the dashboard settings. It begins with dw_ and is limited to its scopes.',
        },
      },
    },
  }
  return createDocument(document, { override: removePattern })
}

/** Formats for which zod's pattern is redundant. */
const PATTERNLESS_FORMATS = new Set(['date', 'date-time', 'email', 'uuid'])

function removePattern({ jsonSchema }: { jsonSchema: { format?: string; pattern?: string } }): void {
  if (jsonSchema.format && PATTERNLESS_FORMATS.has(jsonSchema.format)) delete jsonSchema.pattern
}

export type ApiDocument = ReturnType<typeof buildOpenApiDocument>
