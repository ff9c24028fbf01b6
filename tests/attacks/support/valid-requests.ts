import { DEFAULT_INSTRUCTIONS } from '../../../lib/dashboard/model/instructions.ts'
import { actionId } from '../../support/server-actions.ts'
import { dashboardRequests, type MarkedIds, type RouteRequest, VERSION } from '../../support/marked-company.ts'
import { stack } from '../../support/stack/addresses.ts'

type Valid = {
  body?: object
  query?: string
  /** Path to use instead of the route's path. */
  path?: string
  own: number[]
}

const DAY = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)

const window = { day: DAY, from: '10:00', to: '12:00' }

const pushKeys = {
  p256dh: Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url'),
  auth: Buffer.alloc(16, 1).toString('base64url'),
}

/** Returns all write requests, in an order in which each still finds its target. */
const valid = (ids: MarkedIds): Record<string, Valid> => ({
  'POST /api/dashboard/alerts/[id]': { own: [200] },
  // The push service is unreachable or does not know the device.
  'POST /api/dashboard/alerts/devices/[id]/test': { own: [410, 502] },
  'DELETE /api/dashboard/alerts/devices/[id]': { own: [204, 404] },
  'POST /api/dashboard/alerts/devices': {
    body: { endpoint: `https://fcm.googleapis.com/fcm/send/${ids.devices}`, keys: pushKeys },
    own: [201],
  },
  'PUT /api/dashboard/alerts/preferences': {
    body: { version: 0, change: { kinds: ['urgent'], byMail: true, byPush: false, quietHours: null } },
    own: [200],
  },
  'PATCH /api/dashboard/appointments/[id]': { body: { version: 1, technician: 'Taken over' }, own: [200] },
  'POST /api/dashboard/appointments/check': { body: { window, technician: 'Ada' }, own: [200] },
  'POST /api/dashboard/appointments': {
    body: { window, leadId: ids.leads, customer: 'Ada Byron', job: 'No heat' },
    own: [201],
  },
  'PUT /api/dashboard/assistant': { body: { version: VERSION, instructions: DEFAULT_INSTRUCTIONS }, own: [200] },
  'POST /api/dashboard/assistant/versions/[number]': { body: { version: VERSION + 1 }, own: [200] },
  'POST /api/dashboard/callers': { body: { search: '' }, own: [200] },
  'PATCH /api/dashboard/callers/[id]': { body: { version: 1, notes: 'Taken over' }, own: [200] },
  'POST /api/dashboard/callers/[id]/merge': { body: { otherId: ids.otherCaller, version: 2 }, own: [200] },
  'POST /api/dashboard/callers/[id]/export': { own: [200] },
  'PATCH /api/dashboard/calls/[id]': { body: { version: 1, attentionEnded: true }, own: [200] },
  'POST /api/dashboard/calls/export': { own: [200] },
  'POST /api/dashboard/exports': { own: [200] },
  'POST /api/dashboard/feeds': { body: { name: 'Taken over' }, own: [201] },
  'DELETE /api/dashboard/feeds/[id]': { own: [204] },
  'POST /api/dashboard/integrations/[provider]/authorization': { own: [200] },
  // The test company has no connected calendar.
  'PUT /api/dashboard/integrations/[provider]/calendars': {
    path: '/api/dashboard/integrations/google-workspace/calendars',
    body: { calendars: [] },
    own: [404],
  },
  // The connected integration uses OAuth, so it accepts no key.
  'PUT /api/dashboard/integrations/[provider]/key': { body: {}, own: [409] },
  'POST /api/dashboard/integrations/[provider]/test': { own: [200] },
  'POST /api/dashboard/integrations/[provider]/visits': { body: { visit: ids.appointments }, own: [409, 424] },
  // The connected integration is read-only.
  'POST /api/dashboard/integrations/[provider]/writing': { own: [409] },
  'DELETE /api/dashboard/integrations/[provider]/writing': { own: [200] },
  'POST /api/dashboard/integrations/[provider]/wish': {
    path: '/api/dashboard/integrations/zapier/wish',
    own: [200],
  },
  'DELETE /api/dashboard/integrations/[provider]': { own: [200] },
  'POST /api/dashboard/keys': { body: { name: 'Taken over', scopes: ['leads:read'] }, own: [201] },
  'POST /api/dashboard/keys/writing': { body: { name: 'Taken over', scopes: ['leads:write'] }, own: [201] },
  'DELETE /api/dashboard/keys/[id]': { own: [200] },
  'POST /api/dashboard/leads/[id]/notes': { body: { text: 'Taken over' }, own: [201] },
  'PATCH /api/dashboard/leads/[id]': { body: { version: 1, problem: 'Taken over' }, own: [200] },
  'POST /api/dashboard/leads/export': { own: [200] },
  'POST /api/dashboard/leads': { body: { name: 'Ada Byron', problem: 'No heat' }, own: [201] },
  'PATCH /api/dashboard/leads': { body: { ids: [ids.leads], change: { stage: 'lost' } }, own: [200] },
  'POST /api/dashboard/leads/restore': {
    body: { previous: [{ id: ids.leads, version: 3, values: { stage: 'new' } }] },
    own: [200],
  },
  'PUT /api/dashboard/line': {
    body: { version: 1, wish: { companyPhone: '(312) 555-0142', note: 'Taken over' } },
    own: [200],
  },
  'PATCH /api/dashboard/lines/[id]': {
    body: { version: 1, setup: { state: 'live', forwardingNumber: '(312) 555-0143', agentId: 'agent_taken' } },
    own: [403],
  },
  'PATCH /api/dashboard/retention': {
    body: { version: 1, retention: { recordings: 30, transcripts: 30, calls: 400, leads: 400 } },
    own: [200],
  },
  'PATCH /api/dashboard/settings': { body: { version: 2, change: { greeting: 'Taken over' } }, own: [200] },
  'PATCH /api/dashboard/settings/second-factor': { body: { version: 3, isRequired: false }, own: [200] },
  // A company with a plan cannot start a trial.
  'PUT /api/dashboard/trial': { body: { plan: 'night_line' }, own: [422] },
  'POST /api/dashboard/try-it': { body: { at: 'now', lines: ['No heat'] }, own: [200] },
  'DELETE /api/dashboard/try-it/calls/[id]': { own: [200] },
  'POST /api/dashboard/try-it/calls': {
    body: { at: 'now', lines: ['No heat'], id: '6f1f4d0e-3a63-4b53-9c3b-0c9c6a0d1f12' },
    own: [201],
  },
  'DELETE /api/dashboard/try-it/calls': { own: [200] },
  'DELETE /api/dashboard/callers/[id]': { own: [200] },
})

const READ: Record<string, number[]> = {
  'GET /api/dashboard/lines': [403],
  // Expected failures: no OAuth response, a recording unknown to the vendor, no connected calendars.
  'GET /api/dashboard/integrations/[provider]/callback': [303],
  'GET /api/dashboard/calls/[id]/recording': [404, 502],
  'GET /api/dashboard/integrations/[provider]/calendars': [200, 409, 424],
}

const queries = (ids: MarkedIds): Record<string, string> => ({
  'GET /api/dashboard/changes': '?since=0',
  'GET /api/dashboard/appointments/draft': `?lead=${ids.leads}`,
  'GET /api/dashboard/integrations/busy': `?from=${DAY}T00:00:00Z&to=${DAY}T12:00:00Z`,
})

export type ValidRequest = RouteRequest & { body?: object; own: Valid['own'] }

/** Returns a valid request for every dashboard route and method, reads first. @throws if a request is missing */
export function validRequests(ids: MarkedIds): ValidRequest[] {
  const bodies = valid(ids)
  const order = Object.keys(bodies)
  const asked = queries(ids)
  const requests = dashboardRequests(ids).map((request): ValidRequest => {
    const { name, method, path } = request
    if (method === 'GET') return { ...request, path: path + (asked[name] ?? ''), own: READ[name] ?? [200] }
    const found = bodies[name]
    if (!found) throw new Error(`No valid request is defined for ${name}`)
    return { ...request, path: found.path ?? path, own: found.own, ...(found.body && { body: found.body }) }
  })
  const gone = order.filter((name) => !requests.some((request) => request.name === name))
  if (gone.length > 0) throw new Error(`No route exists for ${gone.join(', ')}`)
  return requests.toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name))
}

export async function send(
  { method, path, body }: Pick<ValidRequest, 'method' | 'path' | 'body'>,
  headers: Record<string, string>,
): Promise<{ status: number; text: string }> {
  const response = await fetch(stack.env.siteUrl + path, {
    method,
    redirect: 'manual',
    headers: { origin: stack.env.siteUrl, ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}

export const DATA_PAGE = '/dashboard/settings/data'

/** Sends a server action like its page does. @returns the rejection reason, `done`, or the status */
export async function act(name: string, headers: Record<string, string>, args: unknown[] = []): Promise<string> {
  const response = await fetch(stack.env.siteUrl + DATA_PAGE, {
    method: 'POST',
    redirect: 'manual',
    body: JSON.stringify(args),
    headers: {
      'next-action': actionId(name),
      'content-type': 'text/plain;charset=UTF-8',
      accept: 'text/x-component',
      ...headers,
    },
  })
  const text = await response.text()
  if (/"done":/.test(text)) return 'done'
  return /"reason":"([a-z-]+)"/.exec(text)?.[1] ?? String(response.status)
}
