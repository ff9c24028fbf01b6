import { z } from 'zod'
import { recordEvent } from '../events/record.ts'
import { getIntegrationSettings } from '../integrations/environment.ts'
import type { WebhookEvent } from '../model/webhook-event.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { findReceiverProblem } from '../webhooks/check-url.ts'
import { buildPayload, type WebhookPayload } from '../webhooks/payload.ts'
import { TooManyEndpointsError } from '../webhooks/repository.ts'
import { buildSendOptions } from '../webhooks/send.ts'
import { listHooks, subscribeHook, unsubscribeHook } from '../zapier/hooks.ts'
import { hookEvent, hookInput, hookRecord } from '../zapier/input.ts'
import { appointmentResource } from './appointments.ts'
import { requireScope } from './authenticate.ts'
import { callResource } from './calls.ts'
import { leadResource } from './leads.ts'
import { LIST_PAGE_SIZES } from './limits.ts'
import type { ApiOperation, ApiOperations } from './operation.ts'
import { ProblemError } from './problem.ts'
import { buildFieldError, parseWithSchema, readJson, readQuery } from './read-request.ts'
import type { Resource } from './resource.ts'

/** Read scopes of the records that events contain. A key needs the scope of the event's record. */
export const HOOK_SCOPES = ['calls:read', 'leads:read', 'appointments:read'] as const

const MAX_SAMPLES = 3

type SampledRecord = { isTest: boolean; attentionEndedAt: string | null; updatedAt: string }

type EventSource = {
  resource: Resource
  query?: object
  isSample?: (record: SampledRecord) => boolean
}

const LATEST_FIRST = { sort: '-startsAt' }

/** Records of each event. The query selects those in the state that the event reports. */
const EVENT_SOURCES: Record<WebhookEvent, EventSource> = {
  'call.created': { resource: callResource },
  'call.needs_attention': { resource: callResource, query: { needsAttention: true } },
  'call.resolved': { resource: callResource, isSample: ({ attentionEndedAt }) => attentionEndedAt !== null },
  'lead.created': { resource: leadResource },
  'lead.updated': { resource: leadResource },
  'appointment.requested': { resource: appointmentResource, query: { ...LATEST_FIRST, state: 'requested' } },
  'appointment.confirmed': { resource: appointmentResource, query: { ...LATEST_FIRST, state: 'confirmed' } },
  'appointment.rescheduled': { resource: appointmentResource, query: { ...LATEST_FIRST, state: 'confirmed' } },
  'appointment.canceled': { resource: appointmentResource, query: { ...LATEST_FIRST, state: 'cancelled' } },
}

const getEventScope = (event: WebhookEvent) => `${EVENT_SOURCES[event].resource.name}:read` as const

export const hookList = z.object({ data: z.array(hookRecord).describe('Hooks of this key, oldest first') })

export const samplesQuery = z.strictObject({ event: hookEvent.describe('Event of the Zap') })

/** Builds payloads of the latest records, or of the reference's example if there is none. */
async function readSamples(tx: OrganizationTransaction, event: WebhookEvent) {
  const { resource, query, isSample = () => true } = EVENT_SOURCES[event]
  const { rows } = await resource.list(tx, { ...query, limit: LIST_PAGE_SIZES.max })
  const records = (rows as SampledRecord[]).filter((record) => !record.isTest && isSample(record)).slice(0, MAX_SAMPLES)
  const build = (record: object): WebhookPayload =>
    buildPayload(event, new Date((record as SampledRecord).updatedAt), record)
  return { count: records.length, data: records.length > 0 ? records.map(build) : [buildExamplePayload(event)] }
}

/** Builds the payload of the record in the API reference. */
export function buildExamplePayload(event: WebhookEvent): WebhookPayload {
  const { toListed, examples } = EVENT_SOURCES[event].resource
  const record = toListed(examples.record) as SampledRecord
  return buildPayload(event, new Date(record.updatedAt), record)
}

const listOperation: ApiOperation = {
  scope: HOOK_SCOPES,
  prepare: async () => async (tx, actor) => ({ status: 200, body: { data: await listHooks(tx, actor.id) } }),
}

const subscribeOperation: ApiOperation = {
  scope: HOOK_SCOPES,
  prepare: async (request, owner) => {
    const input = parseWithSchema(hookInput, (await readJson(request)).value)
    requireScope(owner, getEventScope(input.event))
    const settings = getIntegrationSettings()
    const problem = findReceiverProblem(input.hookUrl, buildSendOptions(settings).guard)
    if (problem) throw buildFieldError('hookUrl', `${problem}.`)
    return async (tx, actor) => {
      try {
        const { hook, isNew } = await subscribeHook(tx, actor, input, settings.keys)
        return { status: isNew ? 201 : 200, body: hook }
      } catch (error) {
        if (error instanceof TooManyEndpointsError) throw buildFieldError('hookUrl', `${error.message}.`)
        throw error
      }
    }
  },
}

const samplesOperation: ApiOperation = {
  scope: HOOK_SCOPES,
  prepare: async (request, owner) => {
    const { event } = readQuery(samplesQuery, {}, new URL(request.url).searchParams)
    requireScope(owner, getEventScope(event))
    return async (tx, actor) => {
      const { count, data } = await readSamples(tx, event)
      const { list } = EVENT_SOURCES[event].resource.readEvents
      if (count > 0) await recordEvent(tx, actor, { action: list, details: { count } })
      return { status: 200, body: { data } }
    }
  },
}

const buildUnsubscribeOperation = (id: string): ApiOperation => ({
  scope: HOOK_SCOPES,
  prepare: async () => async (tx, actor) => {
    if (!(await unsubscribeHook(tx, actor, id))) throw new ProblemError('not-found', 'No hook has this ID.')
    return { status: 200, body: { id } }
  },
})

/** Returns the operations of a path below `/api/v1/hooks`. */
export function findHookOperations(id: string | undefined): ApiOperations {
  if (id === undefined) return { GET: listOperation, POST: subscribeOperation }
  return id === 'samples' ? { GET: samplesOperation } : { DELETE: buildUnsubscribeOperation(id) }
}
