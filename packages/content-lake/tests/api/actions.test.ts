import type { SanityClient } from '@sanity/client'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Lake } from '../../server.ts'
import {
  performAction,
  createTestClient,
  createVersion,
  catchFailure,
  request,
  startTestLake,
  TOKENS,
} from '../fixtures.ts'

let lake: Lake
let client: SanityClient

beforeAll(async () => {
  lake = await startTestLake()
  client = createTestClient(lake, TOKENS.editor)
})

const getDocument = (id: string) => client.getDocument(id)

describe('document actions', () => {
  const edit = (id: string, set: object) => performAction(client, 'edit', id, { patch: { set } })
  const publish = (id: string, more = {}) => performAction(client, 'publish', id, more)
  const buildCreateAction = (publishedId: string, fields: object = {}) => ({
    actionType: 'sanity.action.document.create' as const,
    publishedId,
    attributes: { _id: `drafts.${publishedId}`, _type: 'page', ...fields },
    ifExists: 'fail' as const,
  })

  it('draft, edit, publish, edit again and discard a document', async () => {
    await client.action(buildCreateAction('page', { title: 'One' }))
    await edit('page', { title: 'Two' })
    expect(await getDocument('page')).toBeUndefined()
    const { transactionId } = await publish('page')
    const published = await getDocument('page')
    expect(published).toMatchObject({ title: 'Two', _rev: transactionId })
    expect(await getDocument('drafts.page')).toBeUndefined()

    await edit('page', { title: 'Three' })
    expect(await getDocument('drafts.page')).toMatchObject({ title: 'Three', _createdAt: published?._createdAt })
    expect(await getDocument('page')).toMatchObject({ title: 'Two' })
    await performAction(client, 'discard', 'page')
    expect(await getDocument('drafts.page')).toBeUndefined()
  })

  it('keep the creation time of a published document', async () => {
    await client.create({ _id: 'aged', _type: 'page', _createdAt: '2020-01-01T00:00:00Z' } as never)
    await edit('aged', { title: 'New' })
    await publish('aged')
    expect(await getDocument('aged')).toMatchObject({ _createdAt: '2020-01-01T00:00:00Z', title: 'New' })
  })

  it('strengthen references on publish and reject missing targets', async () => {
    const to = { _type: 'reference', _ref: 'goal', _weak: true, _strengthenOnPublish: { type: 'page' } }
    await client.create({ _id: 'drafts.origin', _type: 'page', to })
    expect(await catchFailure(publish('origin'))).toMatchObject({
      status: 409,
      type: 'documentReferenceDoesNotExistError',
    })
    await client.create({ _id: 'goal', _type: 'page' })
    await publish('origin')
    expect((await getDocument('origin'))?.to).toEqual({ _type: 'reference', _ref: 'goal' })
  })

  it('publish only the revisions that the editor loaded', async () => {
    await client.create({ _id: 'seen', _type: 'page' })
    await edit('seen', { title: 'Mine' })
    expect(await catchFailure(publish('seen', { ifPublishedRevisionId: 'old' }))).toMatchObject({
      status: 409,
      type: 'documentRevisionIDDoesNotMatchError',
    })
    expect(await catchFailure(publish('seen', { ifDraftRevisionId: 'old' }))).toMatchObject({ status: 409 })
    const [published, draft] = [await getDocument('seen'), await getDocument('drafts.seen')]
    await publish('seen', { ifPublishedRevisionId: published?._rev, ifDraftRevisionId: draft?._rev })
    expect(await getDocument('seen')).toMatchObject({ title: 'Mine' })
  })

  it('cannot publish a document that has no draft', async () => {
    expect(await catchFailure(publish('nothing'))).toMatchObject({ status: 409, type: 'documentNotFoundError' })
  })

  it('unpublish a document into a draft', async () => {
    await client.create({ _id: 'down', _type: 'page', title: 'Up' })
    await performAction(client, 'unpublish', 'down')
    expect(await getDocument('down')).toBeUndefined()
    expect(await getDocument('drafts.down')).toMatchObject({ title: 'Up' })
  })

  it('cannot unpublish a document that others reference', async () => {
    await client.create({ _id: 'needed', _type: 'page' })
    await client.create({ _id: 'needs', _type: 'page', to: { _type: 'reference', _ref: 'needed' } })
    expect(await catchFailure(performAction(client, 'unpublish', 'needed'))).toMatchObject({
      status: 409,
      type: 'documentHasExistingReferencesError',
    })
  })

  it('delete a document only together with its listed drafts', async () => {
    await client.create({ _id: 'gone', _type: 'page' })
    await edit('gone', { title: 'Draft' })
    const remove = (includeDrafts: string[]) => performAction(client, 'delete', 'gone', { includeDrafts })
    expect(await catchFailure(remove([]))).toMatchObject({ status: 409 })
    await remove(['drafts.gone'])
    expect(await client.getDocuments(['gone', 'drafts.gone'])).toEqual([null, null])
  })

  it('replace the draft on restore', async () => {
    await client.create({ _id: 'restored', _type: 'page', title: 'Now' })
    const replace = (id: string) =>
      performAction(client, 'replaceDraft', id, { attributes: { _id: `drafts.${id}`, _type: 'page', title: 'Then' } })
    await replace('restored')
    expect(await getDocument('drafts.restored')).toMatchObject({ title: 'Then' })
    expect(await catchFailure(replace('orphan'))).toMatchObject({ type: 'documentNotFoundError' })
  })

  it('change nothing in a dry run and are atomic', async () => {
    await client.action(buildCreateAction('dry'), { dryRun: true })
    expect(await getDocument('drafts.dry')).toBeUndefined()
    const result = client.action([
      buildCreateAction('both'),
      { actionType: 'sanity.action.document.discard', draftId: 'drafts.nothing' },
    ])
    expect(await catchFailure(result)).toMatchObject({ status: 409 })
    expect(await getDocument('drafts.both')).toBeUndefined()
  })
})

describe('releases and versions', () => {
  const createRelease = (releaseId: string, metadata = {}) =>
    client.releases.create({ releaseId, metadata: { releaseType: 'asap', title: releaseId, ...metadata } })
  const release = (releaseId: string) => getDocument(`_.releases.${releaseId}`)

  it('are published together', async () => {
    await client.create({ _id: 'a', _type: 'page', title: 'old' })
    await client.create({ _id: 'b', _type: 'page', title: 'to go' })
    await createRelease('spring')
    await createVersion(client, 'versions.spring.a', { title: 'new' })
    await createVersion(client, 'versions.spring.c', { title: 'fresh' })
    await client.unpublishVersion({ releaseId: 'spring', publishedId: 'b' })
    expect(await client.fetch('*[_id == "a"][0].title', {}, { perspective: ['spring'] })).toBe('new')
    expect(await getDocument('a')).toMatchObject({ title: 'old' })

    await client.releases.publish({ releaseId: 'spring' })
    expect(await getDocument('a')).toMatchObject({ title: 'new' })
    expect(await getDocument('b')).toBeUndefined()
    expect(await getDocument('c')).toMatchObject({ title: 'fresh' })
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
    const create = (ifBaseRevisionId: string) =>
      performAction(client, 'version.create', 'base', { ...version, ifBaseRevisionId })
    expect(await catchFailure(create('old'))).toMatchObject({ type: 'documentRevisionIDDoesNotMatchError' })
    await create(base._rev)
    expect(await getDocument('versions.versions.base')).toMatchObject({ title: 'base' })
    expect(await catchFailure(create(base._rev))).toMatchObject({ type: 'documentAlreadyExistsError' })
    await client.replaceVersion({
      releaseId: 'versions',
      document: { _id: 'versions.versions.base', _type: 'page', title: 'replaced' },
      publishedId: 'base',
    })
    expect(await getDocument('versions.versions.base')).toMatchObject({ title: 'replaced' })
    await client.discardVersion({ releaseId: 'versions', publishedId: 'base' })
    expect(await getDocument('versions.versions.base')).toBeUndefined()
  })

  it('can be created from attributes, as the App SDK does', async () => {
    await createRelease('sdk')
    for (const _id of ['versions.sdk.new', 'drafts.new']) {
      const attributes = { _id, _type: 'page', title: _id }
      const actionType = 'sanity.action.document.version.create'
      await client.action({ actionType, publishedId: 'new', attributes } as never)
      expect(await getDocument(_id)).toMatchObject(attributes)
    }
  })

  it('require an active release', async () => {
    const orphan = createVersion(client, 'versions.unknown.x')
    expect(await catchFailure(orphan)).toMatchObject({ status: 409, type: 'documentNotFoundError' })
    await createRelease('locked')
    await createVersion(client, 'versions.locked.x')
    await client.releases.schedule({ releaseId: 'locked', publishAt: '2999-01-01T00:00:00Z' })
    const edit = performAction(client, 'edit', 'x', { draftId: 'versions.locked.x', patch: { set: { title: 'late' } } })
    expect(await catchFailure(edit)).toMatchObject({ status: 409, type: 'releaseStateError' })
    await client.releases.unschedule({ releaseId: 'locked' })
    expect(await release('locked')).toMatchObject({ state: 'active' })
    expect(await release('locked')).not.toHaveProperty('publishAt')
  })

  it('are restored when their release is unarchived', async () => {
    await createRelease('shelved')
    await createVersion(client, 'versions.shelved.y', { title: 'kept' })
    await client.releases.archive({ releaseId: 'shelved' })
    expect(await getDocument('versions.shelved.y')).toBeUndefined()
    expect(await catchFailure(client.releases.publish({ releaseId: 'shelved' }))).toMatchObject({
      type: 'releaseStateError',
    })
    await client.releases.unarchive({ releaseId: 'shelved' })
    expect(await getDocument('versions.shelved.y')).toMatchObject({ title: 'kept' })
    expect(await release('shelved')).toMatchObject({ state: 'active' })
  })

  it('allow edits only to the release metadata', async () => {
    await createRelease('renamed')
    await client.releases.edit({ releaseId: 'renamed', patch: { set: { 'metadata.title': 'Renamed' } } })
    expect(await release('renamed')).toMatchObject({ metadata: { title: 'Renamed' } })
    const state = client.releases.edit({ releaseId: 'renamed', patch: { set: { state: 'published' } } })
    expect(await catchFailure(state)).toMatchObject({ status: 400 })
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
