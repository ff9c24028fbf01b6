import { globSync } from 'node:fs'
import { type APIRequestContext, expect, test } from '@playwright/test'
import { lake } from '../../support/stack/lake.ts'
import { liveMegabytes } from '../../support/stack/live-memory.ts'
import { release } from '../../support/stack/stack.ts'
import { hydrated } from '../site/visitor.ts'

const UNKNOWN_PATHS = 2_500
const FIRST_PATHS = 1_000
const AT_ONCE = 8

/** More than any run makes, and far less than one file for each path would be. */
const MAX_NEW_FILES = 200

/** A quarter of what as many kept pages would take; caches that are not full yet take half of this. */
const MAX_NEW_MEGABYTES = 30

const storedFiles = () => globSync('.next/**/*', { cwd: release }).length

/** Different in shape, so that every route that takes any path has its share. */
const unknownPath = (index: number) =>
  [`/unknown-${index}`, `/no/such/page-${index}`, `/hvac-ai-sdr/nowhere-${index}`, `/wp-${index}.php`][index % 4] ?? '/'

async function statuses(request: APIRequestContext, from: number, to: number): Promise<Set<number>> {
  const found = new Set<number>()
  let next = from
  const visit = async () => {
    while (next < to) {
      const response = await request.get(unknownPath(next++))
      found.add(response.status())
      await response.dispose()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, visit))
  return found
}

test('thousands of unknown paths are 404, on bounded disk and memory, and one of them can become a page', async ({
  page,
  request,
}) => {
  test.setTimeout(300_000)
  // The first of them compile code and fill the memory that is kept for such paths.
  expect(await statuses(request, 0, FIRST_PATHS)).toEqual(new Set([404]))
  const before = { files: storedFiles(), megabytes: await liveMegabytes() }
  expect(await statuses(request, FIRST_PATHS, UNKNOWN_PATHS)).toEqual(new Set([404]))
  const after = { files: storedFiles(), megabytes: await liveMegabytes() }
  test.info().annotations.push({ type: 'before and after', description: JSON.stringify({ before, after }) })
  expect(after.files - before.files).toBeLessThan(MAX_NEW_FILES)
  expect(after.megabytes - before.megabytes).toBeLessThan(MAX_NEW_MEGABYTES)

  for (const index of [0, UNKNOWN_PATHS - 4]) {
    const path = unknownPath(index)
    expect((await page.goto(path))?.status()).toBe(404)
    const created = await lake.create({
      _type: 'page',
      title: 'It exists now',
      path,
      blocks: [{ _type: 'ctaBlock', _key: 'a', heading: 'It exists now' }],
    })
    await expect(async () => {
      expect((await page.goto(path))?.status()).toBe(200)
    }).toPass({ intervals: [50] })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('It exists now')

    await lake.delete(created._id)
    await expect(async () => {
      expect((await page.goto(path))?.status()).toBe(404)
    }).toPass({ intervals: [50] })
  }
})

test('a page holds no flight data, and hydrates with what its address gives', async ({ page }) => {
  const messages: string[] = []
  page.on('console', (message) => messages.push(message.text()))
  page.on('pageerror', (error) => messages.push(error.message))
  await page.request.get('/')
  const html = (await (await page.goto('/'))?.text()) ?? ''
  expect(html).toContain('<h1')
  expect(html).not.toContain('__next_f.push([1,"')
  // The site's own: what only the preview needs brings none to visitors.
  expect(html.match(/<link[^>]* rel="stylesheet"/g)).toHaveLength(1)
  await page.mouse.move(300, 300)
  await hydrated(page)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await page.getByRole('main').locator('a[href^="/hvac"]').first().click()
  await expect(page).not.toHaveURL('/')
  await expect(page.locator('h1')).toBeVisible()
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  expect(messages).toEqual([])
})

test('a page that has changed since it was loaded stays as it is, whole and without a message', async ({ page }) => {
  const messages: string[] = []
  page.on('console', (message) => messages.push(message.text()))
  page.on('pageerror', (error) => messages.push(error.message))
  await page.route('**/?_rsc=', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'x-page-version': 'another' } })
  })
  await page.goto('/')
  const answered = page.waitForResponse((response) => response.url().endsWith('/?_rsc='))
  await page.mouse.move(300, 300)
  await (await answered).finished()
  await expect(page.locator('h1')).toBeVisible()
  await expect(page.locator('script[src*="/_next/static/"]:not([nomodule])')).toHaveCount(0)
  expect(messages).toEqual([])
})
