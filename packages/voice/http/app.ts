import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import { isLoopbackName, isSameText, parseJson, createReporter } from '../../local-server/index.ts'
import { beginCall } from '../calls/begin-call.ts'
import { synthesizeSound } from '../calls/sound.ts'
import {
  type Agent,
  agentFieldsSchema,
  toAgentJson,
  type Conversation,
  conversationFieldsSchema,
  toConversationJson,
  getRetainedParts,
  mergeFields,
  createId,
  type Store,
} from '../store/store.ts'
import type { PostCall, StartWebhook } from '../webhooks/post-call.ts'

const report = createReporter('voice')

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

const createNotFoundError = (resource: string, id: string): VoiceError =>
  new VoiceError(404, `${resource}_not_found`, `No ${resource} with the id ${id}.`)

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

const MAX_BODY_BYTES = 4 * 1024 * 1024

/** Rejects `Host` names other than loopback names to prevent DNS rebinding. */
const requireLoopbackHost = createMiddleware(async (c, next) => {
  if (!isLoopbackName(new URL(c.req.url).hostname)) throw new VoiceError(421, 'host_invalid', 'Unknown host')
  await next()
})

/** Checks the API key: https://elevenlabs.io/docs/api-reference/authentication */
const requireApiKey = ({ apiKey }: Services) =>
  createMiddleware(async (c, next) => {
    const apiKeyHeader = c.req.header('xi-api-key')
    if (apiKeyHeader === undefined)
      throw new VoiceError(401, 'needs_authorization', 'Neither authorization header nor xi-api-key received.')
    if (!isSameText(apiKeyHeader, apiKey)) throw new VoiceError(401, 'invalid_api_key', 'Invalid API key')
    await next()
  })

const limitBody = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: () => {
    throw new VoiceError(413, 'request_too_large', 'Request body too large.')
  },
})

/** Creates the app with the vendor's API below `/v1/convai` and local additions below `/local`. */
export function createApp(services: Services): Hono {
  const app = new Hono()
  const faults = createFaults()
  app.onError((error, c) => {
    const voiceError = error instanceof VoiceError ? error : undefined
    if (!voiceError) report(error)
    const { status, detail } = voiceError ?? new VoiceError(500, 'internal_error', 'An unexpected error occurred.')
    return c.json({ detail }, status as 500)
  })
  app.notFound((c) => {
    if (!c.req.path.startsWith('/v1/')) throw new VoiceError(404, 'not_found', 'Not Found')
    const message = `The local server does not support ${c.req.method} ${c.req.path}. See packages/voice/README.md.`
    throw new VoiceError(501, 'not_supported_locally', message)
  })
  app.use(requireLoopbackHost)
  app.get('/health', (c) => c.json({ status: 'ok' }))
  app.use('/v1/*', requireApiKey(services), limitBody, faults.middleware)
  app.use('/local/*', requireApiKey(services), limitBody)
  app.route('/v1/convai/agents', createAgentRoutes(services))
  app.route('/v1/convai/conversations', createConversationRoutes(services))
  app.route('/local', createLocalRoutes(services, faults))
  return app
}

function getAgent({ store }: Services, id: string): Agent {
  const agent = store.agent(id)
  if (!agent) throw createNotFoundError('agent', id)
  return agent
}

/** Creates the agent routes: https://elevenlabs.io/docs/eleven-agents/api-reference/agents */
function createAgentRoutes(services: Services): Hono {
  const { store, now } = services
  const routes = new Hono()
  routes.post('/create', async (c) => {
    const fields = await readBody(c, agentFieldsSchema.required({ conversation_config: true }))
    const agent = { id: createId('agent'), fields, createdAt: now() }
    store.putAgent(agent)
    return c.json({ agent_id: agent.id })
  })
  routes.get('/:id', (c) => c.json(toAgentJson(getAgent(services, c.req.param('id')))))
  routes.patch('/:id', async (c) => {
    const id = c.req.param('id')
    const change = await readBody(c, agentFieldsSchema)
    const agent = getAgent(services, id)
    const updated = { ...agent, fields: mergeFields(agent.fields, change) }
    const { privacy } = updated.fields.platform_settings ?? {}
    store.transaction(() => {
      store.putAgent(updated)
      if (change.platform_settings?.privacy?.apply_to_existing_conversations && privacy) store.keepBy(id, privacy)
    })
    return c.json(toAgentJson(updated))
  })
  return routes
}

/** Creates the conversation routes: https://elevenlabs.io/docs/eleven-agents/api-reference/conversations */
function createConversationRoutes({ store, now }: Services): Hono {
  const getConversation = (id: string): Conversation => {
    const conversation = store.conversation(id)
    if (!conversation) throw createNotFoundError('conversation', id)
    return conversation
  }
  const routes = new Hono()
  routes.get('/:id', (c) => c.json(toConversationJson(getConversation(c.req.param('id')), now())))
  routes.delete('/:id', (c) => {
    const id = c.req.param('id')
    if (!store.deleteConversation(id)) throw createNotFoundError('conversation', id)
    return c.json({})
  })
  routes.get('/:id/audio', (c) => {
    const conversation = getConversation(c.req.param('id'))
    if (!getRetainedParts(conversation, now()).audio) throw createNotFoundError('audio', conversation.id)
    const audio = synthesizeSound(conversation.fields)
    return c.body(new Uint8Array(audio), 200, { 'content-type': 'audio/wav', 'content-length': String(audio.length) })
  })
  return routes
}

/** Local additions: incoming calls, stored agents and calls, and simulated errors. */

const id = z.string().regex(/^[\w-]{1,100}$/, 'must be letters, digits, _ and -')

const call = conversationFieldsSchema.extend({ agent_id: id, conversation_id: id.optional() })

const faultSchema = z.strictObject({
  status: z.union([z.literal(401), z.literal(404), z.literal(422), z.literal(429), z.literal(500), z.literal(503)]),
  times: z.int().min(0).max(1_000).default(1),
})

const ERROR_CODES: Record<z.infer<typeof faultSchema>['status'], string> = {
  401: 'invalid_api_key',
  404: 'agent_not_found',
  422: 'invalid_parameters',
  429: 'too_many_concurrent_requests',
  500: 'internal_error',
  503: 'system_busy',
}

type Faults = ReturnType<typeof createFaults>

function createFaults() {
  let remaining = 0
  let status: z.infer<typeof faultSchema>['status'] = 500
  return {
    set: (next: z.infer<typeof faultSchema>): void => {
      remaining = next.times
      status = next.status
    },
    middleware: createMiddleware(async (_c, next) => {
      if (remaining === 0) return next()
      remaining -= 1
      throw new VoiceError(status, ERROR_CODES[status], 'Requested by POST /local/faults.')
    }),
  }
}

type Call = z.infer<typeof call>

function buildConversation(services: Services, { agent_id: agentId, conversation_id, ...fields }: Call): Conversation {
  const agent = getAgent(services, agentId)
  const startedAt = fields.start_time_unix_secs ?? Math.floor(services.now() / 1000 - fields.call_duration_secs)
  return {
    id: conversation_id ?? createId('conv'),
    agentId,
    startedAt: startedAt * 1000,
    fields,
    privacy: agent.fields.platform_settings?.privacy ?? {},
    start: null,
  }
}

function createLocalRoutes(services: Services, faults: Faults): Hono {
  const { store, now, startWebhook, postCall } = services
  const routes = new Hono()

  routes.put('/agents/:id', async (c) => {
    const { data: agentId, error } = id.safeParse(c.req.param('id'))
    if (error) throw new ValidationError(error)
    const agent = { id: agentId, fields: await readBody(c, agentFieldsSchema), createdAt: now() }
    store.putAgent(agent)
    return c.json(toAgentJson(agent))
  })

  routes.post('/conversations', async (c) => {
    const conversations = (await readBody(c, z.array(call).max(1_000))).map((each) => buildConversation(services, each))
    store.transaction(() => conversations.forEach(store.putConversation))
    return c.json({ conversation_ids: conversations.map((conversation) => conversation.id) })
  })

  routes.post('/calls', async (c) => {
    const input = await readBody(c, call)
    const conversation = buildConversation(services, input)
    const callStart = await beginCall(getAgent(services, input.agent_id), startWebhook, {
      caller_id: input.caller_id ?? '',
      agent_id: input.agent_id,
      called_number: input.called_number ?? '',
      call_sid: `CA${randomUUID().replaceAll('-', '')}`,
    })
    const storedConversation = { ...conversation, start: callStart.client_data }
    const pendingReport = store.transaction(() => {
      store.putConversation(storedConversation)
      return postCall?.report(storedConversation)
    })
    const attempt = await pendingReport
    const delivery = attempt && {
      status: attempt.resultCode,
      body: attempt.resultBody,
      failure: attempt.failureDetail,
      will_retry: attempt.willRetry,
    }
    return c.json({ conversation_id: storedConversation.id, begin: callStart, delivery: delivery ?? null })
  })

  routes.post('/faults', async (c) => {
    faults.set(await readBody(c, faultSchema))
    return c.json({})
  })

  routes.get('/webhook_attempts', (c) => c.json(postCall?.attempts() ?? []))
  return routes
}
