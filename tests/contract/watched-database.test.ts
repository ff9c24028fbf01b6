import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inOrganization } from '../../lib/platform/db/organization.ts'
import { contactMessages, jobs } from '../support/tables.ts'
import { postgresDependency } from '../../lib/platform/lifecycle/health/dependencies.ts'
import { enqueue, claimJob, markDone, markFailed, markFailedPermanently, JOBS } from '../../lib/platform/jobs/queue.ts'
import { startMetrics, tracingBy } from '../../lib/platform/monitoring/open-telemetry.ts'
import { observeQueues } from '../../lib/platform/monitoring/queues.ts'
import { telemetry } from '../../lib/platform/telemetry/telemetry.ts'
import { figure, figuresIn } from '../operate/support/figures.ts'
import { forgetPool } from '../support/forget-pool.ts'
import { openedDatabase } from '../support/opened-database.ts'
import { MESSAGE } from './contact-fixtures.ts'

const exporter = new InMemorySpanExporter()

/* Tracing starts before the pool opens, as on a real site. */
beforeAll(() => {
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })
  telemetry.tracing = tracingBy(provider.getTracer('tests'))
})
afterAll(() => {
  delete telemetry.tracing
  delete telemetry.meter
})
const opened = openedDatabase()

describe('SQL spans', () => {
  it('name operation and table, also in transactions, and keep results unchanged', async () => {
    const { db } = opened
    await telemetry.tracing?.run('request', {}, async () => {
      const stored = await db
        .insert(contactMessages)
        .values({ ...MESSAGE, ticketId: 'a-ticket' })
        .returning({ email: contactMessages.email })
      expect(stored).toEqual([{ email: MESSAGE.email }])
      await db.transaction(async (tx) => {
        expect(await tx.select({ company: contactMessages.company }).from(contactMessages)).toEqual([
          { company: MESSAGE.company },
        ])
        await tx.transaction(async (inner) => void (await inner.delete(contactMessages)))
      })
    })
    const spans = exporter.getFinishedSpans()
    const request = spans.find(({ name }) => name === 'request')
    const statements = spans.filter(({ name }) => name !== 'request')
    expect(statements.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['insert contact_messages', 'select contact_messages', 'delete contact_messages']),
    )
    for (const { parentSpanContext } of statements)
      expect(parentSpanContext?.spanId).toBe(request?.spanContext().spanId)
    expect(
      JSON.stringify(statements.map(({ name, attributes, events }) => ({ name, attributes, events }))),
    ).not.toMatch(/ada|Byron|555/i)
  })

  it('record errors without parameter values and rethrow them', async () => {
    exporter.reset()
    const failing = telemetry.tracing?.run('request', {}, () =>
      opened.db.execute(sql`select ${MESSAGE.email}::integer from contact_messages, no_table`),
    )
    await expect(failing).rejects.toThrow()
    const [statement] = exporter.getFinishedSpans()
    expect(statement?.events.map(({ name }) => name)).toEqual(['exception'])
    expect(JSON.stringify(statement?.events)).not.toContain('ada')
  })

  it('need a parent span', async () => {
    exporter.reset()
    await opened.db.execute(sql`select 1`)
    expect(exporter.getFinishedSpans()).toEqual([])
  })
})

describe('queue metrics', () => {
  const figures = async () => figuresIn((await telemetry.figures?.()) ?? '')

  it('include waiting, failed and overdue jobs of all organizations', async () => {
    const { db } = opened
    const now = new Date()
    const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
    const add = (organization: string, onceKey: string, dueAt: Date) =>
      inOrganization(db, organization, (tx) => enqueue(tx, { kind: 'wish-mail', onceKey, dueAt }))
    await add('org_a', 'done', before(30))
    const done = await claimJob(db, 'wish-mail', now)
    if (done) await markDone(db, done, now)
    await add('org_a', 'failed', before(20))
    const failed = await claimJob(db, 'wish-mail', now)
    if (failed) await markFailed(db, failed, 'ECONNREFUSED', new Date(now.getTime() + 60_000))
    await add('org_a', 'refused', before(15))
    const refused = await claimJob(db, 'wish-mail', now)
    if (refused) await markFailedPermanently(db, refused, 'unknown_system', now)
    await add('org_a', 'overdue', before(10))
    const details = { company: 'org_gone', agentId: 'agent_1', conversations: ['conv_1'] }
    const vendorDeletion = { kind: 'vendor-deletion', details, dueAt: before(20) }
    await db.insert(jobs).values([
      { ...vendorDeletion, onceKey: 'due' },
      { ...vendorDeletion, onceKey: 'failed', failedAt: now },
    ])
    await add('org_b', 'due', before(1))
    await add('org_b', 'later', new Date(now.getTime() + 3_600_000))
    const [message] = await db
      .insert(contactMessages)
      .values({ ...MESSAGE, ticketId: 'another-ticket' })
      .returning({ id: contactMessages.id })
    await db.insert(jobs).values({ kind: 'contact-email', onceKey: message?.id ?? '', dueAt: before(5) })
    await add('org_a', 'running', before(40))
    await claimJob(db, 'wish-mail', now)

    const meter = startMetrics({ release: 'a', environment: 'b' }, { hasFigures: true, sentEvery: undefined })
    observeQueues(meter, opened.url)
    const found = await figures()
    const wishes = { kind: 'wish-mail' }
    expect(figure(found, 'ductwise_queue_waiting', wishes)).toBe(4)
    expect(figure(found, 'ductwise_queue_failed', wishes)).toBe(1)
    expect(figure(found, 'ductwise_queue_overdue_seconds', wishes)).toBeGreaterThanOrEqual(600)
    expect(figure(found, 'ductwise_queue_overdue_seconds', wishes)).toBeLessThan(700)
    expect(figure(found, 'ductwise_queue_waiting', { kind: 'contact-email' })).toBe(1)
    expect(figure(found, 'ductwise_queue_dead', wishes)).toBe(1)
    const former = { kind: 'vendor-deletion' }
    expect(figure(found, 'ductwise_queue_waiting', former)).toBe(1)
    expect(figure(found, 'ductwise_queue_overdue_seconds', former)).toBeGreaterThanOrEqual(1_200)
    expect(figure(found, 'ductwise_queue_dead', former)).toBe(1)
    for (const kind of Object.keys(JOBS)) expect(figure(found, 'ductwise_queue_waiting', { kind })).toBeDefined()
  })

  it('are missing while the database is down, without affecting other metrics', async () => {
    const meter = startMetrics({ release: 'a', environment: 'b' }, { hasFigures: true, sentEvery: undefined })
    await forgetPool()
    observeQueues(meter, 'postgres://local:local-password@127.0.0.1:9/postgres')
    expect((await figures()).map(({ name }) => name)).toEqual(['target_info'])
  })
})

it('postgresDependency reports that the database responds', async () => {
  expect(await postgresDependency(opened.url).state()).toMatchObject({ answers: true })
})
