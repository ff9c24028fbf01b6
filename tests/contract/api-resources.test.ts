import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Action } from '../../lib/dashboard/model/event.ts'
import { events } from '../../lib/dashboard/schema/events.ts'
import { type Answered, type Api, apiOf, RESOURCES, SAMPLES } from './api-fixtures.ts'
import { newOrganization, openedDatabase } from '../support/opened-database.ts'

const MISSING = '00000000-0000-4000-8000-000000000000'

const CHANGES = {
  calls: { summary: 'The furnace was out.' },
  leads: { problem: 'No heat upstairs' },
  appointments: { job: 'Furnace' },
}

const VARIED = {
  calls: (day: number) => ({ startedAt: `2026-03-0${day}T07:14:00Z`, duration: day }),
  leads: (day: number) => ({ name: ['Ada', 'Ben', 'Cy'][day - 1] }),
  appointments: (day: number) => ({ startsAt: `2026-03-0${day}T13:00:00Z`, endsAt: `2026-03-0${day}T15:00:00Z` }),
}

const idOf = ({ body }: Answered) => String(body.id)

describe('API', () => {
  const withoutPlan = new Set<string>()
  const opened = openedDatabase()
  const api = apiOf(opened, { hasApi: async (organization) => !withoutPlan.has(organization) })
  let organization: string
  let key: string
  beforeEach(async () => {
    organization = newOrganization()
    key = (await api.keyOf(organization)).key
  })

  describe.each(RESOURCES)('for $name', (resource) => {
    const { name } = resource
    const path = `/api/v1/${name}`
    const sample = SAMPLES[name]

    it('creates, reads, lists and updates a record', async () => {
      const made = await api.send('POST', path, { key, body: sample })
      expect(made.status).toBe(201)
      expect(made.headers.get('location')).toBe(`${path}/${idOf(made)}`)
      expect(made.headers.get('etag')).toBe('"1"')
      const read = await api.send('GET', `${path}/${idOf(made)}`, { key })
      expect(read).toMatchObject({ status: 200, body: made.body })
      expect(read.headers.get('etag')).toBe('"1"')
      expect(resource.record.parse(read.body)).toEqual(read.body)
      expect((await api.send('GET', `${path}/${idOf(made)}/more`, { key })).status, 'no nested path exists').toBe(404)
      const changed = await api.send('PATCH', `${path}/${idOf(made)}`, { key, body: CHANGES[name] })
      expect(changed).toMatchObject({ status: 200, body: { ...CHANGES[name], id: idOf(made), version: 2 } })
      expect(changed.headers.get('etag')).toBe('"2"')
      expect(await api.send('GET', path, { key })).toMatchObject({
        status: 200,
        body: { data: [changed.body], next: null },
      })
      for (const answered of [made, read, changed]) expect(answered.headers.get('cache-control')).toBe('no-store')
    })

    it('returns 404 for unknown ids', async () => {
      for (const id of [MISSING, 'x', '%00', "'; drop table leads; --", '1', 'null']) {
        const at = `${path}/${encodeURIComponent(id)}`
        const answers = [await api.send('GET', at, { key }), await api.send('PATCH', at, { key, body: CHANGES[name] })]
        expect({ id, answers }).toMatchObject({
          id,
          answers: [{ status: 404, body: { status: 404 } }, { status: 404 }],
        })
      }
    })

    it('never returns or changes records of another organization', async () => {
      const other = await api.keyOf(newOrganization())
      const made = await api.send('POST', path, { key, body: sample })
      const at = `${path}/${idOf(made)}`
      const before = await api.send('GET', at, { key })
      const asked: [method: string, path: string, body?: object, headers?: Record<string, string>][] = [
        ['GET', at],
        ['HEAD', at],
        ['PATCH', at, CHANGES[name]],
        ['PATCH', at, { ...CHANGES[name], version: 1 }],
        ['PATCH', at, CHANGES[name], { 'if-match': '"1"' }],
        ['PATCH', at, CHANGES[name], { 'if-match': '*' }],
      ]
      for (const [method, to, body, headers = {}] of asked) {
        const { status } = await api.send(method, to, { key: other.key, headers, ...(body && { body }) })
        expect({ method, body, headers, status }).toEqual({ method, body, headers, status: 404 })
      }
      expect((await api.send('GET', path, { key: other.key })).body).toEqual({ data: [], next: null })
      expect((await api.send('GET', at, { key })).body).toEqual(before.body)
    })

    it('rejects the later of two concurrent updates with the current record', async () => {
      const made = await api.send('POST', path, { key, body: sample })
      const at = `${path}/${idOf(made)}`
      const change = (version: number) => api.send('PATCH', at, { key, body: { ...CHANGES[name], version } })
      const both = await Promise.all([change(1), change(1)])
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const [changed, refused] = both.toSorted((one, other) => one.status - other.status)
      expect(refused?.body).toMatchObject({ status: 409, current: changed?.body })
      expect(refused?.headers.get('etag')).toBe('"2"')
      expect((await change(2)).status).toBe(200)
      const changes = eq(events.action, `${resource.one}.updated` as Action)
      expect(await opened.within(organization, ({ db }) => db.$count(events, changes))).toBe(1)
      for (const never of [0, 1.5]) expect((await change(never)).status).toBe(422)
    })

    it('reads the version from If-Match as well', async () => {
      const at = `${path}/${idOf(await api.send('POST', path, { key, body: sample }))}`
      const change = (tag: string, body: object = CHANGES[name]) =>
        api.send('PATCH', at, { key, body, headers: { 'if-match': tag } })
      expect(await change('"7"')).toMatchObject({ status: 412, body: { current: { version: 1 } } })
      expect((await change('"1"')).status).toBe(200)
      expect((await change('"1"')).status).toBe(412)
      expect((await change('*')).status).toBe(200)
      const { body } = await api.send('GET', at, { key })
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
        await api.send('POST', path, { key, body: { ...sample, ...VARIED[name](1 + (count % 3)) } })
      expect((await api.send('GET', path, { key })).body.data, 'all rows without a limit').toHaveLength(7)
      for (const sort of resource.query.shape.sort.unwrap().options as string[]) {
        const rows = (await api.send('GET', `${path}?sort=${sort}`, { key })).body.data as Record<string, string>[]
        const values = rows.map((row) => row[sort.replace('-', '')] ?? '')
        const ascending = values.toSorted((one, other) => (one < other ? -1 : 1))
        expect(values).toEqual(sort.startsWith('-') ? ascending.toReversed() : ascending)
        for (const limit of [1, 3, 100]) {
          const seen: string[] = []
          let next: string | null = ''
          while (next !== null) {
            const query = new URLSearchParams({ sort, limit: String(limit), ...(next && { cursor: next }) })
            const { status, body } = await api.send('GET', `${path}?${query}`, { key })
            expect(status).toBe(200)
            const { data, next: following } = body as { data: { id: string }[]; next: string | null }
            expect(data.length).toBeLessThanOrEqual(limit)
            seen.push(...data.map(({ id }) => id))
            next = following
          }
          expect({ sort, limit, seen }).toEqual({ sort, limit, seen: rows.map(({ id }) => id) })
        }
      }
    })

    it('rejects unknown or invalid query parameters and names each one', async () => {
      const wrong: [query: string, parameter: string][] = [
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
      for (const [query, parameter] of wrong) {
        expect({ query, ...(await api.send('GET', `${path}?${query}`, { key })) }).toMatchObject({
          query,
          status: 422,
          body: { errors: expect.arrayContaining([{ parameter, detail: expect.any(String) }]) },
        })
      }
    })

    it('rejects forged cursors without a database error', async () => {
      const forged = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url')
      const values = [1, 1.5, 1e99, -1, 'x', '', "'", '\0', '\ud800', '0000-01-01', '+275760-09-13T00:00:00.000Z', null]
      for (const sort of resource.query.shape.sort.unwrap().options as string[]) {
        for (const value of values) {
          const query = new URLSearchParams({ sort, cursor: forged([value, MISSING]) })
          const { status } = await api.send('GET', `${path}?${query}`, { key })
          expect({ sort, value, isAllowed: [200, 422].includes(status) }).toEqual({ sort, value, isAllowed: true })
        }
        const endless = new URLSearchParams({ sort, cursor: forged(['x'.repeat(1_000), MISSING]) })
        expect((await api.send('GET', `${path}?${endless}`, { key })).status).toBe(422)
      }
    })

    it('rejects invalid bodies with a pointer to each field', async () => {
      const [required = ''] = Object.keys(sample)
      const wrong: [body: unknown, pointer: string][] = [
        [{ ...sample, [required]: undefined }, `#/${required}`],
        [{ ...sample, [required]: 7 }, `#/${required}`],
        [{ ...sample, [required]: 'a\0b' }, `#/${required}`],
        [{ ...sample, [required]: '\ud800' }, `#/${required}`],
        [{ ...sample, 'a/b~c': 1 }, '#/a~1b~0c'],
        [{ ...sample, id: MISSING }, '#/id'],
        [{ ...sample, organizationId: 'org_other' }, '#/organizationId'],
        [[], '#'],
        ['text', '#'],
        [null, '#'],
      ]
      for (const [body, pointer] of wrong) {
        const answered = await api.send('POST', path, { key, text: JSON.stringify(body), headers: JSON_BODY })
        expect({ sent: body, ...answered }).toMatchObject({
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
    const problem = async (method: string, path: string, status: number, sent: Parameters<Api['send']>[2] = {}) => {
      const answered = await api.send(method, path, { key, ...sent })
      expect({ method, ...answered }).toMatchObject({
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
      expect(answered.headers.get('content-type')).toBe('application/problem+json')
      expect(answered.headers.get('cache-control')).toBe('no-store')
      return answered
    }
    await problem('GET', '/api/v1', 404)
    await problem('POST', '/api/v1/nothing', 404)
    await problem('GET', '/api/v1/leads/x/notes', 404)
    expect((await problem('DELETE', '/api/v1/leads', 405)).headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS')
    expect((await problem('POST', `/api/v1/leads/${MISSING}`, 405)).headers.get('allow')).toBe(
      'GET, HEAD, PATCH, OPTIONS',
    )
    await problem('POST', '/api/v1/leads', 415, { text: '{}', headers: { 'content-type': 'text/plain' } })
    await problem('POST', '/api/v1/leads', 415, { text: '{}' })
    await problem('POST', '/api/v1/leads', 400, { text: '{"name":', headers: JSON_BODY })
    await problem('POST', '/api/v1/leads', 400, { text: '', headers: JSON_BODY })
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
    await problem('POST', '/api/v1/leads', 400, { text: deep, headers: JSON_BODY })
    await problem('POST', '/api/v1/leads', 413, { body: { name: 'x'.repeat(600_000) } })
    const allowed = await api.send('OPTIONS', '/api/v1/leads', {})
    expect(allowed).toMatchObject({ status: 204, body: {} })
    expect(allowed.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS')
  })

  it('accepts bodies up to the maximum size and depth only', async () => {
    const statusOf = async (text: string) =>
      (await api.send('POST', '/api/v1/leads', { key, text, headers: JSON_BODY })).status
    const long = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`
    expect([await statusOf(long(512 * 1024)), await statusOf(long(512 * 1024 + 1))]).toEqual([422, 413])
    const deep = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`
    expect([await statusOf(deep(16)), await statusOf(deep(17))]).toEqual([422, 400])
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
    const asked = { origin: 'https://other.example', 'access-control-request-method': 'POST' }
    const preflight = (path: string) =>
      api.send('OPTIONS', path, { headers: { ...asked, 'access-control-request-headers': 'authorization' } })
    const answer = await preflight('/api/v1/leads')
    expect(answer.status).toBe(403)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(answer.body).toMatchObject({
      type: expect.stringMatching(/#problem-no-browsers$/),
      detail: 'Send the request from a server. API keys must not be used in a web page.',
    })
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS')
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    expect((await preflight('/api/v1/nothing')).status).toBe(404)
  })

  it('limits how many invalid keys a client can try, but still accepts valid ones', async () => {
    const wrong = (at: number) => `dw_${String(at).padStart(43, '0')}`
    const statuses: number[] = []
    for (let at = 0; at < 62; at += 1)
      statuses.push((await api.send('GET', '/api/v1/leads', { key: wrong(at) })).status)
    const limited = await api.send('GET', '/api/v1/leads', { key: wrong(63) })
    expect([statuses[0], statuses.at(-1), limited.status]).toEqual([401, 429, 429])
    expect(limited.headers.get('ratelimit')).toMatch(/^"address";r=0;t=\d+$/)
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await api.send('GET', '/api/v1/leads', { key })).status).toBe(200)
  })

  it('returns 403 while the plan excludes it, and works again afterwards', async () => {
    const { key: neighbour } = await api.keyOf(newOrganization())
    const made = await api.send('POST', '/api/v1/leads', { key, body: SAMPLES.leads })
    withoutPlan.add(organization)
    for (const [method, path, body] of [
      ['GET', '/api/v1/leads', undefined],
      ['POST', '/api/v1/leads', SAMPLES.leads],
      ['PATCH', `/api/v1/leads/${idOf(made)}`, { stage: 'lost' }],
    ] as const) {
      const answer = await api.send(method, path, { key, body })
      expect(`${method} ${answer.status}`).toBe(`${method} 403`)
      expect(answer.body).toMatchObject({ type: expect.stringMatching(/#problem-no-plan$/) })
      expect(answer.headers.get('ratelimit')).not.toBeNull()
    }
    expect((await api.send('GET', '/api/v1/leads', { key: neighbour })).status).toBe(200)
    withoutPlan.delete(organization)
    const list = await api.send('GET', '/api/v1/leads', { key })
    expect(list.body.data).toMatchObject([{ stage: 'new' }])
  })

  it('hides transcripts from keys that may only write calls', async () => {
    const writer = await api.keyOf(organization, ['calls:write'])
    const made = await api.send('POST', '/api/v1/calls', { key: writer.key, body: SAMPLES.calls })
    const at = `/api/v1/calls/${idOf(made)}`
    const changed = await api.send('PATCH', at, { key: writer.key, body: { summary: 'Short', version: 1 } })
    const refused = await api.send('PATCH', at, { key: writer.key, body: { summary: 'Short', version: 1 } })
    expect([made.status, changed.status, refused.status]).toEqual([201, 200, 409])
    expect(JSON.stringify([made.body, changed.body, refused.body])).not.toContain('No heat since')
    const reader = await api.keyOf(organization, ['calls:read'])
    const read = await api.send('GET', at, { key: reader.key })
    expect(read.body.transcript).toMatchObject([{ text: 'No heat since last night' }])
  })

  it('stores a call once if it is reported twice', async () => {
    const report = () => api.send('POST', '/api/v1/calls', { key, body: { ...SAMPLES.calls, externalId: 'conv_1' } })
    const [first, second] = [await report(), await report()]
    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.body).toEqual(first.body)
  })

  it('rejects an invalid appointment change with a pointer to its field', async () => {
    const made = await api.send('POST', '/api/v1/appointments', { key, body: SAMPLES.appointments })
    for (const [body, pointer] of [
      [{ endsAt: '2026-03-02T12:00:00Z' }, '#/endsAt'],
      [{ state: 'requested', startsAt: '2026-03-02T16:00:00Z' }, '#/endsAt'],
    ] as const) {
      expect(await api.send('PATCH', `/api/v1/appointments/${idOf(made)}`, { key, body })).toMatchObject({
        status: 422,
        body: { errors: [{ pointer, detail: expect.any(String) }] },
      })
    }
    expect((await api.send('GET', `/api/v1/appointments/${idOf(made)}`, { key })).body).toEqual(made.body)
  })

  it.each([
    ['leads', 'callId', 'calls'],
    ['appointments', 'callId', 'calls'],
    ['appointments', 'leadId', 'leads'],
    ['calls', 'appointmentId', 'appointments'],
  ] as const)('rejects, in %s, a %s of another organization or an unknown one', async (kind, field, referred) => {
    const other = await api.keyOf(newOrganization())
    const foreign = await api.send('POST', `/api/v1/${referred}`, { key: other.key, body: SAMPLES[referred] })
    const made = await api.send('POST', `/api/v1/${kind}`, { key, body: SAMPLES[kind] })
    const at = `/api/v1/${kind}/${idOf(made)}`
    const before = await api.send('GET', at, { key })
    for (const id of [idOf(foreign), MISSING]) {
      const body = { ...SAMPLES[kind], [field]: id }
      const answers = [
        await api.send('POST', `/api/v1/${kind}`, { key, body }),
        await api.send('PATCH', at, { key, body: { [field]: id } }),
      ]
      for (const answer of answers)
        expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer: `#/${field}` }] } })
    }
    expect((await api.send('GET', at, { key })).body).toEqual(before.body)
  })

  it('accepts a call with the longest transcript that fits in a request', async () => {
    const words = Array.from({ length: 13_500 }, (_, n) => `${n.toString(36)}.co/${n.toString(36)}`)
    const lines = Array.from({ length: 45 }, (_, line) => words.slice(line * 300, (line + 1) * 300).join(' '))
    const body = { ...SAMPLES.calls, transcript: lines.map((text, at) => ({ speaker: 'caller', text, at })) }
    expect(JSON.stringify(body).length).toBeGreaterThan(140_000)
    expect((await api.send('POST', '/api/v1/calls', { key, body })).status).toBe(201)
  })
})
