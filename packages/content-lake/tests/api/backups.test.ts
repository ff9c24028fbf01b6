import type { SanityClient } from '@sanity/client'
import { describe, expect, it, vi } from 'vitest'
import { startLake } from '../../server.ts'
import { clientOf, manualClock, refusal, request, temporaryFolder, testLake, TOKENS, whenDone } from '../fixtures.ts'

const BASE = '/projects/local/datasets/production'

type Listed = { backups: { id: string; createdAt: string }[]; limit: number }
type Page = {
  createdAt: string
  totalFiles: number
  files: { name: string; url: string; type: string }[]
  nextCursor?: string
}

const administratorOf = (lake: { url: string }) => {
  const client = clientOf(lake, TOKENS.administrator)
  return {
    client,
    enable: (enabled: unknown = true) =>
      client.request({ method: 'PUT', url: `${BASE}/settings/backups`, body: { enabled } }),
    list: (query: Record<string, string> = {}): Promise<Listed> => client.request({ url: `${BASE}/backups`, query }),
    page: (id: string, query: Record<string, string> = {}): Promise<Page> =>
      client.request({ url: `${BASE}/backups/${id}`, query }),
  }
}

type Administrator = ReturnType<typeof administratorOf>

const daysOf = async ({ list }: Administrator) => (await list()).backups.map(({ createdAt }) => createdAt.slice(0, 10))

/** Waits until the newest backup is of this day. */
const untilDay = (administrator: Administrator, day: string) =>
  vi.waitFor(async () => expect((await daysOf(administrator))[0]).toBe(day))

/** More than a page of the list and several batches. */
async function createPages(client: SanityClient): Promise<void> {
  const create = (n: number) => ({ create: { _id: `page-${n}`, _type: 'page', n } })
  await client.mutate(
    Array.from({ length: 1100 }, (_, n) => create(n)),
    { returnDocuments: false },
  )
}

describe('backups', () => {
  it('are made daily once they are enabled, the newest seven are kept, and disabling keeps those that exist', async () => {
    const clock = manualClock('2026-03-01T06:00:00Z')
    const administrator = administratorOf(await testLake({ clock }))
    expect(await administrator.list()).toEqual({ backups: [], limit: 30 })
    await administrator.enable()
    for (let day = 1; day <= 9; day++) {
      clock.moveTo(`2026-03-0${day}T06:00:00Z`)
      await untilDay(administrator, `2026-03-0${day}`)
    }
    const kept = [9, 8, 7, 6, 5, 4, 3].map((day) => `2026-03-0${day}`)
    expect(await daysOf(administrator)).toEqual(kept)
    clock.moveTo('2026-03-10T05:59:59Z')
    await administrator.enable(false)
    clock.moveTo('2026-03-12T06:00:00Z')
    expect(await daysOf(administrator)).toEqual(kept)
    const between = await administrator.list({ after: '2026-03-04', before: '2026-03-06', limit: '10' })
    expect(between).toMatchObject({ backups: [{ createdAt: '2026-03-05T06:00:00.000Z' }, {}], limit: 10 })
    expect((await administrator.list({ limit: '1' })).backups).toHaveLength(1)
  })

  it('go on after a restart, with the one that became due while the lake was off', async () => {
    const clock = manualClock('2026-03-01T06:00:00Z')
    const dataDir = temporaryFolder()
    const first = await startLake({ port: 0, dataDir, clock })
    await administratorOf(first).enable()
    clock.moveTo('2026-03-01T06:00:00Z')
    await untilDay(administratorOf(first), '2026-03-01')
    await first.close()
    clock.moveTo('2026-03-05T00:00:00Z')
    const second = await startLake({ port: 0, dataDir, clock })
    whenDone(() => second.close())
    clock.moveTo('2026-03-05T00:00:00Z')
    await untilDay(administratorOf(second), '2026-03-05')
    expect(await daysOf(administratorOf(second))).toEqual(['2026-03-05', '2026-03-01'])
  })

  it('are made daily also when the clock of the last one was ahead', async () => {
    const dataDir = temporaryFolder()
    const ahead = manualClock('2026-05-01T06:00:00Z')
    const first = await startLake({ port: 0, dataDir, clock: ahead })
    await administratorOf(first).enable()
    ahead.moveTo('2026-05-01T06:00:00Z')
    await untilDay(administratorOf(first), '2026-05-01')
    await first.close()
    const clock = manualClock('2026-03-01T06:00:00Z')
    const second = await testLake({ dataDir, clock })
    clock.moveTo('2026-03-02T06:00:00Z')
    await vi.waitFor(async () => expect(await daysOf(administratorOf(second))).toEqual(['2026-05-01', '2026-03-02']))
  })

  it('hold the documents of their moment, page by page, at addresses that need no token and end', async () => {
    const clock = manualClock('2026-03-01T06:00:00Z')
    const lake = await testLake({ clock })
    const administrator = administratorOf(lake)
    const { client } = administrator
    await createPages(client)
    // Of a picture that is not here; to ask for it would end the download.
    await client.create({
      _id: 'image-lost',
      _type: 'sanity.imageAsset',
      path: 'images/local/production/../../lost.png',
    })
    await administrator.enable()
    clock.moveTo('2026-03-01T06:00:00Z')
    await untilDay(administrator, '2026-03-01')
    await client.delete({ query: '*[_type == "page"]' })

    const [backup] = (await administrator.list()).backups
    const files: Page['files'] = []
    for (let nextCursor: string | undefined = ''; nextCursor !== undefined;) {
      const page: Page = await administrator.page(backup?.id ?? '', nextCursor === '' ? {} : { nextCursor })
      files.push(...page.files)
      expect(page.totalFiles).toBe(files.length > 1000 ? files.length : page.totalFiles)
      nextCursor = page.nextCursor
    }
    expect(new Set(files.map(({ type }) => type))).toEqual(new Set(['document']))
    expect(files.filter(({ name }) => name.startsWith('page-'))).toHaveLength(1100)
    const { url } = files.find(({ name }) => name === 'page-1099') ?? { url: '' }
    expect(await fetch(url).then((response) => response.json())).toMatchObject({ _id: 'page-1099', n: 1099 })
    const other = files.find(({ name }) => name === 'page-7')?.url ?? ''
    const forged = new URL(url)
    forged.pathname = new URL(other).pathname
    for (const refused of [forged.href, url.replace(/signature=.*/, ''), url.replace(/\?.*/, '')]) {
      expect((await fetch(refused)).status).toBe(403)
    }
    clock.moveTo('2026-03-01T07:00:01Z')
    expect((await fetch(url)).status).toBe(403)
  })

  it('of two datasets at once do not disturb each other', async () => {
    const clock = manualClock('2026-03-01T06:00:00Z')
    const lake = await testLake({ clock })
    const administrator = administratorOf(lake)
    await administrator.client.datasets.create('small')
    await createPages(administrator.client)
    await administrator.enable()
    const small = { method: 'PUT', body: '{"enabled":true}', token: TOKENS.administrator }
    await request(lake, '/projects/local/datasets/small/settings/backups', small)
    clock.moveTo('2026-03-01T06:00:00Z')
    await untilDay(administrator, '2026-03-01')
    const [backup] = (await administrator.list()).backups
    const page = await administrator.page(backup?.id ?? '')
    expect(page.totalFiles).toBe(await administrator.client.fetch('count(*)', {}, { perspective: 'raw' }))
  })

  it('go with their dataset', async () => {
    const clock = manualClock('2026-03-01T06:00:00Z')
    const administrator = administratorOf(await testLake({ clock }))
    await administrator.enable()
    clock.moveTo('2026-03-01T06:00:00Z')
    await untilDay(administrator, '2026-03-01')
    await administrator.client.datasets.delete('production')
    await administrator.client.datasets.create('production')
    expect(await administrator.list()).toEqual({ backups: [], limit: 30 })
    clock.moveTo('2026-03-03T06:00:00Z')
    expect(await daysOf(administrator)).toEqual([])
  })

  it('refuse what they do not know, and whoever may not', async () => {
    const lake = await testLake()
    const administrator = administratorOf(lake)
    for (const [query, name] of [
      [{ limit: '0' }, 'limit'],
      [{ limit: 'many' }, 'limit'],
      [{ after: 'yesterday' }, 'after'],
      [{ before: '2026-13-01' }, 'before'],
    ] as const) {
      expect(await refusal(administrator.list(query))).toMatchObject({
        statusCode: 400,
        message: expect.stringContaining(name),
      })
    }
    expect(await refusal(administrator.page('2026-01-01-none'))).toMatchObject({ statusCode: 404 })
    expect(await refusal(administrator.enable('yes'))).toMatchObject({ statusCode: 400 })
    const asEditor = { method: 'PUT', body: '{"enabled":true}', token: TOKENS.editor }
    expect((await request(lake, `${BASE}/settings/backups`, asEditor)).status).toBe(403)
    expect((await request(lake, `${BASE}/backups`)).status).toBe(401)
    expect((await request(lake, '/projects/local/datasets/none/backups', { token: TOKENS.viewer })).status).toBe(404)
  })
})
