import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { deleteOrganization } from '../../lib/dashboard/organizations/repository.ts'
import { deleteCallerData } from '../../lib/dashboard/retention/caller-data.ts'
import { mergeCallers } from '../../lib/dashboard/callers/repository.ts'
import { recordCaller, findCallerId } from '../../lib/dashboard/callers/record-caller.ts'
import { apiKeys, appointments, calls, jobs, leads } from '../support/tables.ts'
import type { Actor } from '../../lib/dashboard/model/event.ts'
import { runDueJobs } from '../../lib/platform/jobs/worker.ts'
import { requestVendorDeletion } from '../../lib/dashboard/voice-vendor/deletions.ts'
import { createVendorDeletionHandler } from '../../lib/dashboard/voice-vendor/vendor-deletion.ts'
import { fillOrganization } from '../support/filled-organization.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import { connectAsOwner } from '../support/owner.ts'
import { createManualClock } from './contact-fixtures.ts'
import { replyWith, createFakeVendor, createLog, getOrganization } from './voice-fixtures.ts'

const ADA: Actor = { kind: 'person', id: 'user_ada' }
const HOUR_MS = 3_600_000

const UNLOGGED_TABLES: Record<string, string> = {
  deletions: 'it is the log',
  vendor_deletions: 'replaced by jobs',
  deleted_clerk_ids: 'a row in it is a deletion, and is noted',
  organization_members: 'goes with an id of Clerk, which is noted',
  alert_preferences: 'goes with a membership or a person, which are noted',
  assistant_handovers: 'what the vendor was told is forgotten at a restore',
  callers: 'goes with its numbers, which are noted as the caller',
  contact_deliveries: 'goes with its message',
  newsletter_tokens: 'goes with its subscriber',
  jobs: 'ids only; what they are of is not found',
  clerk_events: 'ids of events',
  page_views: 'numbers about nobody',
  revalidated_tags: 'tags of pages',
  rate_limits: 'in no backup',
  authorizations: 'in no backup',
  idempotent_requests: 'in no backup',
  build_files: 'in no backup',
  edge_purges: 'in no backup',
  site_processes: 'in no backup',
  webhook_messages: 'in no backup',
  webhook_deliveries: 'in no backup',
  import_rows: 'in no backup',
}

/** Nullable columns that never contain personal data. */
const NOT_PERSONAL_PATTERN =
  /(_at|_id|version|^search|_key|^technician|^taken_from|^quiet_hours|^previous_secret|^failing_since|^pause_reason|^options)$/

const UNLOGGED_COLUMNS: Record<string, string> = {
  'calls.intent': 'one of a fixed list',
  'calls.safety_kind': 'one of a fixed list',
  'connections.account': 'changes with the connection, whose end is noted',
  'connections.failure': 'a code',
  'imports.failure': 'a code',
  'events.details': 'nothing personal, and never changed',
  'organization_settings.greeting': 'words of the company about itself',
  'organization_settings.forwarding_number': 'a number of the site',
  'push_subscriptions.device': 'never changed',
  'contact_messages.phone': 'never changed',
  'newsletter_notices.subject': 'words of the editors',
  'newsletter_notices.text': 'words of the editors',
}

describe('deletion log', () => {
  const database = setUpDatabase()
  const owner = connectAsOwner(database)
  beforeEach(async () => {
    await database.deleteOrganizations()
    await owner.sql`truncate deletions, jobs, deleted_clerk_ids`
    for (const id of ['org_a', 'org_b']) await fillOrganization(database.db, id)
    await owner.sql`truncate deletions`
  })
  const findCompany = (id = 'org_a') => getOrganization(database.db, id)
  const listDeletions = () =>
    owner.sql<{ kind: string; table: string; company: string | null; ids: string[]; details: unknown }[]>`
      select kind, table_name as table, company, ids, details from deletions order by at`

  it('covers every table through a trigger or a listed exception', async () => {
    const tables = await owner.sql<{ name: string; noted: boolean }[]>`
      select relname as name, exists (select from pg_trigger where tgrelid = c.oid and tgname = 'note_deletions') as noted
      from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`
    const unloggedTables = tables
      .filter((table) => !table.noted && !(table.name in UNLOGGED_TABLES))
      .map(({ name }) => name)
    expect(unloggedTables, 'add the note_deletions trigger in a migration, or add a reason to NOT_NOTED').toEqual([])
    const knownTables = new Set(tables.map(({ name }) => name))
    expect(Object.keys(UNLOGGED_TABLES).filter((name) => !knownTables.has(name))).toEqual([])
  })

  it('covers every nullable column with personal data', async () => {
    const columns = await owner.sql<{ name: string; args: string }[]>`
      select c.table_name || '.' || c.column_name as name, coalesce(encode(t.tgargs, 'escape'), '') as args
      from information_schema.columns c
      join pg_class k on k.relname = c.table_name and k.relnamespace = 'public'::regnamespace and k.relkind = 'r'
      left join pg_trigger t on t.tgrelid = k.oid and t.tgname = 'note_emptied'
      where c.table_schema = 'public' and c.is_nullable = 'YES'`
    const unloggedColumns = columns.filter(({ name, args }) => {
      const [table = '', column = ''] = name.split('.')
      const isLogged = args.split('\\000').includes(column)
      const isLoggedElsewhere = table in UNLOGGED_TABLES && table !== 'callers'
      return !isLogged && !isLoggedElsewhere && !NOT_PERSONAL_PATTERN.test(column) && !(name in UNLOGGED_COLUMNS)
    })
    expect(unloggedColumns, 'add it to note_emptied of its table, or add a reason to NOT_EMPTIED').toEqual([])
  })

  it("is writable but not readable for the site's role", async () => {
    await expect(database.db.execute(sql`select from deletions`)).rejects.toThrow()
    await expect(database.db.execute(sql`delete from deletions`)).rejects.toThrow()
    await findCompany().within(({ db }) => db.delete(leads))
    expect(await listDeletions()).toMatchObject([
      { kind: 'rows', table: 'leads', company: 'org_a', ids: [expect.any(String)] },
      { kind: 'rows', table: 'lead_notes', company: 'org_a', ids: [expect.any(String)] },
    ])
  })

  it('contains no personal data', async () => {
    await findCompany().within(async ({ db }) => {
      await db.update(calls).set({ transcript: null, callerName: 'Eve' })
      await db.update(appointments).set({ phone: null, customer: 'Deleted on request' })
      await db.update(appointments).set({ customer: 'Eve', address: null })
      await db.update(apiKeys).set({ revokedAt: new Date() })
    })
    const log = await listDeletions()
    expect(log.map(({ table, details }) => [table, details])).toEqual([
      ['calls', { transcript: null }],
      ['appointments', { customer: 'Deleted on request' }],
      ['api_keys', { revoked_at: expect.any(String) }],
    ])
    expect(JSON.stringify(log)).not.toContain('Eve')
  })

  it('records a deleted caller by id, not by phone number', async () => {
    const id = await findCompany().within((tx) => findCallerId(tx, '+12125550142'))
    await findCompany().within((tx) => deleteCallerData(tx, ADA, id ?? ''))
    expect(await listDeletions()).toMatchObject([{ kind: 'rows', table: 'callers', ids: [id] }])
  })

  it('has no record of a merged caller', async () => {
    await findCompany().within(async (tx) => {
      const phones = ['+13125550101', '+13125550102']
      for (const phone of phones) await recordCaller(tx, phone)
      const [keptId = '', mergedId = ''] = await Promise.all(phones.map((phone) => findCallerId(tx, phone)))
      await mergeCallers(tx, ADA, keptId, mergedId, 1)
    })
    expect(await listDeletions()).toEqual([])
  })

  it('has one record per deleted organization, plus its pending vendor deletions', async () => {
    await findCompany().within(async (tx) => {
      await tx.db.update(calls).set({ externalId: 'conv_1' })
      await requestVendorDeletion(tx, ['conv_0'])
    })
    await deleteOrganization(database.db, 'org_a')
    const log = await listDeletions()
    expect(log.filter(({ kind }) => kind === 'rows').map(({ table, ids }) => [table, ids])).toEqual([
      ['deleted_clerk_ids', ['org_a']],
      ['organizations', ['org_a']],
    ])
    expect(log.filter(({ kind }) => kind === 'vendor').map(({ table, ids }) => [table, ids])).toEqual([
      ['jobs', ['conv_0']],
      ['jobs', ['conv_1']],
    ])
  })

  describe('vendor deletion for a deleted organization', () => {
    const clock = createManualClock(Date.now() + HOUR_MS)
    const run = async (api: { apiUrl: string; apiKey: string }) => {
      const { lines, log } = createLog()
      await runDueJobs(database.db, 'vendor-deletion', createVendorDeletionHandler(api), { clock: clock.now, log })
      return lines
    }
    beforeEach(async () => {
      await owner.sql`truncate jobs`
      await findCompany().within((tx) => requestVendorDeletion(tx, ['conv_0']))
      await findCompany().within(({ db }) => db.update(calls).set({ externalId: 'conv_1' }))
      await findCompany('org_b').within(({ db }) => db.update(calls).set({ externalId: 'conv_b' }))
      await deleteOrganization(database.db, 'org_a')
    })
    const listJobs = () => database.db.select().from(jobs).orderBy(jobs.createdAt)

    it('deletes all conversations of the organization, and no others', async () => {
      const vendor = await createFakeVendor((vendorRequest, response, request) =>
        replyWith(200, vendorRequest.method === 'GET' ? { agent_id: 'agent-org_a' } : {})(
          vendorRequest,
          response,
          request,
        ),
      )
      expect(await run(vendor.api)).toEqual([])
      const paths = ['conv_0', 'conv_1'].map((id) => `/v1/convai/conversations/${id}`)
      const requests = paths.flatMap((path) => [`GET ${path}`, `DELETE ${path}`])
      expect(vendor.asked.map(({ method, path }) => `${method} ${path}`)).toEqual(requests)
      expect(await listJobs()).toMatchObject(
        [0, 1].map((call) => ({
          organizationId: null,
          doneAt: clock.now(),
          details: { company: 'org_a', agentId: 'agent-org_a', conversations: [`conv_${call}`] },
        })),
      )
    })

    it('keeps conversations whose assistant now belongs to another organization', async () => {
      const vendor = await createFakeVendor(replyWith(200, { agent_id: 'agent-org_b' }))
      await run(vendor.api)
      expect(vendor.asked.map(({ method }) => method)).toEqual(['GET', 'GET'])
    })

    it('gives up and logs the failure when the vendor rejects the deletion', async () => {
      const vendor = await createFakeVendor(replyWith(422))
      const refusedJob = { kind: 'vendor-deletion', job: expect.any(String), code: 'a_code', attempts: 1 }
      expect(await run(vendor.api)).toEqual([refusedJob, refusedJob])
      const failedJob = { failedAt: clock.now(), lastError: 'a_code' }
      expect(await listJobs()).toMatchObject([failedJob, failedJob])
      clock.advance(HOUR_MS)
      expect(await run(vendor.api)).toEqual([])
    })
  })

  it('leaves an audit event for a rejected vendor deletion', async () => {
    await findCompany().within((tx) => requestVendorDeletion(tx, ['conv_1']))
    const vendor = await createFakeVendor(replyWith(422))
    await runDueJobs(database.db, 'vendor-deletion', createVendorDeletionHandler(vendor.api), { log: createLog().log })
    expect(await findCompany().logged('vendor.')).toEqual([
      { action: 'vendor.refused', actorKind: 'site', details: { calls: 1, code: 'a_code' } },
    ])
  })
})
