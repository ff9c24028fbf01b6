import { createServer } from 'node:http'
import type { SanityClient } from '@sanity/client'
import { beforeAll, describe, expect, it } from 'vitest'
import { listen } from '../../../local-server/index.ts'
import { startLake, type Lake } from '../../server.ts'
import {
  createTestClient,
  listenTo,
  request,
  catchStatus,
  temporaryFolder,
  startTestLake,
  TOKENS,
  whenDone,
} from '../fixtures.ts'

let lake: Lake
let administrator: SanityClient
const notifications: unknown[] = []

beforeAll(async () => {
  const endpoint = createServer((message, response) => {
    notifications.push(message.headers['sanity-dataset'])
    response.end()
  })
  whenDone(() => endpoint.close())
  const url = `http://127.0.0.1:${await listen(endpoint, 0, '127.0.0.1')}`
  lake = await startTestLake({ webhooks: [{ id: 'all', name: 'all', url, on: ['create', 'update', 'delete'] }] })
  administrator = createTestClient(lake, TOKENS.administrator)
})

const requestSetup = (token?: string, dataset = 'production') =>
  createTestClient(lake, token).request({ method: 'POST', url: `/comments/${dataset}/setup` })
const createCommentsClient = (token?: string) => createTestClient(lake, token, 'production-comments')
const buildComment = (message: string) => ({
  _type: 'comment',
  message,
  status: 'open',
  target: { document: { _type: 'crossDatasetReference', _dataset: 'production', _ref: 'page', _weak: true } },
})

describe('comments', () => {
  it('get a private dataset when a user sets them up', async () => {
    const url = '/projects/local/datasets?datasetProfile=comments&addonFor=production'
    expect(await administrator.request({ url })).toEqual([])
    expect(await catchStatus(requestSetup(undefined))).toBe(401)
    expect(await catchStatus(requestSetup(TOKENS.robot))).toBe(403)
    expect(await catchStatus(requestSetup(TOKENS.editor, 'nothing'))).toBe(404)
    expect(await requestSetup(TOKENS.editor)).toEqual({ datasetName: 'production-comments' })
    expect(await requestSetup(TOKENS.viewer)).toEqual({ datasetName: 'production-comments' })
    expect(await administrator.request({ url })).toMatchObject([
      { name: 'production-comments', aclMode: 'private', datasetProfile: 'comments', addonFor: 'production' },
    ])
    expect(await administrator.datasets.list()).toMatchObject([{ name: 'production' }])
  })

  it('are sent to other users of the document', async () => {
    await requestSetup(TOKENS.editor)
    const listener = await listenTo(
      createCommentsClient(TOKENS.viewer),
      '*[_type == "comment"]',
      {},
      { includeResult: true },
    )
    const { _id } = await createCommentsClient(TOKENS.editor).create(buildComment('Is this so?'))
    const reply = await createCommentsClient(TOKENS.viewer).create({ ...buildComment('It is.'), parentCommentId: _id })
    await createCommentsClient(TOKENS.administrator).patch(_id).set({ status: 'resolved' }).commit()
    const query = { query: '*[parentCommentId == $id]', params: { id: _id } }
    await createCommentsClient(TOKENS.administrator).patch(query).set({ status: 'resolved' }).commit()
    await expect
      .poll(() =>
        listener.mutations().map(({ identity, documentId, result }) => [identity, documentId, result?.status]),
      )
      .toEqual([
        ['local-editor', _id, 'open'],
        ['local-viewer', reply._id, 'open'],
        ['local-admin', _id, 'resolved'],
        ['local-admin', reply._id, 'resolved'],
      ])
  })

  it('require a signed-in user', async () => {
    await requestSetup(TOKENS.editor)
    expect(await catchStatus(createCommentsClient().fetch('*'))).toBe(401)
    await expect(listenTo(createCommentsClient(), '*')).rejects.toThrow()
    expect(await catchStatus(createCommentsClient().create(buildComment('from nowhere')))).toBe(401)
    expect(await catchStatus(createCommentsClient(TOKENS.robot).create(buildComment('from the site')))).toBe(403)
    expect(await catchStatus(createTestClient(lake, TOKENS.viewer).create({ _type: 'page' }))).toBe(403)
    expect(await catchStatus(administrator.datasets.edit('production-comments', { aclMode: 'public' }))).toBe(400)
  })

  it('can mention every user with read access', async () => {
    const viewer = createTestClient(lake, TOKENS.viewer).withConfig({ perspective: 'raw' })
    const groups = await viewer.fetch<{ members: string[]; grants: object[] }[]>(
      '*[_type == "system.group"]{members, grants}',
    )
    expect(groups.flatMap(({ members }) => members)).toEqual(['local-admin', 'local-editor', 'local-viewer', 'robot'])
    const readable = { filter: '_id in path("**")', permissions: expect.arrayContaining(['read']) }
    for (const { grants } of groups) expect(grants).toEqual([readable])
    expect(await createTestClient(lake).fetch('*[_type == "system.group"]')).toEqual([])
  })

  it('trigger no webhooks and do not block deleting the document', async () => {
    await requestSetup(TOKENS.editor)
    await administrator.create({ _id: 'page', _type: 'page' })
    await createCommentsClient(TOKENS.editor).create(buildComment('Is this so?'))
    const references = '/data/references/production/documents/page/to'
    expect(await administrator.request({ url: references })).toEqual({ totalCount: 0, references: [] })
    await administrator.delete('page')
    await expect.poll(() => notifications).toEqual(['production', 'production'])
  })

  it('survive a restart and are deleted with their dataset', async () => {
    const dataDir = temporaryFolder()
    const first = await startLake({ port: 0, dataDir })
    const postSetup = (target: Lake) =>
      request(target, '/comments/draft/setup', { method: 'POST', token: TOKENS.viewer })
    const fetchMessages = (target: Lake) =>
      createTestClient(target, TOKENS.viewer, 'draft-comments').fetch('*[].message')
    await createTestClient(first, TOKENS.administrator).datasets.create('draft')
    await postSetup(first)
    await createTestClient(first, TOKENS.viewer, 'draft-comments').create(buildComment('Is this so?'))
    await first.close()

    const second = await startTestLake({ dataDir })
    expect(await fetchMessages(second)).toEqual(['Is this so?'])
    await createTestClient(second, TOKENS.administrator).datasets.delete('draft')
    expect(await catchStatus(fetchMessages(second))).toBe(404)
    await createTestClient(second, TOKENS.administrator).datasets.create('draft')
    await postSetup(second)
    expect(await fetchMessages(second)).toEqual([])
  })
})
