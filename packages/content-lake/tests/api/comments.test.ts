import { createServer } from 'node:http'
import type { SanityClient } from '@sanity/client'
import { beforeAll, describe, expect, it } from 'vitest'
import { listen } from '../../../local-server/index.ts'
import { startLake, type Lake } from '../../server.ts'
import { clientOf, listenTo, request, statusOf, temporaryFolder, testLake, TOKENS, whenDone } from '../fixtures.ts'

let lake: Lake
let administrator: SanityClient
const notified: unknown[] = []

beforeAll(async () => {
  const endpoint = createServer((message, answer) => {
    notified.push(message.headers['sanity-dataset'])
    answer.end()
  })
  whenDone(() => endpoint.close())
  const url = `http://127.0.0.1:${await listen(endpoint, 0, '127.0.0.1')}`
  lake = await testLake({ webhooks: [{ id: 'all', name: 'all', url, on: ['create', 'update', 'delete'] }] })
  administrator = clientOf(lake, TOKENS.administrator)
})

const setUp = (token?: string, dataset = 'production') =>
  clientOf(lake, token).request({ method: 'POST', url: `/comments/${dataset}/setup` })
const comments = (token?: string) => clientOf(lake, token, 'production-comments')
const comment = (message: string) => ({
  _type: 'comment',
  message,
  status: 'open',
  target: { document: { _type: 'crossDatasetReference', _dataset: 'production', _ref: 'page', _weak: true } },
})

describe('comments', () => {
  it('get a private dataset when a user sets them up', async () => {
    const url = '/projects/local/datasets?datasetProfile=comments&addonFor=production'
    expect(await administrator.request({ url })).toEqual([])
    expect(await statusOf(setUp(undefined))).toBe(401)
    expect(await statusOf(setUp(TOKENS.robot))).toBe(403)
    expect(await statusOf(setUp(TOKENS.editor, 'nothing'))).toBe(404)
    expect(await setUp(TOKENS.editor)).toEqual({ datasetName: 'production-comments' })
    expect(await setUp(TOKENS.viewer)).toEqual({ datasetName: 'production-comments' })
    expect(await administrator.request({ url })).toMatchObject([
      { name: 'production-comments', aclMode: 'private', datasetProfile: 'comments', addonFor: 'production' },
    ])
    expect(await administrator.datasets.list()).toMatchObject([{ name: 'production' }])
  })

  it('are sent to other users of the document', async () => {
    await setUp(TOKENS.editor)
    const heard = await listenTo(comments(TOKENS.viewer), '*[_type == "comment"]', {}, { includeResult: true })
    const { _id } = await comments(TOKENS.editor).create(comment('Is this so?'))
    const answered = await comments(TOKENS.viewer).create({ ...comment('It is.'), parentCommentId: _id })
    await comments(TOKENS.administrator).patch(_id).set({ status: 'resolved' }).commit()
    const query = { query: '*[parentCommentId == $id]', params: { id: _id } }
    await comments(TOKENS.administrator).patch(query).set({ status: 'resolved' }).commit()
    await expect
      .poll(() => heard.mutations().map(({ identity, documentId, result }) => [identity, documentId, result?.status]))
      .toEqual([
        ['local-editor', _id, 'open'],
        ['local-viewer', answered._id, 'open'],
        ['local-admin', _id, 'resolved'],
        ['local-admin', answered._id, 'resolved'],
      ])
  })

  it('require a signed-in user', async () => {
    await setUp(TOKENS.editor)
    expect(await statusOf(comments().fetch('*'))).toBe(401)
    await expect(listenTo(comments(), '*')).rejects.toThrow()
    expect(await statusOf(comments().create(comment('from nowhere')))).toBe(401)
    expect(await statusOf(comments(TOKENS.robot).create(comment('from the site')))).toBe(403)
    expect(await statusOf(clientOf(lake, TOKENS.viewer).create({ _type: 'page' }))).toBe(403)
    expect(await statusOf(administrator.datasets.edit('production-comments', { aclMode: 'public' }))).toBe(400)
  })

  it('can mention every user with read access', async () => {
    const viewer = clientOf(lake, TOKENS.viewer).withConfig({ perspective: 'raw' })
    const groups = await viewer.fetch<{ members: string[]; grants: object[] }[]>(
      '*[_type == "system.group"]{members, grants}',
    )
    expect(groups.flatMap(({ members }) => members)).toEqual(['local-admin', 'local-editor', 'local-viewer', 'robot'])
    const readable = { filter: '_id in path("**")', permissions: expect.arrayContaining(['read']) }
    for (const { grants } of groups) expect(grants).toEqual([readable])
    expect(await clientOf(lake).fetch('*[_type == "system.group"]')).toEqual([])
  })

  it('trigger no webhooks and do not block deleting the document', async () => {
    await setUp(TOKENS.editor)
    await administrator.create({ _id: 'page', _type: 'page' })
    await comments(TOKENS.editor).create(comment('Is this so?'))
    const references = '/data/references/production/documents/page/to'
    expect(await administrator.request({ url: references })).toEqual({ totalCount: 0, references: [] })
    await administrator.delete('page')
    await expect.poll(() => notified).toEqual(['production', 'production'])
  })

  it('survive a restart and are deleted with their dataset', async () => {
    const dataDir = temporaryFolder()
    const first = await startLake({ port: 0, dataDir })
    const ask = (at: Lake) => request(at, '/comments/draft/setup', { method: 'POST', token: TOKENS.viewer })
    const told = (at: Lake) => clientOf(at, TOKENS.viewer, 'draft-comments').fetch('*[].message')
    await clientOf(first, TOKENS.administrator).datasets.create('draft')
    await ask(first)
    await clientOf(first, TOKENS.viewer, 'draft-comments').create(comment('Is this so?'))
    await first.close()

    const second = await testLake({ dataDir })
    expect(await told(second)).toEqual(['Is this so?'])
    await clientOf(second, TOKENS.administrator).datasets.delete('draft')
    expect(await statusOf(told(second))).toBe(404)
    await clientOf(second, TOKENS.administrator).datasets.create('draft')
    await ask(second)
    expect(await told(second)).toEqual([])
  })
})
