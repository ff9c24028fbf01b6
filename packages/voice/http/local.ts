import { randomUUID } from 'node:crypto'
import { Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { beginCall } from '../calls/begin.ts'
import { ValidationError, VoiceError } from '../errors.ts'
import { agentFields, agentJson } from '../store/agent.ts'
import { type Conversation, conversationFields } from '../store/conversation.ts'
import { newId } from '../store/store.ts'
import { agentOf } from './agents.ts'
import { readBody } from './body.ts'
import type { Services } from './services.ts'

/*
 * What the vendor has not: to have a call come in, to put down agents and calls of the past, and to answer with errors.
 */

const id = z.string().regex(/^[\w-]{1,100}$/, 'must be letters, digits, _ and -')

const call = conversationFields.extend({ agent_id: id, conversation_id: id.optional() })

const fault = z.strictObject({
  status: z.union([z.literal(401), z.literal(404), z.literal(422), z.literal(429), z.literal(500), z.literal(503)]),
  /** How many requests are answered with it. */
  times: z.int().min(0).max(1_000).default(1),
})

/** Codes of the errors that can be asked for. */
const CODES: Record<z.infer<typeof fault>['status'], string> = {
  401: 'invalid_api_key',
  404: 'agent_not_found',
  422: 'invalid_parameters',
  429: 'too_many_concurrent_requests',
  500: 'internal_error',
  503: 'system_busy',
}

export type Faults = {
  set: (next: z.infer<typeof fault>) => void
  /** Answers a request with the error, as long as there are some left. */
  middleware: MiddlewareHandler
}

export function createFaults(): Faults {
  let left = 0
  let status: z.infer<typeof fault>['status'] = 500
  return {
    set: (next) => {
      left = next.times
      status = next.status
    },
    middleware: async (_c, next) => {
      if (left === 0) return next()
      left -= 1
      throw new VoiceError(status, CODES[status], 'Asked for by POST /local/faults.')
    },
  }
}

type Call = z.infer<typeof call>

/** The call that somebody made, before it is kept. */
function conversationOf(services: Services, { agent_id: agentId, conversation_id, ...fields }: Call): Conversation {
  const agent = agentOf(services, agentId)
  const started = fields.start_time_unix_secs ?? Math.floor(services.now() / 1000 - fields.call_duration_secs)
  return {
    id: conversation_id ?? newId('conv'),
    agentId,
    startedAt: started * 1000,
    fields,
    privacy: agent.fields.platform_settings?.privacy ?? {},
    start: null,
  }
}

export function localRoutes(services: Services, faults: Faults): Hono {
  const { store, now, startWebhook, postCall } = services
  const routes = new Hono()

  routes.put('/agents/:id', async (c) => {
    const { data: agentId, error } = id.safeParse(c.req.param('id'))
    if (error) throw new ValidationError(error)
    const agent = { id: agentId, fields: await readBody(c, agentFields), createdAt: now() }
    store.putAgent(agent)
    return c.json(agentJson(agent))
  })

  routes.post('/conversations', async (c) => {
    const made = (await readBody(c, z.array(call).max(1_000))).map((each) => conversationOf(services, each))
    store.transaction(() => made.forEach(store.putConversation))
    return c.json({ conversation_ids: made.map((conversation) => conversation.id) })
  })

  routes.post('/calls', async (c) => {
    const asked = await readBody(c, call)
    const conversation = conversationOf(services, asked)
    const begin = await beginCall(agentOf(services, asked.agent_id), startWebhook, {
      caller_id: asked.caller_id ?? '',
      agent_id: asked.agent_id,
      called_number: asked.called_number ?? '',
      call_sid: `CA${randomUUID().replaceAll('-', '')}`,
    })
    const taken = { ...conversation, start: begin.client_data }
    const reported = store.transaction(() => {
      store.putConversation(taken)
      return postCall?.report(taken)
    })
    const attempt = await reported
    const delivery = attempt && {
      status: attempt.resultCode,
      body: attempt.resultBody,
      failure: attempt.failureDetail,
      will_retry: attempt.willRetry,
    }
    return c.json({ conversation_id: taken.id, begin, delivery: delivery ?? null })
  })

  routes.post('/faults', async (c) => {
    faults.set(await readBody(c, fault))
    return c.json({})
  })

  routes.get('/webhook_attempts', (c) => c.json(postCall?.attempts() ?? []))
  return routes
}
