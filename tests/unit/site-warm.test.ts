import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { warm } from '../../lib/warm.ts'

let server: Server | undefined

/** A site whose pages answer with the given cache states in turn, the last one for ever. */
async function site(states: Record<string, (string | undefined)[]>) {
  const visits: string[] = []
  server = createServer((request, response) => {
    const path = request.url ?? ''
    visits.push(path)
    const left = states[path] ?? []
    const state = left.length > 1 ? left.shift() : left[0]
    if (state === 'CRASH') return void request.socket.destroy()
    if (state) response.setHeader('x-nextjs-cache', state)
    response.end('page')
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, visits }
}

const count = (visits: string[], path: string) => visits.filter((visit) => visit === path).length

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

describe('warm', () => {
  it('visits a stale page until it is fresh, and not once more', async () => {
    const { origin, visits } = await site({ '/': [...Array<string>(8).fill('STALE'), 'HIT'] })
    await warm(origin, ['/'])
    expect(count(visits, '/')).toBe(9)
  })

  it('waits for a page whose tags are still being marked', async () => {
    const { origin, visits } = await site({ '/': ['HIT', 'HIT', 'STALE', 'HIT'] })
    await warm(origin, ['/'])
    expect(count(visits, '/')).toBe(4)
  })

  it('visits a page that was in no cache once', async () => {
    const { origin, visits } = await site({ '/new': ['MISS'] })
    await warm(origin, ['/new'])
    expect(count(visits, '/new')).toBe(1)
  })

  it('visits twice what does not say how fresh it is', async () => {
    const { origin, visits } = await site({ '/sitemap.xml': [undefined] })
    await warm(origin, ['/sitemap.xml'])
    expect(count(visits, '/sitemap.xml')).toBe(2)
  })

  it('does not fail when a page does, and warms the others', async () => {
    const { origin, visits } = await site({ '/broken': ['CRASH'], '/': ['MISS'] })
    await expect(warm(origin, ['/broken', '/'])).resolves.toBeUndefined()
    expect(count(visits, '/')).toBe(1)
  })

  it('visits a page once for all changes that wait for it', async () => {
    const { origin, visits } = await site({
      '/': ['MISS'],
      ...Object.fromEntries('abcdefgh'.split('').map((n) => [`/${n}`, ['MISS']])),
    })
    const paths = 'abcdefgh'.split('').map((name) => `/${name}`)
    await Promise.all([warm(origin, [...paths, '/']), warm(origin, ['/']), warm(origin, ['/'])])
    expect(count(visits, '/')).toBe(1)
    expect(visits.toSorted()).toEqual([...paths, '/'].toSorted())
  })
})
