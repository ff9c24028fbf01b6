import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import { isLoopbackName, isSameText, parseJson, reporter } from '../../local-server/index.ts'
import { beginCall } from '../calls/begin.ts'
import { soundOf } from '../calls/sound.ts'
import {
  type Agent,
  agentFields,
  agentJson,
  type Conversation,
  conversationFields,
  conversationJson,
  leftOf,
  merged,
  newId,
  type Store,
} from '../store/store.ts'
import type { PostCall, StartWebhook } from '../webhooks/post-call.ts'

const report = reporter('voice')

/**
 * Error body `{ detail: { status, message } }`:
 * https://help.elevenlabs.io/hc/en-us/articles/19572237925521-API-Error-Code-400-or-401
 */
class VoiceError extends Error {
  readonly status: number
  readonly detail: unknown

  constructor(status: number, code: string, message: string) {
    super(message)
    this.name = 'VoiceError'
    this.status = status
    this.detail = { status: code, message }
  }
}

/** Vendor's 422 error, a list of problems with location and reason. */
class ValidationError extends VoiceError {
  override readonly detail: unknown

  constructor(error: z.ZodError) {
    super(422, 'invalid_parameters', 'Invalid request')
    this.detail = error.issues.map(({ path, message, code }) => ({ loc: ['body', ...path], msg: message, type: code }))
  }
}

const notFound = (what: string, id: string): VoiceError =>
  new VoiceError(404, `${what}_not_found`, `No ${what} with the id ${id}.`)

type Services = {
  store: Store
  apiKey: string
  startWebhook: StartWebhook | undefined
  postCall: PostCall | undefined
  now: () => number
}

/** Reads and validates the body. @throws {VoiceError} 400 for invalid JSON, 422 for a schema mismatch */
async function readBody<Body>(c: Context, schema: z.ZodType<Body>): Promise<Body> {
  const text = await c.req.text().catch((error: unknown) => {
    if (error instanceof VoiceError) throw error
    throw new VoiceError(400, 'invalid_body', 'The connection was closed.')
  })
  const value = parseJson(text, () => new VoiceError(400, 'invalid_body', 'The body is not valid JSON.'))
  const { data, error } = schema.safeParse(value)
  if (error) throw new ValidationError(error)
  return data as Body
}

const MAX_BYTES = 4 * 1024 * 1024

/** Rejects `Host` names other than loopback names to prevent DNS rebinding. */
const loopbackHosts = createMiddleware(async (c, next) => {
  if (!isLoopbackName(new URL(c.req.url).hostname)) throw new VoiceError(421, 'host_invalid', 'Unknown host')
  await next()
})

/** Checks the API key: https://elevenlabs.io/docs/api-reference/authentication */
const withKey = ({ apiKey }: Services) =>
  createMiddleware(async (c, next) => {
    const given = c.req.header('xi-api-key')
    if (given === undefined)
      throw new VoiceError(401, 'needs_authorization', 'Neither authorization header nor xi-api-key received.')
    if (!isSameText(given, apiKey)) throw new VoiceError(401, 'invalid_api_key', 'Invalid API key')
    await next()
  })

const limitBody = bodyLimit({
  maxSize: MAX_BYTES,
  onError: () => {
    throw new VoiceError(413, 'request_too_large', 'Request body too large.')
  },
})

/** Creates the app with the vendor's API below `/v1/convai` and local additions below `/local`. */
export function createApp(services: Services): Hono {
  const app = new Hono()
  const faults = createFaults()
  app.onError((error, c) => {
    const known = error instanceof VoiceError ? error : undefined
    if (!known) report(error)
    const { status, detail } = known ?? new VoiceError(500, 'internal_error', 'An unexpected error occurred.')
    return c.json({ detail }, status as 500)
  })
  app.notFound((c) => {
    if (!c.req.path.startsWith('/v1/')) throw new VoiceError(404, 'not_found', 'Not Found')
    const message = `The local server does not support ${c.req.method} ${c.req.path}. See packages/voice/README.md.`
    throw new VoiceError(501, 'not_supported_locally', message)
  })
  app.use(loopbackHosts)
  app.get('/health', (c) => c.json({ status: 'ok' }))
  app.use('/v1/*', withKey(services), limitBody, faults.middleware)
  app.use('/local/*', withKey(services), limitBody)
  app.route('/v1/convai/agents', agentRoutes(services))
  app.route('/v1/convai/conversations', conversationRoutes(services))
  app.route('/local', localRoutes(services, faults))
  return app
}

function agentOf({ store }: Services, id: string): Agent {
  const agent = store.agent(id)
  if (!agent) throw notFound('agent', id)
  return agent
}

/** Creates the agent routes: https://elevenlabs.io/docs/eleven-agents/api-reference/agents */
function agentRoutes(services: Services): Hono {
  const { store, now } = services
  const routes = new Hono()
  routes.post('/create', async (c) => {
    const fields = await readBody(c, agentFields.required({ conversation_config: true }))
    const agent = { id: newId('agent'), fields, createdAt: now() }
    store.putAgent(agent)
    return c.json({ agent_id: agent.id })
  })
  routes.get('/:id', (c) => c.json(agentJson(agentOf(services, c.req.param('id')))))
  routes.patch('/:id', async (c) => {
    const id = c.req.param('id')
    const change = await readBody(c, agentFields)
    const agent = agentOf(services, id)
    const changed = { ...agent, fields: merged(agent.fields, change) }
    const { privacy } = changed.fields.platform_settings ?? {}
    store.transaction(() => {
      store.putAgent(changed)
      if (change.platform_settings?.privacy?.apply_to_existing_conversations && privacy) store.keepBy(id, privacy)
    })
    return c.json(agentJson(changed))
  })
  return routes
}

/** Creates the conversation routes: https://elevenlabs.io/docs/eleven-agents/api-reference/conversations */
function conversationRoutes({ store, now }: Services): Hono {
  const conversationOf = (id: string): Conversation => {
    const conversation = store.conversation(id)
    if (!conversation) throw notFound('conversation', id)
    return conversation
  }
  const routes = new Hono()
  routes.get('/:id', (c) => c.json(conversationJson(conversationOf(c.req.param('id')), now())))
  routes.delete('/:id', (c) => {
    const id = c.req.param('id')
    if (!store.deleteConversation(id)) throw notFound('conversation', id)
    return c.json({})
  })
  routes.get('/:id/audio', (c) => {
    const conversation = conversationOf(c.req.param('id'))
    if (!leftOf(conversation, now()).sound) throw notFound('audio', conversation.id)
    const sound = soundOf(conversation.fields)
    return c.body(new Uint8Array(sound), 200, { 'content-type': 'audio/wav', 'content-length': String(sound.length) })
  })
  return routes
}

/** Local additions: incoming calls, stored agents and calls, and simulated errors. */

const id = z.string().regex(/^[\w-]{1,100}$/, 'must be letters, digits, _ and -')

const call = conversationFields.extend({ agent_id: id, conversation_id: id.optional() })

const fault = z.strictObject({
  status: z.union([z.literal(401), z.literal(404), z.literal(422), z.literal(429), z.literal(500), z.literal(503)]),
  times: z.int().min(0).max(1_000).default(1),
})

const CODES: Record<z.infer<typeof fault>['status'], string> = {
  401: 'invalid_api_key',
  404: 'agent_not_found',
  422: 'invalid_parameters',
  429: 'too_many_concurrent_requests',
  500: 'internal_error',
  503: 'system_busy',
}

type Faults = ReturnType<typeof createFaults>

function createFaults() {
  let left = 0
  let status: z.infer<typeof fault>['status'] = 500
  return {
    set: (next: z.infer<typeof fault>): void => {
      left = next.times
      status = next.status
    },
    middleware: createMiddleware(async (_c, next) => {
      if (left === 0) return next()
      left -= 1
      throw new VoiceError(status, CODES[status], 'Requested by POST /local/faults.')
    }),
  }
}

type Call = z.infer<typeof call>

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

function localRoutes(services: Services, faults: Faults): Hono {
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
