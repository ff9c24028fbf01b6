import * as fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Lake } from '../../server.ts'
import { createTestClient, listenTo, request, startTestLake, TOKENS } from '../fixtures.ts'

const ACTION_TYPES = [
  ...['create', 'edit', 'publish', 'unpublish', 'discard', 'delete', 'replaceDraft'].map((name) => `document.${name}`),
  ...['create', 'replace', 'discard', 'unpublish'].map((name) => `document.version.${name}`),
  ...['create', 'edit', 'publish', 'archive', 'unarchive', 'schedule', 'unschedule', 'delete', 'import'].map(
    (name) => `release.${name}`,
  ),
].map((name) => `sanity.action.${name}`)

let lake: Lake

beforeAll(async () => {
  lake = await startTestLake()
  await createTestClient(lake, TOKENS.administrator).create({ _id: 'canary', _type: 'note' })
})

async function expectHealthy(): Promise<void> {
  expect(await createTestClient(lake).fetch('*[_id == "canary"]._type')).toEqual(['note'])
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
}

afterEach(expectHealthy)

const post = (path: string, body: string | Uint8Array<ArrayBuffer>, token = TOKENS.administrator) =>
  request(lake, path, { method: 'POST', body, token })
const mutate = (...mutations: unknown[]) => post('/data/mutate/production', JSON.stringify({ mutations }))
const nestJson = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)

describe('queries', () => {
  it.each([
    ['an unclosed bracket', '*[_type == '],
    ['an unknown function', '*[nonsense::thing(1)]'],
    ['an unknown parameter type', '*[$]'],
    ['a lone closing bracket', ']'],
    ['deep nesting', '('.repeat(5000)],
  ])('return 400: %s', async (_name, query) => {
    const response = await post('/data/query/production', JSON.stringify({ query }))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { description: expect.any(String) } })
  })

  it('report the position of the error', async () => {
    const query = '*[_type == "note"'
    const response = await request(lake, `/data/query/production?query=${encodeURIComponent(query)}`)
    expect(await response.json()).toMatchObject({
      error: { type: 'queryParseError', query, start: expect.any(Number), end: expect.any(Number) },
    })
  })

  it('with a missing parameter fail in fetch, listen and delete', async () => {
    const client = createTestClient(lake, TOKENS.administrator)
    const query = '*[_type == "note" && slug.current == $slug]'
    const expectedMessage = /param \$slug referenced, but not provided/
    await expect(client.fetch(query, { slugs: ['a'] })).rejects.toThrow(expectedMessage)
    await expect(client.fetch(query, { slug: undefined })).rejects.toThrow(expectedMessage)
    await expect(client.delete({ query })).rejects.toThrow(expectedMessage)
    await expect(listenTo(client, query)).rejects.toThrow(expectedMessage)
    expect(await client.fetch(query, { slug: null })).toHaveLength(1)
  })

  it.each([
    ['no query', ''],
    ['an empty query', '?query='],
    ['malformed parameters', '?query=*&$x=nope'],
    ['an invalid perspective', '?query=*&perspective=raw,drafts'],
  ])('return 400 for %s', async (_name, search) => {
    expect((await request(lake, `/data/query/production${search}`)).status).toBe(400)
  })

  it('accept long parameters', async () => {
    const ids = Array.from({ length: 5000 }, (_, index) => `document-${index}`)
    const foundIds = await createTestClient(lake).fetch('*[_id in $ids]._id', { ids: [...ids, 'canary'] })
    expect(foundIds).toEqual(['canary'])
  })
})

describe('request bodies', () => {
  it.each([
    ['malformed JSON', '{"mutations": ['],
    ['an array', '[]'],
    ['null', 'null'],
    ['a string', '"x"'],
    ['an empty body', ''],
    ['no mutations', '{}'],
    ['mutations that are not a list', '{"mutations": {"create": {}}}'],
  ])('are rejected: %s', async (_name, body) => {
    const response = await post('/data/mutate/production', body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ statusCode: 400, error: 'Bad Request' })
  })

  it('are rejected above the size limit, with or without Content-Length', async () => {
    const large = JSON.stringify({ mutations: [{ create: { _type: 'note', text: 'x'.repeat(5 * 1024 * 1024) } }] })
    expect((await post('/data/mutate/production', large)).status).toBe(413)
    const streamed = await request(lake, '/data/mutate/production', {
      method: 'POST',
      token: TOKENS.administrator,
      body: new Blob([large]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(streamed.status).toBe(413)
    expect(await streamed.json()).toMatchObject({ statusCode: 413 })
  })
})

describe('invalid mutations', () => {
  const deep: unknown = JSON.parse(nestJson(1000))

  it.each<[string, unknown]>([
    ['no operation', {}],
    ['two operations', { create: { _type: 'note' }, delete: { id: 'a' } }],
    ['an unknown operation', { explode: { id: 'a' } }],
    ['null', null],
    ['a document without a type', { create: { _id: 'a' } }],
    ['a type that is a number', { create: { _type: 5 } }],
    ['a type with spaces', { create: { _type: 'two words' } }],
    ['a document that is a list', { create: [] }],
    ['an id with a slash', { create: { _id: 'a/b', _type: 'note' } }],
    ['an id with a path traversal', { create: { _id: '../../etc/passwd', _type: 'note' } }],
    ['an id with two dots', { create: { _id: 'a..b', _type: 'note' } }],
    ['an id that starts with a dash', { create: { _id: '-a', _type: 'note' } }],
    ['an id that is too long', { create: { _id: 'a'.repeat(129), _type: 'note' } }],
    ['an id that is a number', { create: { _id: 7, _type: 'note' } }],
    ['an empty id to replace', { createOrReplace: { _id: '', _type: 'note' } }],
    ['an invalid creation time', { create: { _type: 'note', _createdAt: 'yesterday-ish' } }],
    ['a document nested too deeply', { create: { _type: 'note', deep } }],
    ['a malformed patch path', { patch: { id: 'canary', set: { 'a[1:': 1 } } }],
    ['a patch path into the prototype', { patch: { id: 'canary', set: { '__proto__.polluted': true } } }],
    ['a patch path into the constructor', { patch: { id: 'canary', set: { 'constructor.prototype.polluted': true } } }],
    [
      'a quoted path into the constructor',
      { patch: { id: 'canary', set: { "['constructor'].prototype.polluted": true } } },
    ],
    ['an insert without items', { patch: { id: 'canary', insert: { after: 'list[-1]' } } }],
    ['an unset that is not a list', { patch: { id: 'canary', unset: 'title' } }],
    ['a malformed text patch', { patch: { id: 'canary', set: { text: 'a' }, diffMatchPatch: { text: 'nonsense' } } }],
    ['a patch without a document', { patch: { set: { a: 1 } } }],
    ['a deletion without a target', { delete: {} }],
    ['a deletion by a malformed query', { delete: { query: '*[' } }],
  ])('are rejected: %s', async (_name, mutation) => {
    const response = await mutate(mutation)
    expect(response.status).toBe(400)
    expect(await response.json()).toHaveProperty('error.description')
  })

  it('are rejected: a __proto__ attribute', async () => {
    const body = '{"mutations":[{"create":{"_type":"note","__proto__":{"polluted":true}}}]}'
    expect((await post('/data/mutate/production', body)).status).toBe(400)
  })

  it('are rejected: a malformed transaction id', async () => {
    const body = JSON.stringify({ mutations: [], transactionId: 'a b\n' })
    expect((await post('/data/mutate/production', body)).status).toBe(400)
  })

  it('are all reported with their index', async () => {
    const response = await mutate({ create: { _type: 'note' } }, { create: {} }, { patch: { id: 'nowhere', set: {} } })
    const { error } = (await response.json()) as { error: { items: { index: number }[] } }
    expect(error.items.map(({ index }) => index)).toEqual([1, 2])
  })
})

describe('invalid URLs', () => {
  it.each([
    ['an unknown dataset', '/data/query/unknown?query=*', 404],
    ['a dataset with a path traversal', '/data/query/..%2F..%2Fetc?query=*', 404],
    ['an unknown endpoint', '/data/nothing/production', 404],
    ['a malformed document id', '/data/doc/production/a%20b', 400],
    ['an endpoint that only hosted Sanity supports', '/agent/action/generate/production', 501],
    ['a malformed history limit', '/data/history/production/transactions/a?limit=-1', 400],
    ['a malformed time', '/data/history/production/documents/a?time=noon', 400],
    ['a listener without a query', '/data/listen/production', 400],
  ])('return a JSON error: %s', async (_name, path, status) => {
    const response = await request(lake, path, { token: TOKENS.administrator })
    expect(response.status).toBe(status)
    expect(await response.json()).toHaveProperty('error')
  })

  it('of event streams reject HEAD, which would leave the stream open', async () => {
    for (const path of ['/data/listen/production?query=*', '/data/live/events/production']) {
      const response = await request(lake, path, { method: 'HEAD', token: TOKENS.administrator })
      expect(response.status).toBe(405)
    }
  })

  it('without an API version return 404', async () => {
    expect((await fetch(`${lake.url}/data/query/production?query=*`)).status).toBe(404)
    expect((await fetch(`${lake.url}/v2025-13/data/query/production?query=*`)).status).toBe(404)
  })

  it.each([
    '/images/local/production/..%2F..%2Flake.sqlite',
    '/files/local/..%2F..%2F/lake.sqlite',
    '/images/local/production/%00',
  ])('of assets cannot leave the asset folder: %s', async (path) => {
    const response = await fetch(lake.url + path)
    expect([400, 404]).toContain(response.status)
  })

  it.each(['UPPER', 'a b', '..', 'x'.repeat(100)])('of new datasets are rejected: %s', async (name) => {
    const response = await request(lake, `/datasets/${encodeURIComponent(name)}`, {
      method: 'PUT',
      token: TOKENS.administrator,
    })
    expect([400, 404]).toContain(response.status)
  })
})

describe('invalid uploads', () => {
  const upload = (kind: string, body: string) => post(`/assets/${kind}/production`, new TextEncoder().encode(body))

  it('are rejected: no image, an empty file, an unknown kind', async () => {
    expect((await upload('images', 'not an image')).status).toBe(400)
    expect((await upload('files', '')).status).toBe(400)
    expect((await upload('videos', 'x')).status).toBe(400)
  })
})

describe('random input', () => {
  const name = fc.constantFrom('create', 'createOrReplace', 'createIfNotExists', 'patch', 'delete', 'explode')
  const id = fc.oneof(
    fc.constantFrom('canary-2', 'drafts.x', 'versions.r.x', '_.releases.r', '', '..', 7, null),
    fc.string(),
  )
  const field = fc.constantFrom(
    '_id',
    'id',
    '_type',
    '_rev',
    '_createdAt',
    'query',
    'params',
    'set',
    'unset',
    'insert',
    'inc',
    'a',
    'a[0]',
    'a..b',
  )
  const body = fc.dictionary(field, fc.oneof(id, fc.jsonValue()))
  const mutation = fc.oneof(fc.dictionary(name, fc.oneof(body, fc.jsonValue()), { maxKeys: 2 }), fc.jsonValue())
  const action = fc.record(
    {
      actionType: fc.oneof(fc.constantFrom(...ACTION_TYPES), fc.string()),
      publishedId: id,
      draftId: id,
      versionId: id,
      releaseId: id,
      baseId: id,
      attributes: body,
      document: body,
      patch: body,
      includeDrafts: fc.oneof(fc.array(id), fc.jsonValue()),
      publishAt: fc.oneof(fc.string(), fc.constant('2999-01-01T00:00:00Z')),
    },
    { requiredKeys: ['actionType'] },
  )

  it.each([
    [
      'mutations',
      '/data/mutate/production',
      fc.record({ mutations: fc.array(mutation, { maxLength: 4 }), transactionId: fc.option(id) }),
    ],
    ['actions', '/data/actions/production', fc.record({ actions: fc.array(action, { maxLength: 3 }) })],
    [
      'queries',
      '/data/query/production',
      fc.record({ query: fc.oneof(fc.string(), createRandomGroq()), params: fc.jsonValue() }),
    ],
  ])('never causes an internal error as %s', async (_name, path, input) => {
    await fc.assert(
      fc.asyncProperty(input, async (value) => {
        const response = await post(path, JSON.stringify(value))
        expect([200, 400, 409, 413, 501]).toContain(response.status)
        expect(await response.json()).toBeTypeOf('object')
      }),
      { numRuns: 400 },
    )
  })
})

function createRandomGroq(): fc.Arbitrary<string> {
  const pieces = '* [ ] { } ( ) _type == "a" -> .. | order( desc $x @ ^ 1 match in , ... count( select( => ! &&'
  return fc.array(fc.constantFrom(...pieces.split(' ')), { maxLength: 14 }).map((tokens) => tokens.join(' '))
}
