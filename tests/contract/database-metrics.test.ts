import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runInOrganization } from '../../lib/platform/db/organization.ts'
import { contactMessages, jobs } from '../support/tables.ts'
import { createPostgresDependency } from '../../lib/platform/lifecycle/health/dependencies.ts'
import { enqueue, claimJob, markDone, markFailed, markFailedPermanently, JOBS } from '../../lib/platform/jobs/queue.ts'
import { startMetrics, createTracing } from '../../lib/platform/monitoring/open-telemetry.ts'
import { observeQueues } from '../../lib/platform/monitoring/queues.ts'
import { telemetry } from '../../lib/platform/telemetry/telemetry.ts'
import { sumMetric, parseMetrics } from '../operate/support/metrics.ts'
import { resetPool } from '../support/reset-pool.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import { MESSAGE } from './contact-fixtures.ts'

const exporter = new InMemorySpanExporter()

/* Tracing starts before the pool opens, as on a real site. */
beforeAll(() => {
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })
  telemetry.tracing = createTracing(provider.getTracer('tests'))
})
afterAll(() => {
  delete telemetry.tracing
  delete telemetry.meter
})
const database = setUpDatabase()

describe('SQL spans', () => {
  it('contain operation and table, also in transactions, and keep results unchanged', async () => {
    const { db } = database
    await telemetry.tracing?.run('request', {}, async () => {
      const storedMessages = await db
        .insert(contactMessages)
        .values({ ...MESSAGE, ticketId: 'a-ticket' })
        .returning({ email: contactMessages.email })
      expect(storedMessages).toEqual([{ email: MESSAGE.email }])
      await db.transaction(async (tx) => {
        expect(await tx.select({ company: contactMessages.company }).from(contactMessages)).toEqual([
          { company: MESSAGE.company },
        ])
        await tx.transaction(async (nestedTx) => void (await nestedTx.delete(contactMessages)))
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
      database.db.execute(sql`select ${MESSAGE.email}::integer from contact_messages, no_table`),
    )
    await expect(failing).rejects.toThrow()
    const [statement] = exporter.getFinishedSpans()
    expect(statement?.events.map(({ name }) => name)).toEqual(['exception'])
    expect(JSON.stringify(statement?.events)).not.toContain('ada')
  })

  it('are recorded only within a parent span', async () => {
    exporter.reset()
    await database.db.execute(sql`select 1`)
    expect(exporter.getFinishedSpans()).toEqual([])
  })
})

describe('queue metrics', () => {
  const readMetrics = async () => parseMetrics((await telemetry.renderMetrics?.()) ?? '')

  it('include waiting, failed and overdue jobs of all organizations', async () => {
    const { db } = database
    const now = new Date()
    const getMinutesBefore = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
    const addJob = (organization: string, onceKey: string, dueAt: Date) =>
      runInOrganization(db, organization, (tx) => enqueue(tx, { kind: 'wish-mail', onceKey, dueAt }))
    await addJob('org_a', 'done', getMinutesBefore(30))
    const doneJob = await claimJob(db, 'wish-mail', now)
    if (doneJob) await markDone(db, doneJob, now)
    await addJob('org_a', 'failed', getMinutesBefore(20))
    const failedJob = await claimJob(db, 'wish-mail', now)
    if (failedJob) await markFailed(db, failedJob, 'ECONNREFUSED', new Date(now.getTime() + 60_000))
    await addJob('org_a', 'refused', getMinutesBefore(15))
    const refusedJob = await claimJob(db, 'wish-mail', now)
    if (refusedJob) await markFailedPermanently(db, refusedJob, 'unknown_system', now)
    await addJob('org_a', 'overdue', getMinutesBefore(10))
    const details = { company: 'org_gone', agentId: 'agent_1', conversations: ['conv_1'] }
    const vendorDeletion = { kind: 'vendor-deletion', details, dueAt: getMinutesBefore(20) }
    await db.insert(jobs).values([
      { ...vendorDeletion, onceKey: 'due' },
      { ...vendorDeletion, onceKey: 'failed', failedAt: now },
    ])
    await addJob('org_b', 'due', getMinutesBefore(1))
    await addJob('org_b', 'later', new Date(now.getTime() + 3_600_000))
    const [message] = await db
      .insert(contactMessages)
      .values({ ...MESSAGE, ticketId: 'another-ticket' })
      .returning({ id: contactMessages.id })
    await db.insert(jobs).values({ kind: 'contact-email', onceKey: message?.id ?? '', dueAt: getMinutesBefore(5) })
    await addJob('org_a', 'running', getMinutesBefore(40))
    await claimJob(db, 'wish-mail', now)

    const meter = startMetrics({ release: 'a', environment: 'b' }, { hasEndpoint: true, exportIntervalMs: undefined })
    observeQueues(meter, database.url)
    const samples = await readMetrics()
    const requestMailLabels = { kind: 'wish-mail' }
    expect(sumMetric(samples, 'ductwise_queue_waiting', requestMailLabels)).toBe(4)
    expect(sumMetric(samples, 'ductwise_queue_failed', requestMailLabels)).toBe(1)
    expect(sumMetric(samples, 'ductwise_queue_overdue_seconds', requestMailLabels)).toBeGreaterThanOrEqual(600)
    expect(sumMetric(samples, 'ductwise_queue_overdue_seconds', requestMailLabels)).toBeLessThan(700)
    expect(sumMetric(samples, 'ductwise_queue_waiting', { kind: 'contact-email' })).toBe(1)
    expect(sumMetric(samples, 'ductwise_queue_dead', requestMailLabels)).toBe(1)
    const deletionLabels = { kind: 'vendor-deletion' }
    expect(sumMetric(samples, 'ductwise_queue_waiting', deletionLabels)).toBe(1)
    expect(sumMetric(samples, 'ductwise_queue_overdue_seconds', deletionLabels)).toBeGreaterThanOrEqual(1_200)
    expect(sumMetric(samples, 'ductwise_queue_dead', deletionLabels)).toBe(1)
    for (const kind of Object.keys(JOBS)) expect(sumMetric(samples, 'ductwise_queue_waiting', { kind })).toBeDefined()
  })

  it('are missing while the database is down, without affecting other metrics', async () => {
    const meter = startMetrics({ release: 'a', environment: 'b' }, { hasEndpoint: true, exportIntervalMs: undefined })
    await resetPool()
    observeQueues(meter, 'postgres://local:local-password@127.0.0.1:9/postgres')
    expect((await readMetrics()).map(({ name }) => name)).toEqual(['target_info'])
  })
})

it('the Postgres dependency check reports that the database responds', async () => {
  expect(await createPostgresDependency(database.url).state()).toMatchObject({ answers: true })
})
