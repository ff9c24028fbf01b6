import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { waitForChange } from '../../lib/dashboard/events/changes.ts'
import { isListening } from '../../lib/dashboard/events/listener.ts'
import { recordEvent } from '../../lib/dashboard/events/record.ts'
import { telemetry } from '../../lib/platform/telemetry/telemetry.ts'
import { setUpDatabase } from '../support/opened-database.ts'

const ORGANIZATION = 'org_a'
const DASHBOARD_COUNT = 40

describe("many clients waiting for one organization's changes", () => {
  const statements: string[] = []
  // Starts tracing before the pool opens, because the pool reads the setting once.
  beforeAll(() => {
    telemetry.tracing = {
      run: (name, _options, work) => {
        statements.push(name)
        return work()
      },
      describe: () => undefined,
      traceId: () => 'trace',
    }
  })
  afterAll(() => {
    delete telemetry.tracing
  })
  const database = setUpDatabase()

  const recordCall = () =>
    database.within(ORGANIZATION, (tx) =>
      recordEvent(tx, { kind: 'person', id: 'user_ada' }, { action: 'call.created' }),
    )
  const waitForNext = (since: string | null) =>
    waitForChange(database.url, ORGANIZATION, since, 60_000, new AbortController().signal)
  const countQueries = () => statements.filter((name) => name === 'select events').length

  it('share the queries that detect the change', async () => {
    const pending = Array.from({ length: DASHBOARD_COUNT }, () => waitForNext(null))
    await recordCall()
    const changes = await Promise.all(pending)
    expect(changes[0]).not.toBeNull()
    expect(new Set(changes).size).toBe(1)
    expect(countQueries()).toBeGreaterThan(0)
    expect(countQueries()).toBeLessThan(DASHBOARD_COUNT / 4)
  })
  it('cause no queries while notifications arrive', async () => {
    await vi.waitFor(() => expect(isListening()).toBe(true), { timeout: 10_000 })
    const last = await waitForChange(database.url, ORGANIZATION, undefined, 0, new AbortController().signal)
    const pending = waitForNext(last)
    await wait(500)
    const queriesBefore = countQueries()
    await wait(2_500)
    expect(countQueries()).toBe(queriesBefore)
    await recordCall()
    expect(await pending).not.toBe(last)
  })
})
