import { globSync } from 'node:fs'
import { type APIRequestContext, expect } from '@playwright/test'
import { release } from '../../support/stack/stack.ts'
import { fetchSitemapPaths } from '../../support/pages/sitemap.ts'
import { test } from '../test.ts'

/** Number of altered URLs to request. `/_next/image` serves only images that a page of this site contains. */

const ALTERED_URL_COUNT = 200

const countVariants = () => globSync('.next/cache/images/**/*', { cwd: release }).length

const findImageUrls = (html: string) =>
  [...html.matchAll(/\/_next\/image\?[^"\s]+/g)].map(([address]) => address.replaceAll('&amp;', '&'))

async function collectImageUrls(request: APIRequestContext): Promise<Set<string>> {
  const addresses = new Set<string>()
  for (const path of await fetchSitemapPaths(request)) {
    for (const address of findImageUrls(await (await request.get(path)).text())) addresses.add(address)
  }
  return addresses
}

function alterImageUrl(address: string, change: (picture: URL) => void): string {
  const query = new URLSearchParams(address.split('?')[1])
  const imageUrl = new URL(query.get('url') ?? '')
  change(imageUrl)
  query.set('url', imageUrl.href)
  return `/_next/image?${query}`
}

const changes: ((picture: URL, index: number) => void)[] = [
  (imageUrl, index) => imageUrl.searchParams.set('w', String(1000 + index)),
  (imageUrl, index) => imageUrl.searchParams.set('rect', `0,0,${100 + index},100`),
  (imageUrl, index) => imageUrl.searchParams.set('v', String(index)),
  (imageUrl, index) => imageUrl.searchParams.set('blur', String(index)),
  (imageUrl, index) => (imageUrl.pathname = imageUrl.pathname.replace(/[0-9a-f]{4}(?=-\d+x\d+)/, String(1000 + index))),
  (imageUrl, index) => (imageUrl.pathname = imageUrl.pathname.replace(/[^/]+$/, (name) => `${index}${name}`)),
  (imageUrl, index) => (imageUrl.hash = String(index)),
]

test('an image URL that no page contains is rejected and creates no file @smoke', async ({ request }) => {
  const [address = ''] = findImageUrls(await (await request.get('/')).text())
  expect((await request.get(address)).status()).toBe(200)
  const countBefore = countVariants()
  expect(countBefore).toBeGreaterThan(0)
  for (let index = 0; index < ALTERED_URL_COUNT; index++) {
    const alteredAddress = alterImageUrl(address, (imageUrl) => changes[index % changes.length]?.(imageUrl, index))
    expect(alteredAddress).not.toBe(address)
    expect((await request.get(alteredAddress)).status(), alteredAddress).toBe(400)
  }
  expect(countVariants()).toBe(countBefore)
})

test('alternative spellings of the image path do not bypass the check', async ({ request }) => {
  const [address = ''] = findImageUrls(await (await request.get('/')).text())
  const alteredAddress = alterImageUrl(address, (imageUrl) => imageUrl.searchParams.set('w', '999'))
  const countBefore = countVariants()
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
    const response = await request.get(alteredAddress.replace('/_next/image', path))
    expect([200, 304], path).not.toContain(response.status())
  }
  expect(
    (
      await request.get(
        `${alteredAddress}&url=${encodeURIComponent(new URLSearchParams(address.split('?')[1]).get('url') ?? '')}`,
      )
    ).status(),
  ).toBe(400)
  expect(
    (
      await request.get(
        `${address}&url=${encodeURIComponent(new URLSearchParams(alteredAddress.split('?')[1]).get('url') ?? '')}`,
      )
    ).status(),
  ).toBe(400)
  expect(countVariants()).toBe(countBefore)
})

function selectSampleUrls(addresses: string[]): Set<string> {
  const query = (address: string) => new URLSearchParams(address.split('?')[1])
  const parseWidth = (address: string) => Number(query(address).get('w'))
  const sortedByWidth = addresses.toSorted((a, b) => parseWidth(b) - parseWidth(a))
  const addressBySource = new Map(sortedByWidth.map((address) => [query(address).get('url'), address]))
  const addressByWidth = new Map(addresses.map((address) => [parseWidth(address), address]))
  return new Set([...addressBySource.values(), ...addressByWidth.values()])
}

test('every image on every page loads in each width', async ({ request }) => {
  const addresses = selectSampleUrls([...(await collectImageUrls(request))])
  expect(addresses.size).toBeGreaterThan(20)
  for (const address of addresses) {
    const response = await request.get(address)
    expect(response.status(), address).toBe(200)
    expect(response.headers()['content-type'], address).toMatch(/^image\//)
  }
})
