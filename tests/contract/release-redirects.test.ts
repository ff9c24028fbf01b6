import type { SanityClient } from '@sanity/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addRedirectToRelease, findReleaseRedirect } from '../../sanity/redirects/release-redirects.ts'
import { type EmptyLake, startEmptyLake } from '../support/empty-lake.ts'
import { createValidator } from '../unit/schema/workspace.ts'

let lake: EmptyLake
let client: SanityClient

const buildPage = (id: string, path: string) => ({ _id: id, _type: 'page', title: `Page ${id}`, path })
const buildRedirect = (id: string, source: string, destination: string) => ({
  _id: id,
  _type: 'redirect',
  source,
  destination,
  permanent: true,
})

beforeAll(async () => {
  lake = await startEmptyLake()
  client = lake.client
  await client
    .transaction()
    .create(buildPage('page-plans', '/plans'))
    .create(buildRedirect('redirect-inward', '/tariffs', '/plans?from=tariffs'))
    .create(buildRedirect('redirect-back', '/pricing', '/plans'))
    .create(buildRedirect('redirect-other', '/elsewhere', '/contact'))
    .commit()
  await client.releases.create({ releaseId: 'rSpring', metadata: { releaseType: 'asap' } })
  await client.createVersion({ releaseId: 'rSpring', publishedId: 'page-plans', baseId: 'page-plans' })
  await client.patch('versions.rSpring.page-plans').set({ path: '/prices' }).commit()
})

afterAll(() => lake.end())

const listRedirects = async () => {
  const published = await client.fetch<{ source: string; destination: string }[]>(
    '*[_type == "redirect"] | order(source)',
  )
  return Object.fromEntries(published.map(({ source, destination }) => [source, destination]))
}

it('a release that moves a page updates redirects, even if the path changes again', async () => {
  const redirectsBefore = await listRedirects()
  expect(await findReleaseRedirect(client, '/plans', 'rSpring')).toBeUndefined()
  for (const to of ['/prices', '/pricing', '/cost', '/pricing']) {
    await client.patch('versions.rSpring.page-plans').set({ path: to }).commit()
    await addRedirectToRelease(client, { from: '/plans', to }, 'rSpring')
    expect(await findReleaseRedirect(client, '/plans', 'rSpring')).toMatchObject({ destination: to })
  }
  expect(await listRedirects()).toEqual(redirectsBefore)

  const validate = await createValidator(client)
  const versions = await client.fetch<{ _id: string }[]>(
    '*[_type == "redirect" && _id in path("versions.**") && !(_system.delete == true)]',
    {},
    { perspective: 'raw' },
  )
  expect(versions).toHaveLength(2)
  for (const version of versions) expect(await validate(version)).toEqual([])

  await client.releases.publish({ releaseId: 'rSpring' })
  expect(await listRedirects()).toEqual({
    '/elsewhere': '/contact',
    '/plans': '/pricing',
    '/tariffs': '/pricing?from=tariffs',
  })
})

it('a release keeps a redirect if the page no longer moves to the path of that redirect', async () => {
  await client.create(buildPage('page-moving', '/moving'))
  await client.create(buildRedirect('redirect-kept', '/moved', '/moving'))
  await client.releases.create({ releaseId: 'rSummer', metadata: { releaseType: 'asap' } })
  await client.createVersion({ releaseId: 'rSummer', publishedId: 'page-moving', baseId: 'page-moving' })
  for (const to of ['/moved', '/gone']) await addRedirectToRelease(client, { from: '/moving', to }, 'rSummer')
  await client.patch('versions.rSummer.page-moving').set({ path: '/gone' }).commit()
  await client.releases.publish({ releaseId: 'rSummer' })
  expect(await listRedirects()).toMatchObject({ '/moved': '/gone', '/moving': '/gone' })
})

it("a redirect in a release from an existing page's path is a validation error", async () => {
  await client.create(buildPage('page-stays', '/stays'))
  await client.releases.create({ releaseId: 'rAutumn', metadata: { releaseType: 'asap' } })
  const validate = await createValidator(client)
  expect(await validate(buildRedirect('versions.rAutumn.redirect-new', '/stays', '/contact'))).toContainEqual(
    expect.objectContaining({ level: 'error', message: expect.stringContaining('“Page page-stays” is at this path') }),
  )
})
