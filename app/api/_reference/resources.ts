import { z } from 'zod'
import { IDEMPOTENCY_HEADER, IDEMPOTENCY_KEY } from '@/lib/dashboard/api/idempotency.ts'
import type { Resource } from '@/lib/dashboard/api/resource.ts'
import { appointmentResource } from '@/lib/dashboard/api/appointments.ts'
import { callResource } from '@/lib/dashboard/api/calls.ts'
import { leadResource } from '@/lib/dashboard/api/leads.ts'
import type { Answer, Group, Operation } from '@/lib/site/api-reference/openapi.ts'
import { IF_MATCH } from '@/lib/dashboard/api/version.ts'
import { createdAnswer, oneAnswer, pageAnswer, problemsOf } from './resource-answers.ts'

type Words = {
  group: Group
  one: string
  list: string
  read: string
  create: string
  change: string
  query: Record<string, string | number | boolean>
}

const WORDS: Record<Resource['name'], Words> = {
  calls: {
    group: 'Calls',
    one: 'a call',
    list: 'The latest first, unless you ask for another order. What was said is only in the answer to one call.',
    read: 'With its transcript while that is kept. Who read it, and when, is in the log of the organization.',
    create:
      'For the assistant, or a telephone system of your own. A call that is reported again with the same externalId is answered with the call as it was stored.',
    change: 'Fields that you leave out stay as they are.',
    query: { needsAttention: true, limit: 10 },
  },
  leads: {
    group: 'Leads',
    one: 'a lead',
    list: 'The latest first, unless you ask for another order.',
    read: 'Who read it, and when, is in the log of the organization.',
    create: 'A name and what is wrong are enough.',
    change: 'Fields that you leave out stay as they are.',
    query: { stage: 'new', limit: 10 },
  },
  appointments: {
    group: 'Appointments',
    one: 'an appointment',
    list: 'The earliest first, unless you ask for another order.',
    read: 'Who read it, and when, is in the log of the organization.',
    create: 'It waits for a person to confirm it, unless you say that it is confirmed. Then its lead is booked.',
    change:
      'Move it by its times; confirm or cancel it by its state. A cancellation needs a reason. Fields that you leave out stay as they are.',
    query: { state: 'requested', limit: 10 },
  },
}

const GUARDED =
  'Say which version you have seen, in If-Match or in the body, and you are told when somebody has changed it since. Without one, the last change wins.'

const idempotencyKey = z.string().regex(IDEMPOTENCY_KEY).optional().meta({
  description:
    'A text of your own for this request, such as a UUID. Sent again within 24 hours, it is not done again: you get the first answer, marked Idempotent-Replayed.',
  example: '9a1f6f0c-2a7b-4a53-a6a5-1f1a3e5f7c11',
})

const ifMatch = z
  .string()
  .regex(IF_MATCH)
  .optional()
  .meta({ description: 'The ETag of the state that you have seen; refused with 412 when there is a later one' })

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const PATHS = { calls: '/api/v1/calls', leads: '/api/v1/leads', appointments: '/api/v1/appointments' } as const

function partsOf(resource: Resource, siteUrl: string) {
  const { name, one, examples, toListed } = resource
  const { id } = examples.record
  const path = PATHS[name]
  return {
    path,
    itemPath: `${path}/{id}` as const,
    Name: capital(one),
    Names: capital(name),
    words: WORDS[name],
    id: z.object({ id: z.string().meta({ description: `Id of the ${one}`, example: id }) }),
    shown: toListed(examples.record) as object,
    firstField: Object.keys(examples.input)[0] ?? '',
    ofAll: problemsOf(siteUrl, path),
    ofOne: problemsOf(siteUrl, `${path}/${id}`),
  }
}

type Parts = ReturnType<typeof partsOf>

function queryOf({ query }: Resource, examples: Words['query']) {
  const shape = Object.entries(query.shape as Record<string, z.ZodType>).map(([name, schema]) => [
    name,
    name in examples ? schema.meta({ ...schema.meta(), example: examples[name] }) : schema,
  ])
  return z.object(Object.fromEntries(shape) as Record<string, z.ZodType>)
}

const listing = (resource: Resource, { path, Names, words, shown, ofAll }: Parts): Operation => ({
  id: `list${Names}`,
  group: words.group,
  method: 'GET',
  path,
  summary: `List ${resource.name}`,
  description: [words.list],
  scope: `${resource.name}:read`,
  params: { query: queryOf(resource, words.query) },
  answers: [
    pageAnswer(
      `One page of ${resource.name}.`,
      z.object({
        data: z.array(resource.listed).describe(Names),
        next: z.string().nullable().describe('The cursor of the next page; null at the end'),
      }),
      { data: [shown], next: null },
    ),
    ...ofAll.refused(`${resource.name}:read`),
    ofAll.wrongParameter(),
  ],
})

const reading = (resource: Resource, { itemPath, Name, words, id, ofOne }: Parts): Operation => ({
  id: `get${Name}`,
  group: words.group,
  method: 'GET',
  path: itemPath,
  summary: `Read ${words.one}`,
  description: [words.read],
  scope: `${resource.name}:read`,
  params: { path: id },
  answers: [
    oneAnswer(`The ${resource.one}.`, resource.record, resource.examples.record),
    ...ofOne.refused(`${resource.name}:read`),
    ofOne.missing(resource.one),
  ],
})

const creating = (resource: Resource, { path, Name, words, shown, firstField, ofAll }: Parts): Operation => ({
  id: `create${Name}`,
  group: words.group,
  method: 'POST',
  path,
  summary: `Add ${words.one}`,
  description: [words.create],
  scope: `${resource.name}:write`,
  params: { header: z.object({ [IDEMPOTENCY_HEADER]: idempotencyKey }) },
  body: { schema: resource.input, example: resource.examples.input },
  answers: [
    createdAnswer(201, 'It is stored.', resource.listed, shown),
    ...(resource.isReportedAgain ? [createdAnswer(200, 'It was stored before.', resource.listed, shown)] : []),
    ...ofAll.refused(`${resource.name}:write`),
    ...ofAll.unreadable(),
    ...ofAll.notCreated(firstField),
  ],
})

function changing(resource: Resource, { itemPath, Name, words, id, shown, firstField, ofOne }: Parts): Operation {
  const { one, listed, examples } = resource
  return {
    id: `update${Name}`,
    group: words.group,
    method: 'PATCH',
    path: itemPath,
    summary: `Change ${words.one}`,
    description: [words.change, GUARDED],
    scope: `${resource.name}:write`,
    params: { path: id, header: z.object({ 'If-Match': ifMatch }) },
    body: { schema: resource.change, example: { ...examples.change, version: 1 } },
    answers: [
      oneAnswer('It is changed.', listed, { ...shown, version: 2 }),
      ...ofOne.refused(`${resource.name}:write`),
      ...ofOne.unreadable(),
      ofOne.missing(one),
      ...ofOne.outdated(one, Name, listed, { ...shown, version: 2 }),
      ofOne.wrongField(firstField),
    ],
  }
}

const byStatus = (answers: Answer[]) => answers.toSorted((first, second) => first.status - second.status)

export const resourceOperations = (siteUrl: string): Operation[] =>
  [callResource, leadResource, appointmentResource].flatMap((resource) => {
    const parts = partsOf(resource, siteUrl)
    return [listing, reading, creating, changing]
      .map((describe) => describe(resource, parts))
      .map((operation) => ({ ...operation, answers: byStatus(operation.answers) }))
  })
