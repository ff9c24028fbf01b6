import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Action } from '../../lib/dashboard/model/event.ts'
import { events } from '../../lib/dashboard/schema/events.ts'
import { type ApiResponse, type Api, setUpApi, RESOURCES, SAMPLES } from './api-fixtures.ts'
import { createOrganizationId, setUpDatabase } from '../support/opened-database.ts'

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

const CHANGES = {
  calls: { summary: 'The furnace was out.' },
  leads: { problem: 'No heat upstairs' },
  appointments: { job: 'Furnace' },
}

const VARIANTS = {
  calls: (day: number) => ({ startedAt: `2026-03-0${day}T07:14:00Z`, duration: day }),
  leads: (day: number) => ({ name: ['Ada', 'Ben', 'Cy'][day - 1] }),
  appointments: (day: number) => ({ startsAt: `2026-03-0${day}T13:00:00Z`, endsAt: `2026-03-0${day}T15:00:00Z` }),
}

const getId = ({ body }: ApiResponse) => String(body.id)

describe('API', () => {
  const withoutPlan = new Set<string>()
  const database = setUpDatabase()
  const api = setUpApi(database, { hasApi: async (organization) => !withoutPlan.has(organization) })
  let organization: string
  let key: string
  beforeEach(async () => {
    organization = createOrganizationId()
    key = (await api.keyOf(organization)).key
  })

  describe.each(RESOURCES)('for $name', (resource) => {
    const { name } = resource
    const path = `/api/v1/${name}`
    const sample = SAMPLES[name]

    it('creates, reads, lists and updates a record', async () => {
      const created = await api.send('POST', path, { key, body: sample })
      expect(created.status).toBe(201)
      expect(created.headers.get('location')).toBe(`${path}/${getId(created)}`)
      expect(created.headers.get('etag')).toBe('"1"')
      const fetched = await api.send('GET', `${path}/${getId(created)}`, { key })
      expect(fetched).toMatchObject({ status: 200, body: created.body })
      expect(fetched.headers.get('etag')).toBe('"1"')
      expect(resource.recordSchema.parse(fetched.body)).toEqual(fetched.body)
      expect((await api.send('GET', `${path}/${getId(created)}/more`, { key })).status, 'no nested path exists').toBe(
        404,
      )
      const updated = await api.send('PATCH', `${path}/${getId(created)}`, { key, body: CHANGES[name] })
      expect(updated).toMatchObject({ status: 200, body: { ...CHANGES[name], id: getId(created), version: 2 } })
      expect(updated.headers.get('etag')).toBe('"2"')
      expect(await api.send('GET', path, { key })).toMatchObject({
        status: 200,
        body: { data: [updated.body], next: null },
      })
      for (const response of [created, fetched, updated]) expect(response.headers.get('cache-control')).toBe('no-store')
    })

    it('returns 404 for unknown ids', async () => {
      for (const id of [UNKNOWN_ID, 'x', '%00', "'; drop table leads; --", '1', 'null']) {
        const resourcePath = `${path}/${encodeURIComponent(id)}`
        const responses = [
          await api.send('GET', resourcePath, { key }),
          await api.send('PATCH', resourcePath, { key, body: CHANGES[name] }),
        ]
        expect({ id, answers: responses }).toMatchObject({
          id,
          answers: [{ status: 404, body: { status: 404 } }, { status: 404 }],
        })
      }
    })

    it('never returns or changes records of another organization', async () => {
      const otherKey = await api.keyOf(createOrganizationId())
      const created = await api.send('POST', path, { key, body: sample })
      const resourcePath = `${path}/${getId(created)}`
      const before = await api.send('GET', resourcePath, { key })
      const requests: [method: string, path: string, body?: object, headers?: Record<string, string>][] = [
        ['GET', resourcePath],
        ['HEAD', resourcePath],
        ['PATCH', resourcePath, CHANGES[name]],
        ['PATCH', resourcePath, { ...CHANGES[name], version: 1 }],
        ['PATCH', resourcePath, CHANGES[name], { 'if-match': '"1"' }],
        ['PATCH', resourcePath, CHANGES[name], { 'if-match': '*' }],
      ]
      for (const [method, to, body, headers = {}] of requests) {
        const { status } = await api.send(method, to, { key: otherKey.key, headers, ...(body && { body }) })
        expect({ method, body, headers, status }).toEqual({ method, body, headers, status: 404 })
      }
      expect((await api.send('GET', path, { key: otherKey.key })).body).toEqual({ data: [], next: null })
      expect((await api.send('GET', resourcePath, { key })).body).toEqual(before.body)
    })

    it('rejects the later of two concurrent updates with the current record', async () => {
      const created = await api.send('POST', path, { key, body: sample })
      const resourcePath = `${path}/${getId(created)}`
      const change = (version: number) => api.send('PATCH', resourcePath, { key, body: { ...CHANGES[name], version } })
      const responses = await Promise.all([change(1), change(1)])
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const [updated, rejected] = responses.toSorted((a, b) => a.status - b.status)
      expect(rejected?.body).toMatchObject({ status: 409, current: updated?.body })
      expect(rejected?.headers.get('etag')).toBe('"2"')
      expect((await change(2)).status).toBe(200)
      const changes = eq(events.action, `${resource.singularName}.updated` as Action)
      expect(await database.within(organization, ({ db }) => db.$count(events, changes))).toBe(1)
      for (const version of [0, 1.5]) expect((await change(version)).status).toBe(422)
    })

    it('reads the version from If-Match as well', async () => {
      const resourcePath = `${path}/${getId(await api.send('POST', path, { key, body: sample }))}`
      const change = (tag: string, body: object = CHANGES[name]) =>
        api.send('PATCH', resourcePath, { key, body, headers: { 'if-match': tag } })
      expect(await change('"7"')).toMatchObject({ status: 412, body: { current: { version: 1 } } })
      expect((await change('"1"')).status).toBe(200)
      expect((await change('"1"')).status).toBe(412)
      expect((await change('*')).status).toBe(200)
      const { body } = await api.send('GET', resourcePath, { key })
      expect((await change(`W/"${String(body.version)}"`)).status).toBe(200)
      expect((await change('"999999999"')).status).toBe(412)
      for (const tag of ['3', 'x', '"x"', '"1", "2"', '', '"3', '3"', 'x"3"', '"3"x', '"1000000000"', '""', '**'])
        expect(await change(tag)).toMatchObject({ status: 400, body: { errors: [{ header: 'If-Match' }] } })
      expect(await change('"1"', { version: 2 })).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: '#/version' }] },
      })
    })

    it('returns every row once through its cursors, in either order', async () => {
      for (let count = 0; count < 7; count += 1)
        await api.send('POST', path, { key, body: { ...sample, ...VARIANTS[name](1 + (count % 3)) } })
      expect((await api.send('GET', path, { key })).body.data, 'all rows without a limit').toHaveLength(7)
      for (const sort of resource.query.shape.sort.unwrap().options as string[]) {
        const rows = (await api.send('GET', `${path}?sort=${sort}`, { key })).body.data as Record<string, string>[]
        const values = rows.map((row) => row[sort.replace('-', '')] ?? '')
        const ascending = values.toSorted((a, b) => (a < b ? -1 : 1))
        expect(values).toEqual(sort.startsWith('-') ? ascending.toReversed() : ascending)
        for (const limit of [1, 3, 100]) {
          const seenIds: string[] = []
          let next: string | null = ''
          while (next !== null) {
            const query = new URLSearchParams({ sort, limit: String(limit), ...(next && { cursor: next }) })
            const { status, body } = await api.send('GET', `${path}?${query}`, { key })
            expect(status).toBe(200)
            const { data, next: nextCursor } = body as { data: { id: string }[]; next: string | null }
            expect(data.length).toBeLessThanOrEqual(limit)
            seenIds.push(...data.map(({ id }) => id))
            next = nextCursor
          }
          expect({ sort, limit, seen: seenIds }).toEqual({ sort, limit, seen: rows.map(({ id }) => id) })
        }
      }
    })

    it('rejects unknown or invalid query parameters and names each one', async () => {
      const invalidQueries: [query: string, parameter: string][] = [
        ['limit=0', 'limit'],
        ['limit=101', 'limit'],
        ['limit=ten', 'limit'],
        ['limit=', 'limit'],
        ['limit=1&limit=2', 'limit'],
        ['sort=secret', 'sort'],
        ['cursor=nonsense', 'cursor'],
        ['cursor=', 'cursor'],
        ['cursor=WzEsMl0', 'cursor'],
        [`cursor=${Buffer.from('["never","no-id"]').toString('base64url')}`, 'cursor'],
        ['page=2', 'page'],
        ['from=yesterday', 'from'],
        ['to=%00', 'to'],
        ['__proto__=1', '__proto__'],
      ]
      for (const [query, parameter] of invalidQueries) {
        expect({ query, ...(await api.send('GET', `${path}?${query}`, { key })) }).toMatchObject({
          query,
          status: 422,
          body: { errors: expect.arrayContaining([{ parameter, detail: expect.any(String) }]) },
        })
      }
    })

    it('rejects forged cursors without a database error', async () => {
      const forgeCursor = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url')
      const values = [1, 1.5, 1e99, -1, 'x', '', "'", '\0', '\ud800', '0000-01-01', '+275760-09-13T00:00:00.000Z', null]
      for (const sort of resource.query.shape.sort.unwrap().options as string[]) {
        for (const value of values) {
          const query = new URLSearchParams({ sort, cursor: forgeCursor([value, UNKNOWN_ID]) })
          const { status } = await api.send('GET', `${path}?${query}`, { key })
          expect({ sort, value, isAllowed: [200, 422].includes(status) }).toEqual({ sort, value, isAllowed: true })
        }
        const endlessCursor = new URLSearchParams({ sort, cursor: forgeCursor(['x'.repeat(1_000), UNKNOWN_ID]) })
        expect((await api.send('GET', `${path}?${endlessCursor}`, { key })).status).toBe(422)
      }
    })

    it('rejects invalid bodies with a pointer to each field', async () => {
      const [required = ''] = Object.keys(sample)
      const invalidBodies: [body: unknown, pointer: string][] = [
        [{ ...sample, [required]: undefined }, `#/${required}`],
        [{ ...sample, [required]: 7 }, `#/${required}`],
        [{ ...sample, [required]: 'a\0b' }, `#/${required}`],
        [{ ...sample, [required]: '\ud800' }, `#/${required}`],
        [{ ...sample, 'a/b~c': 1 }, '#/a~1b~0c'],
        [{ ...sample, id: UNKNOWN_ID }, '#/id'],
        [{ ...sample, organizationId: 'org_other' }, '#/organizationId'],
        [[], '#'],
        ['text', '#'],
        [null, '#'],
      ]
      for (const [body, pointer] of invalidBodies) {
        const response = await api.send('POST', path, { key, text: JSON.stringify(body), headers: JSON_BODY })
        expect({ sent: body, ...response }).toMatchObject({
          sent: body,
          status: 422,
          body: { status: 422, errors: expect.arrayContaining([{ pointer, detail: expect.any(String) }]) },
        })
      }
      expect((await api.send('GET', path, { key })).body.data).toEqual([])
    })
  })

  const JSON_BODY = { 'content-type': 'application/json' }

  it('returns a problem document for every other path, method and media type', async () => {
    const expectProblem = async (
      method: string,
      path: string,
      status: number,
      options: Parameters<Api['send']>[2] = {},
    ) => {
      const response = await api.send(method, path, { key, ...options })
      expect({ method, ...response }).toMatchObject({
        method,
        status,
        body: {
          type: expect.stringMatching(/^https?:\/\/[^/]+\/api#problem-/),
          title: expect.any(String),
          detail: expect.stringMatching(/\.$/),
          status,
          instance: path,
        },
      })
      expect(response.headers.get('content-type')).toBe('application/problem+json')
      expect(response.headers.get('cache-control')).toBe('no-store')
      return response
    }
    await expectProblem('GET', '/api/v1', 404)
    await expectProblem('POST', '/api/v1/nothing', 404)
    await expectProblem('GET', '/api/v1/leads/x/notes', 404)
    expect((await expectProblem('DELETE', '/api/v1/leads', 405)).headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS')
    expect((await expectProblem('POST', `/api/v1/leads/${UNKNOWN_ID}`, 405)).headers.get('allow')).toBe(
      'GET, HEAD, PATCH, OPTIONS',
    )
    await expectProblem('POST', '/api/v1/leads', 415, { text: '{}', headers: { 'content-type': 'text/plain' } })
    await expectProblem('POST', '/api/v1/leads', 415, { text: '{}' })
    await expectProblem('POST', '/api/v1/leads', 400, { text: '{"name":', headers: JSON_BODY })
    await expectProblem('POST', '/api/v1/leads', 400, { text: '', headers: JSON_BODY })
    const deepJson = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
    await expectProblem('POST', '/api/v1/leads', 400, { text: deepJson, headers: JSON_BODY })
    await expectProblem('POST', '/api/v1/leads', 413, { body: { name: 'x'.repeat(600_000) } })
    const response = await api.send('OPTIONS', '/api/v1/leads', {})
    expect(response).toMatchObject({ status: 204, body: {} })
    expect(response.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS')
  })

  it('accepts bodies up to the maximum size and depth only', async () => {
    const getStatus = async (text: string) =>
      (await api.send('POST', '/api/v1/leads', { key, text, headers: JSON_BODY })).status
    const buildLongJson = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`
    expect([await getStatus(buildLongJson(512 * 1024)), await getStatus(buildLongJson(512 * 1024 + 1))]).toEqual([
      422, 413,
    ])
    const buildDeepJson = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`
    expect([await getStatus(buildDeepJson(16)), await getStatus(buildDeepJson(17))]).toEqual([422, 400])
  })

  it('sends no CORS headers and no cookies', async () => {
    for (const method of ['OPTIONS', 'GET']) {
      const { headers } = await api.send(method, '/api/v1/leads', { key, headers: { origin: 'https://other.example' } })
      expect([...headers.keys()].filter((name) => name.startsWith('access-control') || name === 'set-cookie')).toEqual(
        [],
      )
    }
  })

  it('rejects CORS preflight requests', async () => {
    const corsHeaders = { origin: 'https://other.example', 'access-control-request-method': 'POST' }
    const sendPreflight = (path: string) =>
      api.send('OPTIONS', path, { headers: { ...corsHeaders, 'access-control-request-headers': 'authorization' } })
    const response = await sendPreflight('/api/v1/leads')
    expect(response.status).toBe(403)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(response.body).toMatchObject({
      type: expect.stringMatching(/#problem-no-browsers$/),
      detail: 'Send the request from a server. API keys must not be used in a web page.',
    })
    expect(response.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS')
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    expect((await sendPreflight('/api/v1/nothing')).status).toBe(404)
  })

  it('limits how many invalid keys a client can try, but still accepts valid ones', async () => {
    const buildInvalidKey = (index: number) => `dw_${String(index).padStart(43, '0')}`
    const statuses: number[] = []
    for (let index = 0; index < 62; index += 1)
      statuses.push((await api.send('GET', '/api/v1/leads', { key: buildInvalidKey(index) })).status)
    const limitedResponse = await api.send('GET', '/api/v1/leads', { key: buildInvalidKey(63) })
    expect([statuses[0], statuses.at(-1), limitedResponse.status]).toEqual([401, 429, 429])
    expect(limitedResponse.headers.get('ratelimit')).toMatch(/^"address";r=0;t=\d+$/)
    expect(Number(limitedResponse.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await api.send('GET', '/api/v1/leads', { key })).status).toBe(200)
  })

  it('returns 403 while the plan excludes it, and works again afterwards', async () => {
    const { key: neighborKey } = await api.keyOf(createOrganizationId())
    const created = await api.send('POST', '/api/v1/leads', { key, body: SAMPLES.leads })
    withoutPlan.add(organization)
    for (const [method, path, body] of [
      ['GET', '/api/v1/leads', undefined],
      ['POST', '/api/v1/leads', SAMPLES.leads],
      ['PATCH', `/api/v1/leads/${getId(created)}`, { stage: 'lost' }],
    ] as const) {
      const response = await api.send(method, path, { key, body })
      expect(`${method} ${response.status}`).toBe(`${method} 403`)
      expect(response.body).toMatchObject({ type: expect.stringMatching(/#problem-no-plan$/) })
      expect(response.headers.get('ratelimit')).not.toBeNull()
    }
    expect((await api.send('GET', '/api/v1/leads', { key: neighborKey })).status).toBe(200)
    withoutPlan.delete(organization)
    const list = await api.send('GET', '/api/v1/leads', { key })
    expect(list.body.data).toMatchObject([{ stage: 'new' }])
  })

  it('hides transcripts from keys that may only write calls', async () => {
    const writerKey = await api.keyOf(organization, ['calls:write'])
    const created = await api.send('POST', '/api/v1/calls', { key: writerKey.key, body: SAMPLES.calls })
    const resourcePath = `/api/v1/calls/${getId(created)}`
    const updated = await api.send('PATCH', resourcePath, {
      key: writerKey.key,
      body: { summary: 'Short', version: 1 },
    })
    const rejected = await api.send('PATCH', resourcePath, {
      key: writerKey.key,
      body: { summary: 'Short', version: 1 },
    })
    expect([created.status, updated.status, rejected.status]).toEqual([201, 200, 409])
    expect(JSON.stringify([created.body, updated.body, rejected.body])).not.toContain('No heat since')
    const readerKey = await api.keyOf(organization, ['calls:read'])
    const fetched = await api.send('GET', resourcePath, { key: readerKey.key })
    expect(fetched.body.transcript).toMatchObject([{ text: 'No heat since last night' }])
  })

  it('stores a call once if it is reported twice', async () => {
    const report = () => api.send('POST', '/api/v1/calls', { key, body: { ...SAMPLES.calls, externalId: 'conv_1' } })
    const [first, second] = [await report(), await report()]
    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.body).toEqual(first.body)
  })

  it('rejects an invalid appointment change with a pointer to its field', async () => {
    const created = await api.send('POST', '/api/v1/appointments', { key, body: SAMPLES.appointments })
    for (const [body, pointer] of [
      [{ endsAt: '2026-03-02T12:00:00Z' }, '#/endsAt'],
      [{ state: 'requested', startsAt: '2026-03-02T16:00:00Z' }, '#/endsAt'],
    ] as const) {
      expect(await api.send('PATCH', `/api/v1/appointments/${getId(created)}`, { key, body })).toMatchObject({
        status: 422,
        body: { errors: [{ pointer, detail: expect.any(String) }] },
      })
    }
    expect((await api.send('GET', `/api/v1/appointments/${getId(created)}`, { key })).body).toEqual(created.body)
  })

  it.each([
    ['leads', 'callId', 'calls'],
    ['appointments', 'callId', 'calls'],
    ['appointments', 'leadId', 'leads'],
    ['calls', 'appointmentId', 'appointments'],
  ] as const)(
    'rejects %s whose %s is unknown or belongs to another organization',
    async (kind, field, referredKind) => {
      const otherKey = await api.keyOf(createOrganizationId())
      const foreign = await api.send('POST', `/api/v1/${referredKind}`, {
        key: otherKey.key,
        body: SAMPLES[referredKind],
      })
      const created = await api.send('POST', `/api/v1/${kind}`, { key, body: SAMPLES[kind] })
      const resourcePath = `/api/v1/${kind}/${getId(created)}`
      const before = await api.send('GET', resourcePath, { key })
      for (const id of [getId(foreign), UNKNOWN_ID]) {
        const body = { ...SAMPLES[kind], [field]: id }
        const responses = [
          await api.send('POST', `/api/v1/${kind}`, { key, body }),
          await api.send('PATCH', resourcePath, { key, body: { [field]: id } }),
        ]
        for (const response of responses)
          expect(response).toMatchObject({ status: 422, body: { errors: [{ pointer: `#/${field}` }] } })
      }
      expect((await api.send('GET', resourcePath, { key })).body).toEqual(before.body)
    },
  )

  it('accepts a call with the longest transcript that fits in a request', async () => {
    const words = Array.from({ length: 13_500 }, (_, n) => `${n.toString(36)}.co/${n.toString(36)}`)
    const lines = Array.from({ length: 45 }, (_, line) => words.slice(line * 300, (line + 1) * 300).join(' '))
    const body = { ...SAMPLES.calls, transcript: lines.map((text, index) => ({ speaker: 'caller', text, at: index })) }
    expect(JSON.stringify(body).length).toBeGreaterThan(140_000)
    expect((await api.send('POST', '/api/v1/calls', { key, body })).status).toBe(201)
  })
})
