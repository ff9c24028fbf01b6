import type { SanityClient } from '@sanity/client'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Lake } from '../../server.ts'
import {
  createTestClient,
  catchFailure,
  catchResponseError,
  requestJson,
  catchStatus,
  startTestLake,
  TOKENS,
} from '../fixtures.ts'

let lake: Lake
let client: SanityClient

beforeAll(async () => {
  lake = await startTestLake()
  client = createTestClient(lake, TOKENS.administrator)
})

describe('create', () => {
  it('adds the system fields', async () => {
    const created = await client.create({ _type: 'note', text: 'one' })
    expect(created).toMatchObject({ _type: 'note', text: 'one', _createdAt: created._updatedAt })
    expect(created._id).toMatch(/^\w{22}$/)
    expect(await client.getDocument(created._id)).toEqual(created)
  })

  it('completes an id that ends in a dot', async () => {
    const { _id } = await client.create({ _id: 'drafts.', _type: 'note' })
    expect(_id).toMatch(/^drafts\.\w{22}$/)
  })

  it('rejects an existing id', async () => {
    await client.create({ _id: 'taken', _type: 'note' })
    expect(await catchResponseError(client.create({ _id: 'taken', _type: 'note' }))).toMatchObject({
      statusCode: 409,
      response: {
        body: { error: { type: 'mutationError', items: [{ error: { type: 'documentAlreadyExistsError' } }] } },
      },
    })
  })

  it('replaces with createOrReplace and keeps with createIfNotExists', async () => {
    await client.create({ _id: 'kept', _type: 'note', text: 'one', extra: true })
    await client.createIfNotExists({ _id: 'kept', _type: 'note', text: 'two' })
    expect(await client.getDocument('kept')).toMatchObject({ text: 'one', extra: true })
    const replaced = await client.createOrReplace({ _id: 'kept', _type: 'note', text: 'three' })
    expect(replaced).toMatchObject({ text: 'three' })
    expect(replaced).not.toHaveProperty('extra')
  })

  it('generates array keys on request', async () => {
    const created = await client.create({ _type: 'note', list: [{ text: 'a' }] }, { autoGenerateArrayKeys: true })
    expect(created.list).toEqual([{ _key: expect.stringMatching(/^\w{12}$/), text: 'a' }])
  })
})

describe('patch', () => {
  it('applies every kind of operation', async () => {
    await client.create({
      _id: 'patched',
      _type: 'note',
      count: 1,
      gone: 1,
      text: 'hello',
      list: [{ _key: 'a', n: 1 }],
    })
    const patched = await client
      .patch('patched')
      .set({ title: 'set', 'list[_key=="a"].n': 2 })
      .setIfMissing({ title: 'no', missing: 'yes' })
      .inc({ count: 5 })
      .dec({ count: 1 })
      .unset(['gone'])
      .diffMatchPatch({ text: '@@ -1,5 +1,7 @@\n-hello\n+goodbye\n' })
      .insert('after', 'list[-1]', [{ _key: 'b', n: 3 }])
      .commit()
    expect(patched).toMatchObject({
      title: 'set',
      missing: 'yes',
      count: 5,
      text: 'goodbye',
      list: [
        { _key: 'a', n: 2 },
        { _key: 'b', n: 3 },
      ],
    })
    expect(patched).not.toHaveProperty('gone')
  })

  it('changes the revision and update time, not the creation time', async () => {
    const before = await client.create({ _type: 'note' })
    const after = await client.patch(before._id).set({ text: 'x' }).commit()
    expect(after._rev).not.toBe(before._rev)
    expect(after._createdAt).toBe(before._createdAt)
    expect(after._updatedAt >= before._updatedAt).toBe(true)
  })

  it('honors ifRevisionID', async () => {
    const { _id, _rev } = await client.create({ _type: 'note' })
    await client.patch(_id).ifRevisionId(_rev).set({ text: 'first' }).commit()
    expect(await catchFailure(client.patch(_id).ifRevisionId(_rev).set({ text: 'second' }).commit())).toMatchObject({
      status: 409,
      type: 'documentRevisionIDDoesNotMatchError',
    })
    expect(await client.getDocument(_id)).toMatchObject({ text: 'first' })
  })

  it('rejects a missing document', async () => {
    expect(await catchFailure(client.patch('nowhere').set({ a: 1 }).commit())).toMatchObject({
      status: 409,
      type: 'documentNotFoundError',
    })
  })

  it('patches documents by query', async () => {
    await client.create({ _id: 'q1', _type: 'byQuery', n: 1 })
    await client.create({ _id: 'q2', _type: 'byQuery', n: 2 })
    await client
      .patch({ query: '*[_type == $type]', params: { type: 'byQuery' } })
      .inc({ n: 10 })
      .commit({ returnFirst: false })
    expect(await client.fetch('*[_type == "byQuery"] | order(n) .n')).toEqual([11, 12])
  })

  it('cannot change the type of a document', async () => {
    await client.create({ _id: 'fixed', _type: 'note' })
    await expect(client.patch('fixed').set({ _type: 'other' }).commit()).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('immutable'),
    })
  })

  it('ignores a creation time sent by an importer', async () => {
    const { _createdAt } = await client.create({ _id: 'imported', _type: 'note' })
    const patched = await client
      .patch('imported')
      .set({ _createdAt: '2020-01-01T00:00:00Z', _updatedAt: '2020-01-01T00:00:00Z', text: 'new' })
      .commit()
    expect(patched).toMatchObject({ _createdAt, text: 'new' })
    expect(patched._updatedAt >= _createdAt).toBe(true)
  })
})

describe('delete', () => {
  it('deletes by id and by query', async () => {
    for (const _id of ['d1', 'd2', 'd3']) await client.create({ _id, _type: 'doomed' })
    await client.delete('d1')
    expect(await client.fetch('count(*[_type == "doomed"])')).toBe(2)
    await client.delete({ query: '*[_type == "doomed"]' })
    expect(await client.fetch('count(*[_type == "doomed"])')).toBe(0)
  })

  it('ignores a missing document', async () => {
    await expect(client.delete('never-was')).resolves.toMatchObject({ results: [] })
  })
})

describe('transactions', () => {
  it('are atomic', async () => {
    const transaction = client
      .transaction()
      .create({ _id: 'half', _type: 'note' })
      .patch('nowhere', { set: { a: 1 } })
    await catchResponseError(transaction.commit())
    expect(await client.getDocument('half')).toBeUndefined()
  })

  it('see their own earlier mutations', async () => {
    const { results } = await client.mutate(
      [
        { create: { _id: 'seen', _type: 'own', n: 1 } },
        { patch: { id: 'seen', inc: { n: 1 } } },
        { delete: { query: '*[_type == "own" && n == 2]' } },
      ],
      { returnFirst: false, returnDocuments: false },
    )
    expect(results.map(({ operation }) => operation)).toEqual(['create', 'update', 'delete'])
    expect(await client.getDocument('seen')).toBeUndefined()
  })

  it("use the client's transaction id as revision and reject its reuse", async () => {
    const { transactionId } = await client
      .transaction()
      .transactionId('mine-1')
      .create({ _id: 'own-id', _type: 'note' })
      .commit()
    expect(transactionId).toBe('mine-1')
    expect(await client.getDocument('own-id')).toMatchObject({ _rev: 'mine-1' })
    expect(await catchStatus(client.transaction().transactionId('mine-1').create({ _type: 'note' }).commit())).toBe(409)
  })

  it('change nothing in a dry run', async () => {
    const dryResult = await client.create({ _id: 'dry', _type: 'note', text: 'x' }, { dryRun: true })
    expect(dryResult).toMatchObject({ _id: 'dry', text: 'x' })
    expect(await client.getDocument('dry')).toBeUndefined()
  })

  it('return ids or documents on request', async () => {
    const body = { mutations: [{ create: { _id: 'asked', _type: 'note' } }] }
    const post = (query: string, mutations: unknown) => {
      const init = { method: 'POST', token: TOKENS.administrator, body: JSON.stringify(mutations) }
      return requestJson(lake, `/data/mutate/production${query}`, init)
    }
    expect(await post('', body)).not.toHaveProperty('results')
    const patch = { mutations: [{ patch: { id: 'asked', set: { a: 1 } } }] }
    expect(await post('?returnIds=true', patch)).toMatchObject({ results: [{ id: 'asked', operation: 'update' }] })
    expect(await post('?returnDocuments=true', patch)).toMatchObject({
      results: [{ document: { _id: 'asked', a: 1 } }],
    })
  })

  it('never interleave, so concurrent increments all count', async () => {
    await client.create({ _id: 'counter', _type: 'note', n: 0 })
    await Promise.all(Array.from({ length: 60 }, () => client.patch('counter').inc({ n: 1 }).commit()))
    expect(await client.getDocument('counter')).toMatchObject({ n: 60 })
  })
})

describe('references', () => {
  const buildReference = (id: string, extraFields = {}) => ({ _type: 'reference', _ref: id, ...extraFields })

  it('must resolve when strong', async () => {
    expect(
      await catchFailure(client.create({ _id: 'lost', _type: 'note', to: buildReference('nothing') })),
    ).toMatchObject({
      status: 409,
      type: 'documentReferenceDoesNotExistError',
    })
    const weak = { to: buildReference('nothing', { _weak: true, _strengthenOnPublish: { type: 'note' } }) }
    await expect(client.create({ _id: 'drafts.lost', _type: 'note', ...weak })).resolves.toBeDefined()
  })

  it('block deletion of their target when strong', async () => {
    await client.create({ _id: 'target', _type: 'note' })
    await client.create({ _id: 'weakly', _type: 'note', to: buildReference('target', { _weak: true }) })
    await client.create({ _id: 'strongly', _type: 'note', to: buildReference('target') })
    expect(await catchFailure(client.delete('target'))).toMatchObject({
      status: 409,
      type: 'documentHasExistingReferencesError',
      referencingIDs: ['strongly'],
    })
    await client.delete('strongly')
    await expect(client.delete('target')).resolves.toBeDefined()
  })

  it('can form a cycle within one transaction', async () => {
    const circle = client
      .transaction()
      .create({ _id: 'ring-a', _type: 'note', to: buildReference('ring-b') })
      .create({ _id: 'ring-b', _type: 'note', to: buildReference('ring-a') })
    await expect(circle.commit()).resolves.toBeDefined()
    await expect(client.transaction().delete('ring-a').delete('ring-b').commit()).resolves.toBeDefined()
  })

  it('are listed by the references endpoint', async () => {
    await client.create({ _id: 'asked-for', _type: 'note' })
    await client.create({
      _id: 'asks',
      _type: 'note',
      deep: { list: [{ _key: 'k', to: buildReference('asked-for') }] },
    })
    const path = '/data/references/production/documents/asked-for/to'
    expect(await requestJson(lake, path, { token: TOKENS.viewer })).toEqual({
      totalCount: 1,
      references: [{ projectId: 'local', datasetName: 'production', documentId: 'asks' }],
    })
    const externalReferences = await requestJson(lake, `${path}?excludeInternalReferences=true`, {
      token: TOKENS.viewer,
    })
    expect(externalReferences).toEqual({ totalCount: 0, references: [] })
  })
})

describe('reads by id', () => {
  it('return documents in the requested order and mark missing ones', async () => {
    await client.create({ _id: 'r1', _type: 'note' })
    await client.create({ _id: 'r2', _type: 'note' })
    const documents = await client.getDocuments(['r2', 'missing', 'r1'])
    expect(documents.map((document) => document?._id)).toEqual(['r2', undefined, 'r1'])
  })

  it('return every version of a document', async () => {
    const ids = ['drafts.many', 'many', 'versions.r1.many']
    for (const _id of ids) await client.create({ _id, _type: 'note' })
    const versions = await client.getDocument('many', { includeAllVersions: true } as never)
    expect((versions as unknown as { _id: string }[]).map(({ _id }) => _id).toSorted()).toEqual(ids)
  })
})

describe('autoGenerateArrayKeys', () => {
  const options = { autoGenerateArrayKeys: true }
  const DUPLICATE_KEYS = [{ _key: 'a', text: 'one' }, { text: 'two' }, { _key: 'a', text: 'three' }]

  const kinds = ['create', 'createIfNotExists', 'createOrReplace'] as const
  it.each(kinds)('rejects a duplicate key in %s and stores nothing', async (kind) => {
    const _id = `twice-${kind}`
    const mutation = { [kind]: { _id, _type: 'note', list: DUPLICATE_KEYS } } as never
    expect(await catchFailure(client.mutate([mutation], options))).toMatchObject({
      status: 400,
      type: 'validationError',
      description: `Document "${_id}" has duplicate array _key "a" at list[0]._key and list[2]._key`,
    })
    expect(await client.getDocument(_id)).toBeUndefined()
  })

  it('rejects a duplicate key in a nested array', async () => {
    const { description } = await catchFailure(
      client.create({ _type: 'note', list: [{ _key: 'a', children: DUPLICATE_KEYS }] }, options),
    )
    expect(description).toContain('list[0].children[0]._key and list[0].children[2]._key')
  })

  it.each([
    ['insert', { insert: { after: 'list[-1]', items: [{ _key: 'a' }] } }],
    ['set', { set: { list: DUPLICATE_KEYS } }],
    ['setIfMissing', { setIfMissing: { other: DUPLICATE_KEYS } }],
  ])('rejects a patch whose %s leads to a duplicate key', async (name, operations) => {
    const _id = `patched-${name}`
    await client.create({ _id, _type: 'note', list: [{ _key: 'a' }, { _key: 'b' }] })
    expect(await catchFailure(client.mutate([{ patch: { id: _id, ...operations } }], options))).toMatchObject({
      status: 400,
      type: 'validationError',
    })
    expect((await client.getDocument(_id))?.list).toHaveLength(2)
  })

  it('allows the same key in two arrays and replaces invalid keys', async () => {
    const created = await client.create(
      { _type: 'note', one: [{ _key: 'a' }], two: [{ _key: 'a', inner: [{ _key: 'a' }] }, { _key: null }, 'a', 'a'] },
      options,
    )
    expect((created.two as unknown as { _key: string }[])[1]?._key).toMatch(/^\w{12}$/)
  })

  it('stores duplicate keys when disabled, like hosted Sanity', async () => {
    const created = await client.create({ _type: 'note', list: DUPLICATE_KEYS })
    expect(created.list).toEqual(DUPLICATE_KEYS)
  })
})
