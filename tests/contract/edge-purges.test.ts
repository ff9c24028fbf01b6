import { beforeEach, expect, it, vi } from 'vitest'
import { buildPurgeKeys } from '../../lib/platform/edge-cache/keys.ts'
import { EdgePurges } from '../../lib/platform/edge-cache/purges.ts'
import { log } from '../../lib/platform/log/log.ts'
import { resetPool } from '../support/reset-pool.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import { connectAsOwner } from '../support/owner.ts'

const database = setUpDatabase()
const owner = connectAsOwner(database)
const purges: string[][] = []
let isUnavailable = false

const cache = {
  headers: () => ({}),
  maxKeysPerPurge: 10,
  purge: async (keys: string[]) => {
    if (isUnavailable) throw Object.assign(new Error('away'), { code: 'no_answer' })
    purges.push(keys)
  },
}

beforeEach(async () => {
  vi.spyOn(log, 'error').mockReturnValue()
  vi.spyOn(log, 'info').mockReturnValue()
  purges.length = 0
  isUnavailable = false
  await owner.sql`delete from edge_purges`
})

const createPurges = () => new EdgePurges(cache, database.url)
const advanceSeconds = (seconds: number) =>
  owner.sql`update edge_purges set asked_at = asked_at - make_interval(secs => ${seconds}), due_at = due_at - make_interval(secs => ${seconds})`
const countPendingPurges = async () => (await owner.sql`select count(*)::int as count from edge_purges`)[0]?.count

it('an edge purge sends its request before it resolves, and again seconds later for in-flight responses', async () => {
  const edgePurges = createPurges()
  expect(await edgePurges.purgeTags(['city'])).toBe(true)
  const keys = buildPurgeKeys(['city']).toSorted()
  expect(purges.map((keyList) => keyList.toSorted())).toEqual([keys])
  await edgePurges.sendDuePurges()
  expect(purges).toHaveLength(1)
  await advanceSeconds(6)
  await createPurges().sendDuePurges()
  expect(purges.slice(1).map((keyList) => keyList.toSorted())).toEqual([keys])
  expect(await countPendingPurges()).toBe(0)
})

it('any process retries a failed edge purge until the cache accepts it', async () => {
  isUnavailable = true
  const edgePurges = createPurges()
  expect(await edgePurges.purgeTags(['city'])).toBe(true)
  expect(edgePurges.isBehind).toBe(true)
  expect(log.error).toHaveBeenCalledWith({ code: 'no_answer' }, expect.any(String))
  await advanceSeconds(2)
  await edgePurges.sendDuePurges()
  expect(purges).toEqual([])
  isUnavailable = false
  await advanceSeconds(20)
  const otherPurges = createPurges()
  await otherPurges.sendDuePurges()
  expect(purges.flat().toSorted()).toEqual(buildPurgeKeys(['city']).toSorted())
  expect(await countPendingPurges()).toBe(0)
})

it('purging a tag again restarts its delayed second purge', async () => {
  const edgePurges = createPurges()
  await edgePurges.purgeTags(['city'])
  await advanceSeconds(6)
  await edgePurges.purgeTags(['city'])
  await edgePurges.sendDuePurges()
  expect(await countPendingPurges()).toBe(buildPurgeKeys(['city']).length)
})

it('processes split a large purge into batches without duplicates', async () => {
  isUnavailable = true
  const tags = Array.from({ length: 40 }, (_, index) => `tag-${index}`)
  await createPurges().purgeTags(tags)
  isUnavailable = false
  await advanceSeconds(20)
  const processes = [createPurges(), createPurges()]
  while (Number(await countPendingPurges()) > 0) await Promise.all(processes.map((process) => process.sendDuePurges()))
  expect(Math.max(...purges.map((keys) => keys.length))).toBeLessThanOrEqual(10)
  expect(purges.flat().toSorted()).toEqual(buildPurgeKeys(tags).toSorted())
})

it('a purge returns false if the database is down, but still reaches the cache', async () => {
  await resetPool()
  const disconnectedPurges = new EdgePurges(cache, 'postgres://local:local-password@127.0.0.1:9/postgres')
  expect(await disconnectedPurges.purgeTags(['city'])).toBe(false)
  expect(purges.flat()).toEqual(buildPurgeKeys(['city']))
})
