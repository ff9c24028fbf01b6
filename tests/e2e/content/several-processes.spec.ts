import { expect } from '@playwright/test'
import {
  applyEdit,
  type Edit,
  buildEdit,
  requestFirstViews,
  limitToSomePages,
  collectOriginalValues,
  waitUntilShown,
} from '../../support/pages/first-views.ts'
import { deliverWebhook, publish, publishAndWait } from '../../support/pages/publishing.ts'
import { findVisibleContent, type VisibleDocument, type VisibleText } from '../../support/pages/visible-content.ts'
import { type Cluster, startCluster } from '../../support/stack/site-cluster.ts'
import { test } from '../test.ts'

const CONSECUTIVE_PUBLISHES = 10

/**
 * Time limit for a process to be fresh again after Postgres returns. Includes rendering every page on a busy machine.
 */
const CATCH_UP_TIMEOUT_MS = 30_000

/**
 * Document types shown everywhere, on one page, and as a redirect. Together they make each process render every kind of
 * page.
 */
const DOCUMENT_TYPES = ['siteSettings', 'city', 'post', 'pricingPlan', 'redirect']

/** Page interval of the check: every fifth page. freshness.spec.ts checks all pages on one process. */
const PAGE_INTERVAL = 5

test.describe.configure({ timeout: 240_000 })

/** Timeout for startup and a visit to every page on a busy machine. */
const START_TIMEOUT_MS = 240_000

let cluster: Cluster
let documents: VisibleDocument[]

test.beforeAll(async () => {
  test.setTimeout(START_TIMEOUT_MS)
  const { byType } = await findVisibleContent(DOCUMENT_TYPES)
  documents = DOCUMENT_TYPES.map((type) => byType.get(type)).filter((document) => document !== undefined)
  cluster = await startCluster(3)
})

test.afterAll(async () => {
  for (const document of documents) await publishAndWait(document.id, collectOriginalValues(document))
  await cluster.end()
})

const waitUntilAllShow = (texts: VisibleText[]) =>
  Promise.all(cluster.processes.map((site) => waitUntilShown(texts, site)))

async function findStaleSites(edit: Edit, sites = cluster.processes): Promise<string[]> {
  const views = await Promise.all(sites.map(async (site) => ({ site, ...(await requestFirstViews(edit, { site })) })))
  return views.flatMap(({ site, old, withoutNew }) => [...old, ...withoutNew].map((path) => `${site}${path}`))
}

for (const type of DOCUMENT_TYPES) {
  test(`a published ${type} is fresh on the first view on every process`, async () => {
    const document = documents.find((candidate) => candidate.type === type)
    const texts = limitToSomePages(document?.texts.slice(0, 1) ?? [], PAGE_INTERVAL)
    expect(texts).toHaveLength(1)
    if (!document) return
    await waitUntilAllShow(texts)
    const edit = buildEdit(document, texts)
    const { transactionId } = await publish(document.id, edit.values)
    await deliverWebhook(cluster.url, transactionId)
    const stalePages = await findStaleSites(edit)
    await publishAndWait(document.id, collectOriginalValues(document))
    expect(stalePages).toEqual([])
  })
}

test('consecutive publishes are each fresh on the first view on every process', async () => {
  const document = documents[0]
  if (!document) throw new Error('No page shows the settings')
  const [text] = document.texts
  if (!text) throw new Error('The settings have no text')
  let texts = [{ ...text, paths: ['/'] }]
  const { transactionId: first } = await publish(document.id, collectOriginalValues(document))
  await deliverWebhook(cluster.url, first)
  await waitUntilAllShow(texts)
  const stalePages: string[] = []
  for (let round = 0; round < CONSECUTIVE_PUBLISHES; round++) {
    const edit = buildEdit(document, texts)
    const { transactionId } = await publish(document.id, edit.values)
    await deliverWebhook(cluster.url, transactionId)
    stalePages.push(...(await findStaleSites(edit)))
    texts = applyEdit(texts, edit)
  }
  await publishAndWait(document.id, collectOriginalValues(document))
  expect(stalePages).toEqual([])
})

test('while Postgres is down, all processes serve all pages, and they catch up afterwards', async () => {
  const document = documents[0]
  if (!document) throw new Error('No page shows the settings')
  const texts = limitToSomePages(document.texts.slice(0, 1), PAGE_INTERVAL)
  const { transactionId: first } = await publish(document.id, collectOriginalValues(document))
  await deliverWebhook(cluster.url, first)
  await waitUntilAllShow(texts)
  await cluster.postgres.stop()
  const edit = buildEdit(document, texts)
  const [receiver = '', ...otherSites] = cluster.processes
  try {
    const { transactionId } = await publish(document.id, edit.values)
    // The receiving process updates immediately but cannot notify the others. Its 503 makes the Content Lake retry.
    await deliverWebhook(receiver, transactionId, 503)
    expect(await findStaleSites(edit, [receiver]), 'stale pages on the notified process').toEqual([])
    for (const site of otherSites) {
      const statuses = await Promise.all([...edit.pages.keys()].map(async (path) => (await fetch(site + path)).status))
      expect(
        statuses.filter((status) => status >= 500),
        site,
      ).toEqual([])
    }
  } finally {
    await cluster.postgres.start()
  }
  const recoveredAt = Date.now()
  await Promise.all(otherSites.map((site) => waitUntilShown(applyEdit(texts, edit), site)))
  expect(Date.now() - recoveredAt).toBeLessThan(CATCH_UP_TIMEOUT_MS)
})
