import { beforeEach, expect, it, vi } from 'vitest'
import { keysOfTags } from '../../lib/platform/edge-cache/keys.ts'
import { EdgePurges } from '../../lib/platform/edge-cache/purges.ts'
import { log } from '../../lib/platform/log/log.ts'
import { forgetPool } from '../support/forget-pool.ts'
import { openedDatabase } from '../support/opened-database.ts'
import { ownerOf } from '../support/owner.ts'

const database = openedDatabase()
const owner = ownerOf(database)
const told: string[][] = []
let isAway = false

const cache = {
  headers: () => ({}),
  keysAtOnce: 10,
  purge: async (keys: string[]) => {
    if (isAway) throw Object.assign(new Error('away'), { code: 'no_answer' })
    told.push(keys)
  },
}

beforeEach(async () => {
  vi.spyOn(log, 'error').mockReturnValue()
  vi.spyOn(log, 'info').mockReturnValue()
  told.length = 0
  isAway = false
  await owner.sql`delete from edge_purges`
})

const aProcess = () => new EdgePurges(cache, database.url)
const secondsPass = (seconds: number) =>
  owner.sql`update edge_purges set asked_at = asked_at - make_interval(secs => ${seconds}), due_at = due_at - make_interval(secs => ${seconds})`
const waiting = async () => (await owner.sql`select count(*)::int as count from edge_purges`)[0]?.count

it('an edge purge is sent before it resolves, and again seconds later for in-flight responses', async () => {
  const own = aProcess()
  expect(await own.purgeTags(['city'])).toBe(true)
  const keys = keysOfTags(['city']).toSorted()
  expect(told.map((all) => all.toSorted())).toEqual([keys])
  await own.doDue()
  expect(told).toHaveLength(1)
  await secondsPass(6)
  await aProcess().doDue()
  expect(told.slice(1).map((all) => all.toSorted())).toEqual([keys])
  expect(await waiting()).toBe(0)
})

it('any process retries a failed edge purge until the cache accepts it', async () => {
  isAway = true
  const own = aProcess()
  expect(await own.purgeTags(['city'])).toBe(true)
  expect(own.isBehind).toBe(true)
  expect(log.error).toHaveBeenCalledWith({ code: 'no_answer' }, expect.any(String))
  await secondsPass(2)
  await own.doDue()
  expect(told).toEqual([])
  isAway = false
  await secondsPass(20)
  const other = aProcess()
  await other.doDue()
  expect(told.flat().toSorted()).toEqual(keysOfTags(['city']).toSorted())
  expect(await waiting()).toBe(0)
})

it('purging a tag again restarts its delayed second purge', async () => {
  const own = aProcess()
  await own.purgeTags(['city'])
  await secondsPass(6)
  await own.purgeTags(['city'])
  await own.doDue()
  expect(await waiting()).toBe(keysOfTags(['city']).length)
})

it('processes split a large purge into batches without duplicates', async () => {
  isAway = true
  const tags = Array.from({ length: 40 }, (_, index) => `tag-${index}`)
  await aProcess().purgeTags(tags)
  isAway = false
  await secondsPass(20)
  const processes = [aProcess(), aProcess()]
  while (Number(await waiting()) > 0) await Promise.all(processes.map((process) => process.doDue()))
  expect(Math.max(...told.map((keys) => keys.length))).toBeLessThanOrEqual(10)
  expect(told.flat().toSorted()).toEqual(keysOfTags(tags).toSorted())
})

it('a purge returns false without the database but still reaches the cache', async () => {
  await forgetPool()
  const cutOff = new EdgePurges(cache, 'postgres://local:local-password@127.0.0.1:9/postgres')
  expect(await cutOff.purgeTags(['city'])).toBe(false)
  expect(told.flat()).toEqual(keysOfTags(['city']))
})
