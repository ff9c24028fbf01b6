import { expect } from '@playwright/test'
import {
  afterEdit,
  type Edit,
  editOf,
  firstLooks,
  onSomePages,
  originalValues,
  untilShown,
} from '../../support/pages/first-looks.ts'
import { deliverTo, publish, publishAndWait } from '../../support/pages/publishing.ts'
import { findShownContent, type ShownDocument, type ShownText } from '../../support/pages/shown-content.ts'
import { type Cluster, startCluster } from '../../support/stack/site-cluster.ts'
import { test } from '../test.ts'

const PUBLISHES_IN_A_ROW = 10

/**
 * Maximum milliseconds until a process is fresh again after Postgres returns and has rendered every page, even on a
 * busy machine.
 */
const CAUGHT_UP_WITHIN = 30_000

/** Document types shown everywhere, on one page, and as a redirect, so that each process renders every kind of page. */
const TYPES = ['siteSettings', 'city', 'post', 'pricingPlan', 'redirect']

/** Page interval of the check: every fifth page. freshness.spec.ts checks all pages on one process. */
const EVERY = 5

test.describe.configure({ timeout: 240_000 })

/** Timeout in milliseconds for startup and a visit to every page on a busy machine. */
const STARTS_WITHIN = 240_000

let cluster: Cluster
let documents: ShownDocument[]

test.beforeAll(async () => {
  test.setTimeout(STARTS_WITHIN)
  const { byType } = await findShownContent(TYPES)
  documents = TYPES.map((type) => byType.get(type)).filter((document) => document !== undefined)
  cluster = await startCluster(3)
})

test.afterAll(async () => {
  for (const document of documents) await publishAndWait(document.id, originalValues(document))
  await cluster.end()
})

const visitAll = (texts: ShownText[]) => Promise.all(cluster.processes.map((site) => untilShown(texts, site)))

async function notNew(edit: Edit, sites = cluster.processes): Promise<string[]> {
  const looks = await Promise.all(sites.map(async (site) => ({ site, ...(await firstLooks(edit, { site })) })))
  return looks.flatMap(({ site, old, withoutNew }) => [...old, ...withoutNew].map((path) => `${site}${path}`))
}

for (const type of TYPES) {
  test(`a published ${type} is fresh on the first view on every process`, async () => {
    const document = documents.find((candidate) => candidate.type === type)
    const texts = onSomePages(document?.texts.slice(0, 1) ?? [], EVERY)
    expect(texts).toHaveLength(1)
    if (!document) return
    await visitAll(texts)
    const edit = editOf(document, texts)
    const { transactionId } = await publish(document.id, edit.values)
    await deliverTo(cluster.url, transactionId)
    const found = await notNew(edit)
    await publishAndWait(document.id, originalValues(document))
    expect(found).toEqual([])
  })
}

test('consecutive publishes are each fresh on the first view on every process', async () => {
  const document = documents[0]
  if (!document) throw new Error('No page shows the settings')
  const [text] = document.texts
  if (!text) throw new Error('The settings have no text')
  let texts = [{ ...text, paths: ['/'] }]
  const { transactionId: first } = await publish(document.id, originalValues(document))
  await deliverTo(cluster.url, first)
  await visitAll(texts)
  const found: string[] = []
  for (let round = 0; round < PUBLISHES_IN_A_ROW; round++) {
    const edit = editOf(document, texts)
    const { transactionId } = await publish(document.id, edit.values)
    await deliverTo(cluster.url, transactionId)
    found.push(...(await notNew(edit)))
    texts = afterEdit(texts, edit)
  }
  await publishAndWait(document.id, originalValues(document))
  expect(found).toEqual([])
})

test('without Postgres, all processes serve all pages and catch up afterwards', async () => {
  const document = documents[0]
  if (!document) throw new Error('No page shows the settings')
  const texts = onSomePages(document.texts.slice(0, 1), EVERY)
  const { transactionId: first } = await publish(document.id, originalValues(document))
  await deliverTo(cluster.url, first)
  await visitAll(texts)
  await cluster.postgres.stop()
  const edit = editOf(document, texts)
  const [receiver = '', ...others] = cluster.processes
  try {
    const { transactionId } = await publish(document.id, edit.values)
    // The receiving process updates immediately but cannot notify the others. Its 503 makes the Content Lake retry.
    await deliverTo(receiver, transactionId, 503)
    expect(await notNew(edit, [receiver]), 'stale pages on the notified process').toEqual([])
    for (const site of others) {
      const statuses = await Promise.all([...edit.pages.keys()].map(async (path) => (await fetch(site + path)).status))
      expect(
        statuses.filter((status) => status >= 500),
        site,
      ).toEqual([])
    }
  } finally {
    await cluster.postgres.start()
  }
  const backAt = Date.now()
  await Promise.all(others.map((site) => untilShown(afterEdit(texts, edit), site)))
  expect(Date.now() - backAt).toBeLessThan(CAUGHT_UP_WITHIN)
})
