import { z } from 'zod'
import { IDEMPOTENCY_HEADER, IDEMPOTENCY_KEY_PATTERN } from '@/lib/dashboard/api/idempotency.ts'
import type { Resource } from '@/lib/dashboard/api/resource.ts'
import { appointmentResource } from '@/lib/dashboard/api/appointments.ts'
import { callResource } from '@/lib/dashboard/api/calls.ts'
import { leadResource } from '@/lib/dashboard/api/leads.ts'
import type { ApiResponse, Group, Operation } from '@/lib/site/api-reference/openapi.ts'
import { IF_MATCH_PATTERN } from '@/lib/dashboard/api/version.ts'
import {
  buildCreatedResponse,
  buildRecordResponse,
  buildPageResponse,
  createErrorResponses,
} from './resource-responses.ts'

type ResourceTexts = {
  group: Group
  singular: string
  list: string
  read: string
  create: string
  change: string
  query: Record<string, string | number | boolean>
}

const RESOURCE_TEXTS: Record<Resource['name'], ResourceTexts> = {
  calls: {
    group: 'Calls',
    singular: 'a call',
    list: 'Newest first by default. Only a single call includes the transcript.',
    read: 'Includes the transcript until it is deleted. Each read is recorded in the organization’s audit log.',
    create:
      'For the assistant or your own phone system. A repeated request with the same externalId returns the stored call.',
    change: 'Omitted fields stay unchanged.',
    query: { needsAttention: true, limit: 10 },
  },
  leads: {
    group: 'Leads',
    singular: 'a lead',
    list: 'Newest first by default.',
    read: 'Each read is recorded in the organization’s audit log.',
    create: 'Only the name and the problem are required.',
    change: 'Omitted fields stay unchanged.',
    query: { stage: 'new', limit: 10 },
  },
  appointments: {
    group: 'Appointments',
    singular: 'an appointment',
    list: 'Earliest first by default.',
    read: 'Each read is recorded in the organization’s audit log.',
    create: 'It awaits confirmation by the office, unless you create it as confirmed. Its lead then moves to booked.',
    change:
      'Set the times to reschedule it, or the state to confirm or cancel it. A cancellation needs a reason. Omitted fields stay unchanged.',
    query: { state: 'requested', limit: 10 },
  },
}

const VERSION_DESCRIPTION =
  'Send the version you last read, in If-Match or in the body, to detect concurrent edits. Without it, the last change wins.'

const idempotencyKey = z.string().regex(IDEMPOTENCY_KEY_PATTERN).optional().meta({
  description:
    'A unique value for this request, such as a UUID. If you send it again within 24 hours, you get the original response, marked Idempotent-Replayed, and nothing runs twice.',
  example: '9a1f6f0c-2a7b-4a53-a6a5-1f1a3e5f7c11',
})

const ifMatch = z
  .string()
  .regex(IF_MATCH_PATTERN)
  .optional()
  .meta({ description: 'The ETag you last read; returns 412 if there is a newer version' })

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const PATHS = { calls: '/api/v1/calls', leads: '/api/v1/leads', appointments: '/api/v1/appointments' } as const

function buildParts(resource: Resource, siteUrl: string) {
  const { name, singularName, examples, toListed } = resource
  const { id } = examples.record
  const path = PATHS[name]
  return {
    path,
    itemPath: `${path}/{id}` as const,
    Name: capitalize(singularName),
    Names: capitalize(name),
    words: RESOURCE_TEXTS[name],
    id: z.object({ id: z.string().meta({ description: `ID of the ${singularName}`, example: id }) }),
    shown: toListed(examples.record) as object,
    firstField: Object.keys(examples.input)[0] ?? '',
    ofAll: createErrorResponses(siteUrl, path),
    ofOne: createErrorResponses(siteUrl, `${path}/${id}`),
  }
}

type ResourceParts = ReturnType<typeof buildParts>

function buildQuerySchema({ query }: Resource, examples: ResourceTexts['query']) {
  const shape = Object.entries(query.shape as Record<string, z.ZodType>).map(([name, schema]) => [
    name,
    name in examples ? schema.meta({ ...schema.meta(), example: examples[name] }) : schema,
  ])
  return z.object(Object.fromEntries(shape) as Record<string, z.ZodType>)
}

const buildListOperation = (resource: Resource, { path, Names, words, shown, ofAll }: ResourceParts): Operation => ({
  id: `list${Names}`,
  group: words.group,
  method: 'GET',
  path,
  summary: `List ${resource.name}`,
  description: [words.list],
  scope: `${resource.name}:read`,
  params: { query: buildQuerySchema(resource, words.query) },
  responses: [
    buildPageResponse(
      `One page of ${resource.name}.`,
      z.object({
        data: z.array(resource.listedSchema).describe(Names),
        next: z.string().nullable().describe('Cursor of the next page; null on the last page'),
      }),
      { data: [shown], next: null },
    ),
    ...ofAll.refused(`${resource.name}:read`),
    ofAll.wrongParameter(),
  ],
})

const buildReadOperation = (resource: Resource, { itemPath, Name, words, id, ofOne }: ResourceParts): Operation => ({
  id: `get${Name}`,
  group: words.group,
  method: 'GET',
  path: itemPath,
  summary: `Get ${words.singular}`,
  description: [words.read],
  scope: `${resource.name}:read`,
  params: { path: id },
  responses: [
    buildRecordResponse(`The ${resource.singularName}.`, resource.recordSchema, resource.examples.record),
    ...ofOne.refused(`${resource.name}:read`),
    ofOne.missing(resource.singularName),
  ],
})

const buildCreateOperation = (
  resource: Resource,
  { path, Name, words, shown, firstField, ofAll }: ResourceParts,
): Operation => ({
  id: `create${Name}`,
  group: words.group,
  method: 'POST',
  path,
  summary: `Create ${words.singular}`,
  description: [words.create],
  scope: `${resource.name}:write`,
  params: { header: z.object({ [IDEMPOTENCY_HEADER]: idempotencyKey }) },
  body: { schema: resource.input, example: resource.examples.input },
  responses: [
    buildCreatedResponse(201, `The new ${resource.singularName}.`, resource.listedSchema, shown),
    ...(resource.isCreateIdempotent
      ? [buildCreatedResponse(200, `The stored ${resource.singularName}.`, resource.listedSchema, shown)]
      : []),
    ...ofAll.refused(`${resource.name}:write`),
    ...ofAll.unreadable(),
    ...ofAll.notCreated(firstField),
  ],
})

function buildUpdateOperation(
  resource: Resource,
  { itemPath, Name, words, id, shown, firstField, ofOne }: ResourceParts,
): Operation {
  const { singularName, listedSchema, examples } = resource
  return {
    id: `update${Name}`,
    group: words.group,
    method: 'PATCH',
    path: itemPath,
    summary: `Update ${words.singular}`,
    description: [words.change, VERSION_DESCRIPTION],
    scope: `${resource.name}:write`,
    params: { path: id, header: z.object({ 'If-Match': ifMatch }) },
    body: { schema: resource.change, example: { ...examples.change, version: 1 } },
    responses: [
      buildRecordResponse(`The updated ${singularName}.`, listedSchema, { ...shown, version: 2 }),
      ...ofOne.refused(`${resource.name}:write`),
      ...ofOne.unreadable(),
      ofOne.missing(singularName),
      ...ofOne.outdated(singularName, Name, listedSchema, { ...shown, version: 2 }),
      ofOne.wrongField(firstField),
    ],
  }
}

const sortByStatus = (responses: ApiResponse[]) => responses.toSorted((first, second) => first.status - second.status)

export const buildResourceOperations = (siteUrl: string): Operation[] =>
  [callResource, leadResource, appointmentResource].flatMap((resource) => {
    const parts = buildParts(resource, siteUrl)
    return [buildListOperation, buildReadOperation, buildCreateOperation, buildUpdateOperation]
      .map((buildOperation) => buildOperation(resource, parts))
      .map((operation) => ({ ...operation, responses: sortByStatus(operation.responses) }))
  })
