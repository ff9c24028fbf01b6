import { Hono } from 'hono'
import { CHANNELS, COMPANY, ZAPS } from '../sample-data.ts'
import { type ApiEnv, countIn, type Refuse, type Services, withScope, withToken } from './access.ts'

/* Sources: docs.slack.dev/reference/methods (auth.test, conversations.list); docs.zapier.com/powered-by-zapier/api-reference. */

const SLACK_ERRORS = {
  400: 'invalid_arguments',
  401: 'invalid_auth',
  403: 'missing_scope',
  404: 'unknown_method',
  409: 'fatal_error',
  503: 'service_unavailable',
}

/** Slack answers 200 to what it refuses, and says why in the body; not so while it cannot answer at all. */
export const refuseAsSlack: Refuse = (c, status) =>
  c.json({ ok: false, error: SLACK_ERRORS[status] }, status === 503 ? status : 200)

export function slackApi(services: Services): Hono<ApiEnv> {
  const refuse = refuseAsSlack
  const api = new Hono<ApiEnv>()
  api.use('*', withToken(services, 'slack', refuse))
  api.get('/auth.test', (c) => c.json({ ok: true, team: COMPANY, user: c.var.access.account }))
  api.get('/conversations.list', withScope(refuse, 'channels:read'), (c) => {
    const channels = CHANNELS.map((name, index) => ({ id: `C${index + 1}`, name }))
    return c.json({ ok: true, channels: channels.slice(0, countIn(c, 'limit', 100)) })
  })
  return api
}

export const refuseAsZapier: Refuse = (c, status) =>
  c.json({ errors: [{ status, title: 'Refused by the local server.' }] }, status)

export function zapierApi(services: Services): Hono<ApiEnv> {
  const refuse = refuseAsZapier
  const api = new Hono<ApiEnv>()
  api.use('*', withToken(services, 'zapier', refuse))
  api.get('/profiles/me', withScope(refuse, 'profile'), (c) => {
    const { account } = c.var.access
    return c.json({ id: 1, full_name: account, email: `${account}@example.com` })
  })
  api.get('/zaps', withScope(refuse, 'zap'), (c) =>
    c.json({ objects: ZAPS.map((title) => ({ title })).slice(0, countIn(c, 'limit', 10)) }),
  )
  return api
}
