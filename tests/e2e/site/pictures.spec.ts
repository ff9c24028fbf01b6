import { globSync } from 'node:fs'
import { type APIRequestContext, expect } from '@playwright/test'
import { release } from '../../support/stack/stack.ts'
import { sitemapPaths } from '../../support/pages/sitemap.ts'
import { test } from '../test.ts'

/** Number of altered URLs to request. `/_next/image` serves only images that a page of this site contains. */

const ALTERED = 200

const variants = () => globSync('.next/cache/images/**/*', { cwd: release }).length

const addressesIn = (html: string) =>
  [...html.matchAll(/\/_next\/image\?[^"\s]+/g)].map(([address]) => address.replaceAll('&amp;', '&'))

async function namedByPages(request: APIRequestContext): Promise<Set<string>> {
  const addresses = new Set<string>()
  for (const path of await sitemapPaths(request)) {
    for (const address of addressesIn(await (await request.get(path)).text())) addresses.add(address)
  }
  return addresses
}

function altered(address: string, change: (picture: URL) => void): string {
  const query = new URLSearchParams(address.split('?')[1])
  const picture = new URL(query.get('url') ?? '')
  change(picture)
  query.set('url', picture.href)
  return `/_next/image?${query}`
}

const changes: ((picture: URL, index: number) => void)[] = [
  (picture, index) => picture.searchParams.set('w', String(1000 + index)),
  (picture, index) => picture.searchParams.set('rect', `0,0,${100 + index},100`),
  (picture, index) => picture.searchParams.set('v', String(index)),
  (picture, index) => picture.searchParams.set('blur', String(index)),
  (picture, index) => (picture.pathname = picture.pathname.replace(/[0-9a-f]{4}(?=-\d+x\d+)/, String(1000 + index))),
  (picture, index) => (picture.pathname = picture.pathname.replace(/[^/]+$/, (name) => `${index}${name}`)),
  (picture, index) => (picture.hash = String(index)),
]

test('an image URL that no page contains is rejected and creates no file @smoke', async ({ request }) => {
  const [address = ''] = addressesIn(await (await request.get('/')).text())
  expect((await request.get(address)).status()).toBe(200)
  const before = variants()
  expect(before).toBeGreaterThan(0)
  for (let index = 0; index < ALTERED; index++) {
    const other = altered(address, (picture) => changes[index % changes.length]?.(picture, index))
    expect(other).not.toBe(address)
    expect((await request.get(other)).status(), other).toBe(400)
  }
  expect(variants()).toBe(before)
})

test('alternative spellings of the path do not bypass the check', async ({ request }) => {
  const [address = ''] = addressesIn(await (await request.get('/')).text())
  const other = altered(address, (picture) => picture.searchParams.set('w', '999'))
  const before = variants()
  for (const path of [
    '/_next/image/',
    '/_next//image',
    '/%5Fnext/image',
    '/_next/imag%65',
    '/_next/./image',
    '/_NEXT/image',
    '/a/../_next/image',
    '/_next/image;a',
    '/_next/imagex',
    '/_next/image/a',
    '/_next/image.png',
    '/_next%2Fimage',
  ]) {
    const response = await request.get(other.replace('/_next/image', path))
    expect([200, 304], path).not.toContain(response.status())
  }
  expect(
    (
      await request.get(
        `${other}&url=${encodeURIComponent(new URLSearchParams(address.split('?')[1]).get('url') ?? '')}`,
      )
    ).status(),
  ).toBe(400)
  expect(
    (
      await request.get(
        `${address}&url=${encodeURIComponent(new URLSearchParams(other.split('?')[1]).get('url') ?? '')}`,
      )
    ).status(),
  ).toBe(400)
  expect(variants()).toBe(before)
})

function oneOfEach(addresses: string[]): Set<string> {
  const query = (address: string) => new URLSearchParams(address.split('?')[1])
  const width = (address: string) => Number(query(address).get('w'))
  const largestFirst = addresses.toSorted((one, other) => width(other) - width(one))
  const pictures = new Map(largestFirst.map((address) => [query(address).get('url'), address]))
  const widths = new Map(addresses.map((address) => [width(address), address]))
  return new Set([...pictures.values(), ...widths.values()])
}

test('every image on every page loads in each width', async ({ request }) => {
  const addresses = oneOfEach([...(await namedByPages(request))])
  expect(addresses.size).toBeGreaterThan(20)
  for (const address of addresses) {
    const response = await request.get(address)
    expect(response.status(), address).toBe(200)
    expect(response.headers()['content-type'], address).toMatch(/^image\//)
  }
})
