import { z } from 'zod'
import { buildExamplePayload, HOOK_SCOPES, hookList, samplesQuery } from '@/lib/dashboard/api/hooks.ts'
import { hookEvent, hookInput, hookRecord } from '@/lib/dashboard/zapier/input.ts'
import type { Operation } from '@/lib/site/api-reference/openapi.ts'
import { buildPlainResponse, createErrorResponses } from './resource-responses.ts'

const PATH = '/api/v1/hooks'

const EXAMPLE = {
  id: '7d8c1b6e-3b0f-4f0a-9c57-0d8f2a1e6b34',
  hookUrl: 'https://hooks.zapier.com/hooks/standard/1/abc/',
  event: 'lead.created',
  createdAt: '2026-01-02T07:16:20.000Z',
} as const

const hook = hookRecord.meta({ id: 'Hook' })

const payload = z
  .object({
    type: hookEvent.describe('Event'),
    timestamp: z.iso.datetime().describe('When the event happened'),
    apiVersion: z.string().describe('Version of the payload'),
    data: z.looseObject({ id: z.uuid().describe('ID of the record') }).describe('The call, lead or appointment'),
  })
  .meta({ id: 'HookPayload', description: 'What a hook receives' })

const SCOPE_DESCRIPTION = 'The key needs the read scope of the event’s record, such as leads:read for lead.created.'

export function buildHookOperations(siteUrl: string): Operation[] {
  const ofAll = createErrorResponses(siteUrl, PATH)
  const ofOne = createErrorResponses(siteUrl, `${PATH}/${EXAMPLE.id}`)
  const ofSamples = createErrorResponses(siteUrl, `${PATH}/samples`)
  const common = { group: 'Zapier', scope: HOOK_SCOPES } as const
  const [scope] = HOOK_SCOPES
  return [
    {
      ...common,
      id: 'listHooks',
      method: 'GET',
      path: PATH,
      summary: 'List hooks',
      description: ['Lists the hooks that this key has subscribed.'],
      responses: [
        buildPlainResponse(200, 'The hooks of this key.', hookList, { data: [EXAMPLE] }),
        ...ofAll.refused(scope),
      ],
    },
    {
      ...common,
      id: 'subscribeHook',
      method: 'POST',
      path: PATH,
      summary: 'Subscribe a hook',
      description: [
        'Zapier sends this request when a Zap is turned on. Each event is then posted to the URL, as in GET /api/v1/hooks/samples.',
        `${SCOPE_DESCRIPTION} The same URL and event are subscribed once. A response with status 410 removes the hook, and so does revoking the key.`,
      ],
      body: { schema: hookInput.meta({ id: 'NewHook' }), example: { hookUrl: EXAMPLE.hookUrl, event: EXAMPLE.event } },
      responses: [
        buildPlainResponse(200, 'The hook was subscribed before.', hook, EXAMPLE),
        buildPlainResponse(201, 'The new hook.', hook, EXAMPLE),
        ...ofAll.refused(scope),
        ...ofAll.unreadable(),
        ofAll.wrongField('hookUrl'),
      ],
    },
    {
      ...common,
      id: 'unsubscribeHook',
      method: 'DELETE',
      path: `${PATH}/{id}`,
      summary: 'Unsubscribe a hook',
      description: ['Zapier sends this request when a Zap is turned off. A key can unsubscribe only its own hooks.'],
      params: { path: z.object({ id: z.string().meta({ description: 'ID of the hook', example: EXAMPLE.id }) }) },
      responses: [
        buildPlainResponse(200, 'The hook was removed.', z.object({ id: z.uuid().describe('ID of the hook') }), {
          id: EXAMPLE.id,
        }),
        ...ofOne.refused(scope),
        ofOne.missing('hook'),
      ],
    },
    {
      ...common,
      id: 'sampleHooks',
      method: 'GET',
      path: `${PATH}/samples`,
      summary: 'Get sample data of an event',
      description: [
        `Returns the payloads of up to three recent records, or of an example if the organization has none. ${SCOPE_DESCRIPTION}`,
      ],
      params: { query: samplesQuery.extend({ event: samplesQuery.shape.event.meta({ example: EXAMPLE.event }) }) },
      responses: [
        buildPlainResponse(200, 'Payloads, newest record first.', z.object({ data: z.array(payload) }), {
          data: [buildExamplePayload(EXAMPLE.event)],
        }),
        ...ofSamples.refused(scope),
        ofSamples.wrongParameter(),
      ],
    },
  ].map((operation) => ({
    ...(operation as Operation),
    responses: (operation as Operation).responses.toSorted((first, second) => first.status - second.status),
  }))
}
