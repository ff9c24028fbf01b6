import { DEFAULT_INSTRUCTIONS } from '../../../lib/dashboard/model/instructions.ts'
import { findActionId } from '../../support/server-actions.ts'
import { listDashboardRequests, type MarkedIds, type RouteRequest, VERSION } from '../../support/marked-company.ts'
import { stack } from '../../support/stack/addresses.ts'

type RequestSpec = {
  body?: object
  query?: string
  /** Path to use instead of the route's path. */
  path?: string
  expectedStatuses: number[]
}

const VISIT_DAY = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)

const window = { day: VISIT_DAY, from: '10:00', to: '12:00' }

const pushKeys = {
  p256dh: Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url'),
  auth: Buffer.alloc(16, 1).toString('base64url'),
}

/** Returns all write requests, ordered so that each one still finds its target. */
const buildRequestSpecs = (ids: MarkedIds): Record<string, RequestSpec> => ({
  'POST /api/dashboard/alerts/[id]': { expectedStatuses: [200] },
  // The push service is unreachable, or the device is not registered with it.
  'POST /api/dashboard/alerts/devices/[id]/test': { expectedStatuses: [410, 502] },
  'DELETE /api/dashboard/alerts/devices/[id]': { expectedStatuses: [204, 404] },
  'POST /api/dashboard/alerts/devices': {
    body: { endpoint: `https://fcm.googleapis.com/fcm/send/${ids.devices}`, keys: pushKeys },
    expectedStatuses: [201],
  },
  'PUT /api/dashboard/alerts/preferences': {
    body: { version: 0, change: { kinds: ['urgent'], byMail: true, byPush: false, quietHours: null } },
    expectedStatuses: [200],
  },
  'PATCH /api/dashboard/appointments/[id]': { body: { version: 1, technician: 'Taken over' }, expectedStatuses: [200] },
  'POST /api/dashboard/appointments/check': { body: { window, technician: 'Ada' }, expectedStatuses: [200] },
  'POST /api/dashboard/appointments': {
    body: { window, leadId: ids.leads, customer: 'Ada Byron', job: 'No heat' },
    expectedStatuses: [201],
  },
  'PUT /api/dashboard/assistant': {
    body: { version: VERSION, instructions: DEFAULT_INSTRUCTIONS },
    expectedStatuses: [200],
  },
  'POST /api/dashboard/assistant/versions/[number]': { body: { version: VERSION + 1 }, expectedStatuses: [200] },
  'POST /api/dashboard/callers': { body: { search: '' }, expectedStatuses: [200] },
  'PATCH /api/dashboard/callers/[id]': { body: { version: 1, notes: 'Taken over' }, expectedStatuses: [200] },
  'POST /api/dashboard/callers/[id]/merge': { body: { otherId: ids.otherCaller, version: 2 }, expectedStatuses: [200] },
  'POST /api/dashboard/callers/[id]/export': { expectedStatuses: [200] },
  'PATCH /api/dashboard/calls/[id]': { body: { version: 1, attentionEnded: true }, expectedStatuses: [200] },
  'POST /api/dashboard/calls/search': { body: { search: 'Ada', query: 'page=1' }, expectedStatuses: [200] },
  'POST /api/dashboard/leads/search': { body: { search: 'Ada', query: 'page=1' }, expectedStatuses: [200] },
  'POST /api/dashboard/search': { body: { search: '0142' }, expectedStatuses: [200] },
  'POST /api/dashboard/search/recent': {
    body: { records: [{ kind: 'calls', id: ids.calls }] },
    expectedStatuses: [200],
  },
  'POST /api/dashboard/views': {
    body: { list: 'leads', name: 'Taken over', query: 'stage=new', isShared: true },
    expectedStatuses: [201],
  },
  'PATCH /api/dashboard/views/[id]': { body: { version: 1, name: 'Renamed' }, expectedStatuses: [200] },
  'DELETE /api/dashboard/views/[id]': { expectedStatuses: [204] },
  'POST /api/dashboard/calls/export': { expectedStatuses: [200] },
  'POST /api/dashboard/exports': { expectedStatuses: [200] },
  'POST /api/dashboard/feeds': { body: { name: 'Taken over' }, expectedStatuses: [201] },
  'DELETE /api/dashboard/feeds/[id]': { expectedStatuses: [204] },
  'POST /api/dashboard/imports': {
    body: {
      kind: 'leads',
      fileName: 'leads.csv',
      duplicates: 'skip',
      rowCount: 1,
      mapping: { columns: [{ header: 'Name', field: 'name' }], problem: 'Imported' },
    },
    expectedStatuses: [201],
  },
  'POST /api/dashboard/imports/contacts': {
    body: { kind: 'leads', phones: ['+13125550177'], emails: [] },
    expectedStatuses: [200],
  },
  // The import of the test company is done.
  'POST /api/dashboard/imports/[id]/rows': { body: { rows: [{ number: 2, cells: ['Ada'] }] }, expectedStatuses: [409] },
  'POST /api/dashboard/imports/[id]/retry': { expectedStatuses: [409] },
  'POST /api/dashboard/imports/[id]/undo': { expectedStatuses: [200] },
  'POST /api/dashboard/integrations/[provider]/authorization': { expectedStatuses: [200] },
  // The test company has no connected calendar.
  'PUT /api/dashboard/integrations/[provider]/calendars': {
    path: '/api/dashboard/integrations/google-workspace/calendars',
    body: { calendars: [] },
    expectedStatuses: [404],
  },
  'PATCH /api/dashboard/integrations/[provider]/messages': { body: { booked: false }, expectedStatuses: [200] },
  // No channel is chosen.
  'POST /api/dashboard/integrations/[provider]/messages': { expectedStatuses: [409] },
  // The connected integration uses OAuth, so it accepts no key.
  'PUT /api/dashboard/integrations/[provider]/key': { body: {}, expectedStatuses: [409] },
  'POST /api/dashboard/integrations/[provider]/test': { expectedStatuses: [200] },
  'POST /api/dashboard/integrations/[provider]/visits': {
    body: { visit: ids.appointments },
    expectedStatuses: [409, 424],
  },
  'POST /api/dashboard/integrations/[provider]/writing': { expectedStatuses: [200] },
  'DELETE /api/dashboard/integrations/[provider]/writing': { expectedStatuses: [200] },
  'POST /api/dashboard/integrations/[provider]/wish': {
    path: '/api/dashboard/integrations/zapier/wish',
    expectedStatuses: [200],
  },
  'DELETE /api/dashboard/integrations/[provider]': { expectedStatuses: [200] },
  'POST /api/dashboard/keys': { body: { name: 'Taken over', scopes: ['leads:read'] }, expectedStatuses: [201] },
  'POST /api/dashboard/keys/writing': {
    body: { name: 'Taken over', scopes: ['leads:write'] },
    expectedStatuses: [201],
  },
  'DELETE /api/dashboard/zaps/[id]': { expectedStatuses: [204] },
  'DELETE /api/dashboard/keys/[id]': { expectedStatuses: [200] },
  'POST /api/dashboard/leads/[id]/notes': { body: { text: 'Taken over' }, expectedStatuses: [201] },
  'PATCH /api/dashboard/leads/[id]': { body: { version: 1, problem: 'Taken over' }, expectedStatuses: [200] },
  'POST /api/dashboard/leads/export': { expectedStatuses: [200] },
  'POST /api/dashboard/leads': { body: { name: 'Ada Byron', problem: 'No heat' }, expectedStatuses: [201] },
  'PATCH /api/dashboard/leads': { body: { ids: [ids.leads], change: { stage: 'lost' } }, expectedStatuses: [200] },
  'POST /api/dashboard/leads/restore': {
    body: { previous: [{ id: ids.leads, version: 3, values: { stage: 'new' } }] },
    expectedStatuses: [200],
  },
  'PATCH /api/dashboard/notifications/[id]': { body: { isRead: true }, expectedStatuses: [204] },
  'PATCH /api/dashboard/notifications': {
    body: { isRead: true, until: new Date().toISOString() },
    expectedStatuses: [204],
  },
  'PUT /api/dashboard/line': {
    body: { version: 1, wish: { companyPhone: '(312) 555-0142', note: 'Taken over' } },
    expectedStatuses: [200],
  },
  'PATCH /api/dashboard/lines/[id]': {
    body: { version: 1, setup: { state: 'live', forwardingNumber: '(312) 555-0143', agentId: 'agent_taken' } },
    expectedStatuses: [403],
  },
  'PATCH /api/dashboard/retention': {
    body: { version: 1, retention: { recordings: 30, transcripts: 30, calls: 400, leads: 400 } },
    expectedStatuses: [200],
  },
  'PATCH /api/dashboard/settings': {
    body: { version: 2, change: { greeting: 'Taken over' } },
    expectedStatuses: [200],
  },
  'PATCH /api/dashboard/settings/second-factor': { body: { version: 3, isRequired: false }, expectedStatuses: [200] },
  // A company with a plan cannot start a trial.
  'PUT /api/dashboard/trial': { body: { plan: 'night_line' }, expectedStatuses: [422] },
  'POST /api/dashboard/try-it': { body: { at: 'now', lines: ['No heat'] }, expectedStatuses: [200] },
  'DELETE /api/dashboard/try-it/calls/[id]': { expectedStatuses: [200] },
  'POST /api/dashboard/try-it/calls': {
    body: { at: 'now', lines: ['No heat'], id: '6f1f4d0e-3a63-4b53-9c3b-0c9c6a0d1f12' },
    expectedStatuses: [201],
  },
  'DELETE /api/dashboard/try-it/calls': { expectedStatuses: [200] },
  'PATCH /api/dashboard/webhooks/[id]': { body: { version: 1, name: 'Taken over' }, expectedStatuses: [200] },
  'POST /api/dashboard/webhooks/[id]/resend': { body: { deliveryId: ids.delivery }, expectedStatuses: [200] },
  'POST /api/dashboard/webhooks/[id]/test': { expectedStatuses: [200] },
  'POST /api/dashboard/webhooks/[id]/secret': { expectedStatuses: [200] },
  'PATCH /api/dashboard/webhooks/[id]/state': { body: { version: 3, isPaused: true }, expectedStatuses: [200] },
  'POST /api/dashboard/webhooks': {
    body: { url: 'https://example.com/taken-over', name: '', events: ['lead.created'] },
    expectedStatuses: [201],
  },
  'DELETE /api/dashboard/webhooks/[id]': { expectedStatuses: [204] },
  'DELETE /api/dashboard/callers/[id]': { expectedStatuses: [200] },
})

const EXPECTED_READ_STATUSES: Record<string, number[]> = {
  'GET /api/dashboard/lines': [403],
  // Expected failures: no OAuth response, no such recording in the vendor's account, no connected calendars, a token
  // that cannot be decrypted.
  'GET /api/dashboard/integrations/[provider]/callback': [303],
  'GET /api/dashboard/calls/[id]/recording': [404, 502],
  'GET /api/dashboard/integrations/[provider]/calendars': [200, 409, 424],
  'GET /api/dashboard/integrations/[provider]/channels': [424],
}

const buildQueries = (ids: MarkedIds): Record<string, string> => ({
  'GET /api/dashboard/changes': '?since=0',
  'GET /api/dashboard/appointments/draft': `?lead=${ids.leads}`,
  'GET /api/dashboard/integrations/busy': `?from=${VISIT_DAY}T00:00:00Z&to=${VISIT_DAY}T12:00:00Z`,
})

export type ValidRequest = RouteRequest & { body?: object; expectedStatuses: RequestSpec['expectedStatuses'] }

/** Returns a valid request for every dashboard route and method, reads first. @throws if a request is missing */
export function buildValidRequests(ids: MarkedIds): ValidRequest[] {
  const specs = buildRequestSpecs(ids)
  const order = Object.keys(specs)
  const queryByName = buildQueries(ids)
  const requests = listDashboardRequests(ids).map((request): ValidRequest => {
    const { name, method, path } = request
    if (method === 'GET')
      return {
        ...request,
        path: path + (queryByName[name] ?? ''),
        expectedStatuses: EXPECTED_READ_STATUSES[name] ?? [200],
      }
    const spec = specs[name]
    if (!spec) throw new Error(`No valid request is defined for ${name}`)
    return {
      ...request,
      path: spec.path ?? path,
      expectedStatuses: spec.expectedStatuses,
      ...(spec.body && { body: spec.body }),
    }
  })
  const missingNames = order.filter((name) => !requests.some((request) => request.name === name))
  if (missingNames.length > 0) throw new Error(`No route exists for ${missingNames.join(', ')}`)
  return requests.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
}

export async function sendRequest(
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
export async function sendAction(name: string, headers: Record<string, string>, args: unknown[] = []): Promise<string> {
  const response = await fetch(stack.env.siteUrl + DATA_PAGE, {
    method: 'POST',
    redirect: 'manual',
    body: JSON.stringify(args),
    headers: {
      'next-action': findActionId(name),
      'content-type': 'text/plain;charset=UTF-8',
      accept: 'text/x-component',
      ...headers,
    },
  })
  const text = await response.text()
  if (/"done":/.test(text)) return 'done'
  return /"reason":"([a-z-]+)"/.exec(text)?.[1] ?? String(response.status)
}
