import type { SanityClient } from '@sanity/client'
import { applyPatch } from 'mendoza'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Lake } from '../../server.ts'
import {
  performAction,
  createTestClient,
  createVersion,
  request,
  requestJson,
  startTestLake,
  TOKENS,
} from '../fixtures.ts'

type Transaction = {
  id: string
  author: string
  timestamp: string
  documentIDs: string[]
  mutations?: unknown[]
  effects?: Record<string, { apply: unknown[]; revert: unknown[] }>
}
type Event = { type: string }

let lake: Lake
let client: SanityClient
const tx: string[] = []

const get = (path: string) => request(lake, `/data/history/production${path}`, { token: TOKENS.viewer })
const getJson = (path: string) => requestJson(lake, `/data/history/production${path}`, { token: TOKENS.viewer })
const fetchDocumentsAt = async (ids: string, query: string) => (await getJson(`/documents/${ids}?${query}`)).documents
const fetchEvents = async (id: string): Promise<Event[]> => (await getJson(`/events/documents/${id}`)).events[id]
const listTypes = (list: Event[]) => list.map(({ type }) => type)
const fetchTransactions = async (ids: string, query = ''): Promise<Transaction[]> => {
  const lines = (await (await get(`/transactions/${ids}?${query}`)).text()).split('\n')
  return lines.filter(Boolean).map((line) => JSON.parse(line))
}

beforeAll(async () => {
  lake = await startTestLake()
  client = createTestClient(lake, TOKENS.editor)
  const recordTransaction = async (action: Promise<{ transactionId: string }>) =>
    void tx.push((await action).transactionId)
  const edit = (title: string) => performAction(client, 'edit', 'page', { patch: { set: { title } } })
  const publish = () => performAction(client, 'publish', 'page')
  const attributes = { _id: 'drafts.page', _type: 'page', title: 'One' }
  await recordTransaction(performAction(client, 'create', 'page', { attributes, ifExists: 'fail' }))
  await recordTransaction(edit('Two'))
  await recordTransaction(publish())
  await recordTransaction(edit('Three'))
  await recordTransaction(performAction(client, 'discard', 'page'))
  await recordTransaction(edit('Four'))
  await recordTransaction(publish())
  await recordTransaction(performAction(client, 'unpublish', 'page'))
})

describe('transaction history', () => {
  it('is ordered oldest first, or newest first with reverse', async () => {
    expect((await fetchTransactions('page,drafts.page')).map(({ id }) => id)).toEqual(tx)
    expect((await fetchTransactions('page,drafts.page', 'reverse=true')).map(({ id }) => id)).toEqual(tx.toReversed())
    expect((await fetchTransactions('page')).map(({ id }) => id)).toEqual([tx[2], tx[6], tx[7]])
  })

  it('is limited by inclusive bounds and by count', async () => {
    const fetchIds = async (query: string) => (await fetchTransactions('page,drafts.page', query)).map(({ id }) => id)
    expect(await fetchIds(`fromTransaction=${tx[2]}`)).toEqual(tx.slice(2))
    expect(await fetchIds(`fromTransaction=${tx[2]}&toTransaction=${tx[4]}`)).toEqual(tx.slice(2, 5))
    expect(await fetchIds(`toTransaction=${tx[3]}&reverse=true&limit=2`)).toEqual([tx[3], tx[2]])
    expect(await fetchIds('limit=3')).toEqual(tx.slice(0, 3))
    expect(await fetchIds('fromTransaction=&limit=3')).toEqual(tx.slice(0, 3))
    expect(await fetchIds('authors=nobody')).toEqual([])
    expect(await fetchIds('toTime=2000-01-01T00:00:00Z')).toEqual([])
  })

  it('contains Mendoza patches back to the first version', async () => {
    const list = await fetchTransactions('drafts.page', 'effectFormat=mendoza&excludeContent=true&reverse=true')
    const { _rev, ...currentDocument } = (await client.getDocument('drafts.page')) ?? {}
    const titles: unknown[] = []
    let state: unknown = currentDocument
    for (const { effects, ...transaction } of list) {
      expect(JSON.stringify(transaction.mutations)).not.toContain('title')
      titles.push((state as { title: string } | null)?.title ?? null)
      state = applyPatch(state, effects?.['drafts.page']?.revert ?? [])
    }
    expect(state).toBeNull()
    expect(titles).toEqual(['Four', null, 'Four', null, 'Three', null, 'Two', 'One'])
  })

  it('lists all documents of a transaction unless limited to the requested ones', async () => {
    const [fullTransaction] = await fetchTransactions('page', 'limit=1')
    expect(fullTransaction?.documentIDs.toSorted()).toEqual(['drafts.page', 'page'])
    expect(fullTransaction?.mutations).toHaveLength(2)
    const [part] = await fetchTransactions('page', 'limit=1&includeIdentifiedDocumentsOnly=true')
    expect(part?.documentIDs).toEqual(['page'])
    const [bareTransaction] = await fetchTransactions('page', 'limit=1&excludeMutations=true')
    expect(bareTransaction).not.toHaveProperty('mutations')
    expect(part).toMatchObject({ author: 'local-editor', timestamp: expect.any(String) })
  })
})

describe('document history', () => {
  it('returns documents after a transaction', async () => {
    expect(await fetchDocumentsAt('drafts.page', `revision=${tx[0]}`)).toMatchObject([{ title: 'One', _rev: tx[0] }])
    expect(await fetchDocumentsAt('page,drafts.page', `revision=${tx[3]}`)).toMatchObject([
      { _id: 'page', title: 'Two' },
      { _id: 'drafts.page', title: 'Three' },
    ])
    expect(await fetchDocumentsAt('drafts.page', `revision=${tx[2]}`)).toEqual([])
    expect(await fetchDocumentsAt('drafts.page', 'revision=unknown')).toEqual([])
  })

  it('returns documents at a time', async () => {
    const [first] = await fetchTransactions('page,drafts.page', 'limit=1')
    const timeBefore = new Date(Date.parse(first?.timestamp ?? '') - 1).toISOString()
    expect(await fetchDocumentsAt('drafts.page', `time=${timeBefore}`)).toEqual([])
    expect(await fetchDocumentsAt('drafts.page', `time=${new Date().toISOString()}`)).toMatchObject([{ title: 'Four' }])
  })

  it('returns the last revision of deleted documents', async () => {
    expect(await client.getDocument('page')).toBeUndefined()
    expect(await fetchDocumentsAt('page', 'lastRevision=true')).toMatchObject([{ _id: 'page', title: 'Four' }])
  })
})

describe('document events', () => {
  it('cover the published document, newest first', async () => {
    const list = await fetchEvents('page')
    expect(listTypes(list)).toEqual(['unpublishDocument', 'publishDocumentVersion', 'publishDocumentVersion'])
    expect(list[2]).toMatchObject({
      revisionId: tx[2],
      versionId: 'drafts.page',
      versionRevisionId: tx[1],
      publishCause: 'document.publish',
    })
  })

  it('cover the draft', async () => {
    const list = await fetchEvents('drafts.page')
    expect(listTypes(list)).toEqual([
      'createDocumentVersion',
      'publishDocumentVersion',
      'createDocumentVersion',
      'deleteDocumentVersion',
      'createDocumentVersion',
      'publishDocumentVersion',
      'createDocumentVersion',
    ])
    expect(list[3]).toMatchObject({ versionRevisionId: tx[3], author: 'local-editor' })
  })

  it('are paginated', async () => {
    const first = await getJson('/events/documents/drafts.page?limit=4')
    expect(first.events['drafts.page']).toHaveLength(4)
    const rest = await getJson(`/events/documents/drafts.page?limit=4&nextCursor=${first.nextCursor}`)
    expect(rest.events['drafts.page']).toHaveLength(3)
    expect(rest.nextCursor).toBe('')
  })

  it('cover a document edited without drafts and its deletion', async () => {
    await client.create({ _id: 'live', _type: 'settings' })
    await client.patch('live').set({ a: 1 }).commit()
    await client.delete('live')
    expect(listTypes(await fetchEvents('live'))).toEqual([
      'deleteDocumentGroup',
      'updateLiveDocument',
      'createLiveDocument',
    ])
  })

  it('cover a release', async () => {
    await client.releases.create({ releaseId: 'r1', metadata: { releaseType: 'asap' } })
    await createVersion(client, 'versions.r1.one')
    await createVersion(client, 'versions.r1.two')
    await client.discardVersion({ releaseId: 'r1', publishedId: 'two' })
    await client.releases.schedule({ releaseId: 'r1', publishAt: '2999-01-01T00:00:00.000Z' })
    await client.releases.unschedule({ releaseId: 'r1' })
    await client.releases.publish({ releaseId: 'r1' })
    expect(listTypes((await getJson('/events/releases/r1')).events)).toEqual([
      'publishRelease',
      'unscheduleRelease',
      'scheduleRelease',
      'discardDocumentFromRelease',
      'addDocumentToRelease',
      'addDocumentToRelease',
      'createRelease',
    ])
    expect(await fetchEvents('one')).toMatchObject([
      { type: 'publishDocumentVersion', releaseId: 'r1', publishCause: 'release.publish' },
    ])
  })
})

describe('purge', () => {
  it('removes the content from the history', async () => {
    await client.create({ _id: 'drafts.purged', _type: 'page', title: 'secret' })
    await performAction(client, 'discard', 'purged', { purge: true })
    const response = await get('/transactions/drafts.purged?effectFormat=mendoza')
    expect(await response.text()).not.toContain('secret')
    expect(await fetchDocumentsAt('drafts.purged', 'lastRevision=true')).toEqual([])
  })
})
