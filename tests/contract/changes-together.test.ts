import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { changeAfter } from '../../lib/dashboard/events/changes.ts'
import { isListening } from '../../lib/dashboard/events/listener.ts'
import { recordEvent } from '../../lib/dashboard/events/record.ts'
import { telemetry } from '../../lib/platform/telemetry/telemetry.ts'
import { openedDatabase } from '../support/opened-database.ts'

const ORGANIZATION = 'org_a'
const DASHBOARDS = 40

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
  const opened = openedDatabase()

  const record = () =>
    opened.within(ORGANIZATION, (tx) => recordEvent(tx, { kind: 'person', id: 'user_ada' }, { action: 'call.created' }))
  const after = (since: string | null) =>
    changeAfter(opened.url, ORGANIZATION, since, 60_000, new AbortController().signal)
  const looks = () => statements.filter((name) => name === 'select events').length

  it('get the change with shared queries', async () => {
    const waiting = Array.from({ length: DASHBOARDS }, () => after(null))
    await record()
    const told = await Promise.all(waiting)
    expect(told[0]).not.toBeNull()
    expect(new Set(told).size).toBe(1)
    expect(looks()).toBeGreaterThan(0)
    expect(looks()).toBeLessThan(DASHBOARDS / 4)
  })
  it('cause no queries while notifications arrive', async () => {
    await vi.waitFor(() => expect(isListening()).toBe(true), { timeout: 10_000 })
    const last = await changeAfter(opened.url, ORGANIZATION, undefined, 0, new AbortController().signal)
    const waiting = after(last)
    await wait(500)
    const before = looks()
    await wait(2_500)
    expect(looks()).toBe(before)
    await record()
    expect(await waiting).not.toBe(last)
  })
})
