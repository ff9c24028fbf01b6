import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { beforeAll, expect, it, vi } from 'vitest'
import type { Lake } from '../../server.ts'
import { clientOf, temporaryFolder, testLake, TOKENS } from '../fixtures.ts'

const CLI = fileURLToPath(new URL('../../../../node_modules/.bin/sanity', import.meta.url))
const REDIRECT = new URL('../../redirect.mjs', import.meta.url).href

let lake: Lake

beforeAll(async () => {
  lake = await testLake()
})

/** Runs the Sanity CLI as it is, which knows nothing of the lake; answers what it prints. */
async function sanity(...args: string[]): Promise<string> {
  const env = {
    ...process.env,
    CONTENT_LAKE_URL: lake.url,
    NODE_OPTIONS: `--import ${REDIRECT}`,
    SANITY_AUTH_TOKEN: TOKENS.administrator,
    CI: '1',
    DO_NOT_TRACK: '1',
  }
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, ...args, '--project-id', 'local'], {
    cwd: temporaryFolder(),
    env,
  })
  return stdout
}

it('serves the Sanity CLI: a private dataset, under another name', async () => {
  const administrator = clientOf(lake, TOKENS.administrator)
  await sanity('datasets', 'create', 'hidden', '--visibility', 'private')
  expect(await administrator.datasets.list()).toMatchObject([{ name: 'hidden', aclMode: 'private' }, {}])
  await sanity('datasets', 'alias', 'create', 'staging', 'hidden')
  expect(await administrator.request({ url: '/aliases' })).toEqual([{ name: 'staging', datasetName: 'hidden' }])
})

it('serves the Sanity CLI: a backup, from which the dataset comes back as it was', async () => {
  const administrator = clientOf(lake, TOKENS.administrator)
  await administrator.datasets.create('precious')
  const precious = clientOf(lake, TOKENS.administrator, 'precious')
  const pixel = sharp({ create: { width: 2, height: 1, channels: 3, background: '#336699' } })
  const image = await precious.assets.upload('image', await pixel.png().toBuffer(), { title: 'Blue' })
  const file = await precious.assets.upload('file', Buffer.from('Read me'), { filename: 'read-me.txt' })
  const to = (_ref: string) => ({ _type: 'reference', _ref })
  await precious
    .transaction()
    .create({ _id: 'a', _type: 'page', title: 'A', hero: { _type: 'image', asset: to(image._id) }, next: to('b') })
    .create({ _id: 'b', _type: 'page', title: 'B', next: to('a') })
    .create({ _id: 'drafts.b', _type: 'page', title: 'B, better', download: { _type: 'file', asset: to(file._id) } })
    .commit()
  const content = (): Promise<Record<string, unknown>[]> =>
    precious.fetch('*[!(_id in path("_.**"))] | order(_id)', {}, { perspective: 'raw' })
  const before = await content()

  await sanity('backups', 'enable', 'precious')
  const id = await vi.waitFor(async () => {
    const [row] = /\d{4}-\d{2}-\d{2}-[\da-f-]{36}/.exec(await sanity('backups', 'list', 'precious')) ?? []
    expect(row).toBeDefined()
    return row ?? ''
  }, 30_000)
  const folder = temporaryFolder()
  await precious.delete({ query: '*[_type == "page"]' })
  await sanity('backups', 'download', 'precious', '--backup-id', id, '--out', join(folder, 'backup.tar.gz'))
  const { stdout: packed } = await promisify(execFile)('tar', ['-tzf', join(folder, 'backup.tar.gz')])
  const name = (path: string | undefined) => path?.split('/').at(-1)
  expect(packed).toContain(`/images/${name(image.path)}\n`)
  expect(packed).toContain(`/files/${name(file.path)}\n`)

  await administrator.datasets.delete('precious')
  await administrator.datasets.create('precious')
  await sanity('datasets', 'import', join(folder, 'backup.tar.gz'), '--dataset', 'precious')
  const changing = { _rev: expect.any(String), _updatedAt: expect.any(String) }
  expect(await content()).toEqual(before.map((document) => ({ ...document, ...changing })))
  await sanity('backups', 'disable', 'precious')
})
