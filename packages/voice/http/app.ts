import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { isLoopbackName, reporter } from '../../local-server/index.ts'
import { notSupported, VoiceError } from '../errors.ts'
import { agentRoutes } from './agents.ts'
import { conversationRoutes } from './conversations.ts'
import { createFaults, localRoutes } from './local.ts'
import type { Services } from './services.ts'

const report = reporter('voice')

/** Bytes of the largest body: an agent with all it is told, or an hour of speech. */
const MAX_BYTES = 4 * 1024 * 1024

const hash = (text: string) => createHash('sha256').update(text).digest()

/** Refuses other host names than loopback ones: protects from DNS rebinding. */
const loopbackHosts = createMiddleware(async (c, next) => {
  if (!isLoopbackName(new URL(c.req.url).hostname)) throw new VoiceError(421, 'host_invalid', 'Unknown host')
  await next()
})

/** Source: https://elevenlabs.io/docs/api-reference/authentication */
const withKey = ({ apiKey }: Services) =>
  createMiddleware(async (c, next) => {
    const given = c.req.header('xi-api-key')
    if (given === undefined)
      throw new VoiceError(401, 'needs_authorization', 'Neither authorization header nor xi-api-key received.')
    if (!timingSafeEqual(hash(given), hash(apiKey))) throw new VoiceError(401, 'invalid_api_key', 'Invalid API key')
    await next()
  })

const limitBody = bodyLimit({
  maxSize: MAX_BYTES,
  onError: () => {
    throw new VoiceError(413, 'request_too_large', 'The request is too large.')
  },
})

/** The whole HTTP interface: the vendor's below `/v1/convai`, and what it has not below `/local`. */
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
    throw c.req.path.startsWith('/v1/')
      ? notSupported(`${c.req.method} ${c.req.path}`)
      : new VoiceError(404, 'not_found', 'Not Found')
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
