import type { SanityClient } from '@sanity/client'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Lake } from '../../server.ts'
import { act, clientOf, createVersion, failure, request, testLake, TOKENS } from '../fixtures.ts'

let lake: Lake
let client: SanityClient

beforeAll(async () => {
  lake = await testLake()
  client = clientOf(lake, TOKENS.editor)
})

const get = (id: string) => client.getDocument(id)

describe('document actions', () => {
  const edit = (id: string, set: object) => act(client, 'edit', id, { patch: { set } })
  const publish = (id: string, more = {}) => act(client, 'publish', id, more)
  const create = (publishedId: string, fields: object = {}) => ({
    actionType: 'sanity.action.document.create' as const,
    publishedId,
    attributes: { _id: `drafts.${publishedId}`, _type: 'page', ...fields },
    ifExists: 'fail' as const,
  })

  it('draft, edit, publish, edit again and discard a document', async () => {
    await client.action(create('page', { title: 'One' }))
    await edit('page', { title: 'Two' })
    expect(await get('page')).toBeUndefined()
    const { transactionId } = await publish('page')
    const published = await get('page')
    expect(published).toMatchObject({ title: 'Two', _rev: transactionId })
    expect(await get('drafts.page')).toBeUndefined()

    await edit('page', { title: 'Three' })
    expect(await get('drafts.page')).toMatchObject({ title: 'Three', _createdAt: published?._createdAt })
    expect(await get('page')).toMatchObject({ title: 'Two' })
    await act(client, 'discard', 'page')
    expect(await get('drafts.page')).toBeUndefined()
  })

  it('keep the creation time of a published document', async () => {
    await client.create({ _id: 'aged', _type: 'page', _createdAt: '2020-01-01T00:00:00Z' } as never)
    await edit('aged', { title: 'New' })
    await publish('aged')
    expect(await get('aged')).toMatchObject({ _createdAt: '2020-01-01T00:00:00Z', title: 'New' })
  })

  it('strengthen references on publish and reject missing targets', async () => {
    const to = { _type: 'reference', _ref: 'goal', _weak: true, _strengthenOnPublish: { type: 'page' } }
    await client.create({ _id: 'drafts.origin', _type: 'page', to })
    expect(await failure(publish('origin'))).toMatchObject({ status: 409, type: 'documentReferenceDoesNotExistError' })
    await client.create({ _id: 'goal', _type: 'page' })
    await publish('origin')
    expect((await get('origin'))?.to).toEqual({ _type: 'reference', _ref: 'goal' })
  })

  it('publish only the revisions that the editor loaded', async () => {
    await client.create({ _id: 'seen', _type: 'page' })
    await edit('seen', { title: 'Mine' })
    expect(await failure(publish('seen', { ifPublishedRevisionId: 'old' }))).toMatchObject({
      status: 409,
      type: 'documentRevisionIDDoesNotMatchError',
    })
    expect(await failure(publish('seen', { ifDraftRevisionId: 'old' }))).toMatchObject({ status: 409 })
    const [published, draft] = [await get('seen'), await get('drafts.seen')]
    await publish('seen', { ifPublishedRevisionId: published?._rev, ifDraftRevisionId: draft?._rev })
    expect(await get('seen')).toMatchObject({ title: 'Mine' })
  })

  it('cannot publish a document without a draft', async () => {
    expect(await failure(publish('nothing'))).toMatchObject({ status: 409, type: 'documentNotFoundError' })
  })

  it('unpublish a document into a draft', async () => {
    await client.create({ _id: 'down', _type: 'page', title: 'Up' })
    await act(client, 'unpublish', 'down')
    expect(await get('down')).toBeUndefined()
    expect(await get('drafts.down')).toMatchObject({ title: 'Up' })
  })

  it('cannot unpublish a document that others reference', async () => {
    await client.create({ _id: 'needed', _type: 'page' })
    await client.create({ _id: 'needs', _type: 'page', to: { _type: 'reference', _ref: 'needed' } })
    expect(await failure(act(client, 'unpublish', 'needed'))).toMatchObject({
      status: 409,
      type: 'documentHasExistingReferencesError',
    })
  })

  it('delete a document only together with its listed drafts', async () => {
    await client.create({ _id: 'gone', _type: 'page' })
    await edit('gone', { title: 'Draft' })
    const remove = (includeDrafts: string[]) => act(client, 'delete', 'gone', { includeDrafts })
    expect(await failure(remove([]))).toMatchObject({ status: 409 })
    await remove(['drafts.gone'])
    expect(await client.getDocuments(['gone', 'drafts.gone'])).toEqual([null, null])
  })

  it('replace the draft on restore', async () => {
    await client.create({ _id: 'restored', _type: 'page', title: 'Now' })
    const replace = (id: string) =>
      act(client, 'replaceDraft', id, { attributes: { _id: `drafts.${id}`, _type: 'page', title: 'Then' } })
    await replace('restored')
    expect(await get('drafts.restored')).toMatchObject({ title: 'Then' })
    expect(await failure(replace('orphan'))).toMatchObject({ type: 'documentNotFoundError' })
  })

  it('change nothing in a dry run and are atomic', async () => {
    await client.action(create('dry'), { dryRun: true })
    expect(await get('drafts.dry')).toBeUndefined()
    const both = client.action([
      create('both'),
      { actionType: 'sanity.action.document.discard', draftId: 'drafts.nothing' },
    ])
    expect(await failure(both)).toMatchObject({ status: 409 })
    expect(await get('drafts.both')).toBeUndefined()
  })
})

describe('releases and versions', () => {
  const createRelease = (releaseId: string, metadata = {}) =>
    client.releases.create({ releaseId, metadata: { releaseType: 'asap', title: releaseId, ...metadata } })
  const release = (releaseId: string) => get(`_.releases.${releaseId}`)

  it('publish together', async () => {
    await client.create({ _id: 'a', _type: 'page', title: 'old' })
    await client.create({ _id: 'b', _type: 'page', title: 'to go' })
    await createRelease('spring')
    await createVersion(client, 'versions.spring.a', { title: 'new' })
    await createVersion(client, 'versions.spring.c', { title: 'fresh' })
    await client.unpublishVersion({ releaseId: 'spring', publishedId: 'b' })
    expect(await client.fetch('*[_id == "a"][0].title', {}, { perspective: ['spring'] })).toBe('new')
    expect(await get('a')).toMatchObject({ title: 'old' })

    await client.releases.publish({ releaseId: 'spring' })
    expect(await get('a')).toMatchObject({ title: 'new' })
    expect(await get('b')).toBeUndefined()
    expect(await get('c')).toMatchObject({ title: 'fresh' })
    expect(await client.fetch('count(*[_id in path("versions.**")])', {}, { perspective: 'raw' })).toBe(0)
    const closed = await release('spring')
    expect(closed).toMatchObject({ state: 'published' })
    const ids = ['versions.spring.a', 'versions.spring.b', 'versions.spring.c']
    expect(closed?.finalDocumentStates.map(({ id }: { id: string }) => id).toSorted()).toEqual(ids)
    await client.releases.delete({ releaseId: 'spring' })
    expect(await release('spring')).toBeUndefined()
  })

  it('can be created from a base document, replaced and discarded', async () => {
    const base = await client.create({ _id: 'base', _type: 'page', title: 'base' })
    await createRelease('versions')
    const version = { baseId: 'base', versionId: 'versions.versions.base' }
    const create = (ifBaseRevisionId: string) => act(client, 'version.create', 'base', { ...version, ifBaseRevisionId })
    expect(await failure(create('old'))).toMatchObject({ type: 'documentRevisionIDDoesNotMatchError' })
    await create(base._rev)
    expect(await get('versions.versions.base')).toMatchObject({ title: 'base' })
    expect(await failure(create(base._rev))).toMatchObject({ type: 'documentAlreadyExistsError' })
    await client.replaceVersion({
      releaseId: 'versions',
      document: { _id: 'versions.versions.base', _type: 'page', title: 'replaced' },
      publishedId: 'base',
    })
    expect(await get('versions.versions.base')).toMatchObject({ title: 'replaced' })
    await client.discardVersion({ releaseId: 'versions', publishedId: 'base' })
    expect(await get('versions.versions.base')).toBeUndefined()
  })

  it('can be created from attributes, as the App SDK does', async () => {
    await createRelease('sdk')
    for (const _id of ['versions.sdk.new', 'drafts.new']) {
      const attributes = { _id, _type: 'page', title: _id }
      const actionType = 'sanity.action.document.version.create'
      await client.action({ actionType, publishedId: 'new', attributes } as never)
      expect(await get(_id)).toMatchObject(attributes)
    }
  })

  it('require an active release', async () => {
    const orphan = createVersion(client, 'versions.unknown.x')
    expect(await failure(orphan)).toMatchObject({ status: 409, type: 'documentNotFoundError' })
    await createRelease('locked')
    await createVersion(client, 'versions.locked.x')
    await client.releases.schedule({ releaseId: 'locked', publishAt: '2999-01-01T00:00:00Z' })
    const edit = act(client, 'edit', 'x', { draftId: 'versions.locked.x', patch: { set: { title: 'late' } } })
    expect(await failure(edit)).toMatchObject({ status: 409, type: 'releaseStateError' })
    await client.releases.unschedule({ releaseId: 'locked' })
    expect(await release('locked')).toMatchObject({ state: 'active' })
    expect(await release('locked')).not.toHaveProperty('publishAt')
  })

  it('are restored when their release is unarchived', async () => {
    await createRelease('shelved')
    await createVersion(client, 'versions.shelved.y', { title: 'kept' })
    await client.releases.archive({ releaseId: 'shelved' })
    expect(await get('versions.shelved.y')).toBeUndefined()
    expect(await failure(client.releases.publish({ releaseId: 'shelved' }))).toMatchObject({
      type: 'releaseStateError',
    })
    await client.releases.unarchive({ releaseId: 'shelved' })
    expect(await get('versions.shelved.y')).toMatchObject({ title: 'kept' })
    expect(await release('shelved')).toMatchObject({ state: 'active' })
  })

  it('allow edits of the release metadata only', async () => {
    await createRelease('renamed')
    await client.releases.edit({ releaseId: 'renamed', patch: { set: { 'metadata.title': 'Renamed' } } })
    expect(await release('renamed')).toMatchObject({ metadata: { title: 'Renamed' } })
    const state = client.releases.edit({ releaseId: 'renamed', patch: { set: { state: 'published' } } })
    expect(await failure(state)).toMatchObject({ status: 400 })
  })
})

describe('invalid actions', () => {
  it.each([
    ['an unknown action', [{ actionType: 'sanity.action.document.explode' }], 400],
    ['no action type', [null], 400],
    ['no actions', [], 400],
    ['a missing field', [{ actionType: 'sanity.action.document.publish' }], 400],
    [
      'the draft of another document',
      [{ actionType: 'sanity.action.document.publish', draftId: 'drafts.a', publishedId: 'b' }],
      400,
    ],
    ['a variant', [{ actionType: 'sanity.action.document.variant.create' }], 501],
  ])('are rejected: %s', async (_name, actions, status) => {
    const body = JSON.stringify({ actions })
    const response = await request(lake, '/data/actions/production', { method: 'POST', token: TOKENS.editor, body })
    expect(response.status).toBe(status)
    expect(await response.json()).toHaveProperty('error')
  })
})
