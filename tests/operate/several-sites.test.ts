import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Site, startSite } from './support/sites.ts'

let site: Site

beforeAll(async () => {
  site = await startSite()
})

afterAll(async () => {
  await site?.stop()
})

test('answers', async () => {
  const { status } = await fetch(site.url)
  expect(status).toBe(200)
})
