import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import type { SanityClient } from '@sanity/client'
import postgres from 'postgres'
import { startLake } from '@ductwise/content-lake'
import { postgresServers, type RunningPostgres } from '@ductwise/postgres/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteOrganizationData } from '../../lib/dashboard/organizations/data.ts'
import { deleteOrganization, deletePerson, upsertMembership } from '../../lib/dashboard/organizations/repository.ts'
import { deleteCallerData } from '../../lib/dashboard/retention/caller-data.ts'
import { findCallerId } from '../../lib/dashboard/callers/record-caller.ts'
import { mergeCallers } from '../../lib/dashboard/callers/repository.ts'
import { type Database, openDatabase } from '../../lib/platform/db/client.ts'
import { runInOrganization } from '../../lib/platform/db/organization.ts'
import { apiKeys } from '../../lib/dashboard/schema/keys.ts'
import { callerNumbers, callers } from '../../lib/dashboard/schema/callers.ts'
import { calls } from '../../lib/dashboard/schema/calls.ts'
import { contactMessages } from '../../lib/site/contact/schema.ts'
import { leads } from '../../lib/dashboard/schema/leads.ts'
import { newsletterSubscribers } from '../../lib/site/newsletter/schema.ts'
import { requestVendorDeletion } from '../../lib/dashboard/voice-vendor/deletions.ts'
import { backUpDeletions, createBackup, pruneExpiredBackups } from '../../scripts/support/backup/create.ts'
import type { BackupEnv } from '../../scripts/support/backup/environment.ts'
import { createContentClient } from '../../scripts/support/backup/content.ts'
import { listBackups, type StoredBackup } from '../../scripts/support/backup/folder.ts'
import {
  findBackup,
  requireEmptyTarget,
  restoreContent,
  restoreRows,
  verifyBackup,
} from '../../scripts/support/backup/restore.ts'
import { localAdminToken, root } from '../../scripts/support/settings.ts'
import { fillOrganization } from '../support/filled-organization.ts'
import { stack } from '../support/stack/addresses.ts'
import { readAllRows, countVisibleRows, readStructure } from './support/database-state.ts'
import { startOperatePostgres } from './support/postgres.ts'
import { hasProgram } from './support/programs.ts'

const ADA = { kind: 'person', id: 'user_ada' } as const
const BACKUP_KEY = randomBytes(32)
const DAY_MS = 24 * 3_600_000

/** Tables that a restore changes on purpose (`resetSyncState`) or that a backup leaves out. */
const EMPTIED_TABLES = [
  'authorizations',
  'idempotent_requests',
  'import_rows',
  'webhook_deliveries',
  'webhook_messages',
]
const CHANGED_TABLES = new Set(['jobs', ...EMPTIED_TABLES].map((name) => `public.${name}`))

describe.skipIf(!hasProgram('postgres'))('backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backup-test-'))
  const closers: (() => Promise<void>)[] = []
  let server: RunningPostgres
  let otherServer: RunningPostgres
  let lakeUrl = ''
  let source: { db: Database; url: string }
  let content: SanityClient

  const closeAll = async () => {
    for (const end of closers.toReversed()) await end()
    rmSync(folder, { recursive: true, force: true })
  }
  afterAll(closeAll)

  async function startEmptyLake(name: string): Promise<string> {
    const lake = await startLake({ port: 0, dataDir: join(folder, name) })
    closers.push(lake.close)
    return lake.url
  }

  let databaseCount = 0
  async function createDatabase({ url }: RunningPostgres): Promise<string> {
    const name = `empty_${(databaseCount += 1)}`
    const admin = postgres(url, { max: 1, onnotice: () => undefined })
    await admin.unsafe(
      `do $$ begin create role keeper login createrole; exception when duplicate_object then null; end $$`,
    )
    // Grants the site's role to the new owner, if an administrator has already created it on this server.
    await admin.unsafe(
      `do $$ begin grant ductwise_site to keeper with admin option; exception when undefined_object then null; end $$`,
    )
    await admin.unsafe(`create database ${name} owner keeper`)
    await admin.end()
    const address = new URL(url)
    address.username = 'keeper'
    address.pathname = name
    return String(address)
  }

  const buildEnv = (databaseUrl: string, apiHost = lakeUrl) => ({
    ...stack.env,
    databaseUrl,
    apiHost,
    projectId: 'local',
    dataset: 'production',
  })
  const buildSource = (url = source.url) => ({ env: buildEnv(url), token: stack.env.readToken })
  const buildTarget = (url: string, lake = lakeUrl, lostDatabaseUrl?: string) => ({
    env: buildEnv(url, lake),
    token: localAdminToken,
    lostDatabaseUrl,
  })
  const buildBackupEnv = (name: string, key?: Buffer): BackupEnv => ({ folder: join(folder, name), key, keepDays: 30 })

  async function connectToDatabase(url: string): Promise<Database> {
    const connection = await openDatabase(url)
    closers.push(() => connection.close(0))
    return connection.db
  }

  async function restoreToNewDatabase(backupEnv: BackupEnv, server = otherServer, lostDatabaseUrl?: string) {
    const target = buildTarget(await createDatabase(server), lakeUrl, lostDatabaseUrl)
    const verified = await verifyBackup(findBackup(backupEnv.folder, 'latest'), backupEnv, lostDatabaseUrl)
    await requireEmptyTarget(target, ['database'])
    const replayed = await restoreRows(target, verified, backupEnv)
    return { url: target.env.databaseUrl, replayed }
  }

  beforeAll(async () => {
    ;[server, otherServer] = await Promise.all([startOperatePostgres(), startOperatePostgres()])
    closers.push(server.close, otherServer.close)
    lakeUrl = await startEmptyLake('lake')
    source = { url: server.url, db: await connectToDatabase(server.url) }
    for (const id of ['org_a', 'org_b', 'org_c']) {
      await fillOrganization(source.db, id)
      await upsertMembership(source.db, { id: `orgmem_${id}`, organizationId: id, userId: 'user_1' })
    }
    await source.db
      .insert(contactMessages)
      .values({ ticketId: 't', name: 'Ada', email: 'ada@example.com', company: 'A', message: 'Hello “you”' })
    content = createContentClient(buildEnv(server.url), localAdminToken)
    await fillContent(content)
  })

  it('restores the same rows, structure and privileges on another server, encrypted or not', async () => {
    const rowsBefore = await readAllRows(source.url)
    const structure = await readStructure(source.url)
    const visibleRows = await countVisibleRows(source.url, 'org_a')
    expect(Object.keys(rowsBefore).length).toBeGreaterThan(30)
    expect(
      Object.values(visibleRows).filter((rows) => rows === 0),
      'tables without rows',
    ).toEqual([])
    for (const key of [undefined, BACKUP_KEY]) {
      const backupEnv = buildBackupEnv(key ? 'sealed' : 'plain', key)
      const { manifest } = await createBackup(buildSource(), backupEnv)
      expect(manifest).toMatchObject({
        content: { documents: 6, assets: 3 },
        lastMigration: { tag: expect.stringMatching(/^\d{4}_/) },
      })
      const rawFiles = manifest.files.map(({ name }) =>
        readFileSync(join(listBackups(backupEnv.folder)[0]?.path ?? '', name)),
      )
      expect(Buffer.concat(rawFiles).includes('PGDMP')).toBe(key === undefined)

      const { url, replayed } = await restoreToNewDatabase(backupEnv)
      expect(replayed.entries).toBe(0)
      const rowsAfter = await readAllRows(url)
      for (const table of Object.keys(rowsBefore).filter((name) => !CHANGED_TABLES.has(name)))
        expect([table, rowsAfter[table]]).toEqual([table, rowsBefore[table]])
      for (const row of rowsBefore['public.jobs'] ?? []) expect(rowsAfter['public.jobs']).toContain(row)
      expect(await readStructure(url)).toEqual(structure)
      const changedCounts = { ...Object.fromEntries(EMPTIED_TABLES.map((name) => [name, 0])), jobs: 2 }
      expect(await countVisibleRows(url, 'org_a')).toEqual({ ...visibleRows, ...changedCounts })
      expect(Object.values(await countVisibleRows(url)).filter((rows) => rows > 0)).toEqual([])

      const lake = await startEmptyLake(`restored-${key ? 'sealed' : 'plain'}`)
      const verified = await verifyBackup(findBackup(backupEnv.folder, 'latest'), backupEnv, undefined)
      await restoreContent(buildTarget(url, lake), verified, backupEnv)
      const restoredContent = createContentClient(buildEnv(url, lake), localAdminToken)
      expect(await readContentState(restoredContent)).toEqual(await readContentState(content))
    }
  })

  it('is rejected before any write if incomplete, modified or encrypted with another key', async () => {
    const backupEnv = buildBackupEnv('refused', BACKUP_KEY)
    const { name } = await createBackup(buildSource(), backupEnv)
    const backup = findBackup(backupEnv.folder, name)
    const copiesFolder = join(folder, 'copies')
    const verifyChanged = async (change: (path: string) => void, key: Buffer | undefined = BACKUP_KEY) => {
      const path = join(copiesFolder, name)
      rmSync(copiesFolder, { recursive: true, force: true })
      cpSync(backup.path, path, { recursive: true })
      change(path)
      return verifyBackup({ ...backup, path } as StoredBackup, { ...backupEnv, key }, undefined).then(
        () => 'taken',
        (error: Error) => error.message,
      )
    }
    const getDumpPath = (path: string) => join(path, 'database.dump.sealed')
    expect(await verifyChanged(() => undefined)).toBe('taken')
    expect(await verifyChanged(() => undefined, randomBytes(32))).toContain('but BACKUP_KEY is')
    expect(await verifyBackup(backup, { ...backupEnv, key: undefined }, undefined).catch(String)).toContain(
      'Set BACKUP_KEY',
    )
    expect(await verifyChanged((path) => truncateSync(getDumpPath(path), 5_000))).toContain('incomplete')
    expect(await verifyChanged((path) => appendFileSync(getDumpPath(path), 'x'))).toContain('incomplete')
    expect(await verifyChanged((path) => rmSync(getDumpPath(path)))).toContain('incomplete')
    const flipByte = (path: string) => {
      const bytes = readFileSync(path)
      const middle = bytes.length >> 1
      bytes[middle] = (bytes[middle] ?? 0) ^ 1
      writeFileSync(path, bytes)
    }
    expect(await verifyChanged((path) => flipByte(getDumpPath(path)))).toContain('was modified')
    const plainBackup = findBackup(buildBackupEnv('plain').folder, 'latest')
    cpSync(plainBackup.path, join(copiesFolder, plainBackup.name), { recursive: true })
    const changedBackup = { ...plainBackup, path: join(copiesFolder, plainBackup.name) }
    flipByte(join(changedBackup.path, 'content.tar.gz'))
    await expect(verifyBackup(changedBackup, buildBackupEnv('plain'), undefined)).rejects.toThrow('was modified')
    const editManifest = (from: RegExp, to: string) => (path: string) => {
      const file = join(path, 'manifest.json')
      writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
    }
    expect(await verifyChanged(editManifest(/"documents": 6/, '"documents": 5'))).toContain('was modified')
    expect(await verifyChanged((path) => rmSync(join(path, 'manifest.json')))).toContain('not a backup manifest')
  })

  it('requires an empty target and known migrations, and a failed backup is not listed', async () => {
    const backupEnv = buildBackupEnv('plain')
    const fullTarget = buildTarget(source.url)
    await expect(requireEmptyTarget(fullTarget, ['database'])).rejects.toThrow('is not empty')
    await expect(requireEmptyTarget(fullTarget, ['content'])).rejects.toThrow('is not empty')
    const unreachableTarget = buildTarget('postgres://unknown@127.0.0.1:9/none')
    await expect(requireEmptyTarget(unreachableTarget, ['database'])).rejects.toThrow('Cannot reach the database')

    const url = await createDatabase(server)
    const sql = postgres(url, { max: 1, onnotice: () => undefined })
    closers.push(() => sql.end())
    await openDatabase(url).then((connection) => connection.close(0))
    await sql`update drizzle.__drizzle_migrations set created_at = 4000000000000 where id = (select max(id) from drizzle.__drizzle_migrations)`
    const newerEnv = buildBackupEnv('newer')
    const { name } = await createBackup(buildSource(url), newerEnv)
    await expect(verifyBackup(findBackup(newerEnv.folder, name), newerEnv, undefined)).rejects.toThrow('newer version')

    const failingEnv = buildBackupEnv('failing')
    await expect(createBackup({ env: buildEnv(url), token: 'none' }, failingEnv)).rejects.toThrow('Could not export')
    expect(() => findBackup(failingEnv.folder, 'latest')).toThrow('No backup in')
    expect(listBackups(backupEnv.folder)).toHaveLength(1)
  })

  it('of an earlier version is migrated on restore', async () => {
    const migrations = join(folder, 'migrations')
    cpSync(resolve(root, 'lib/platform/db/migrations'), migrations, { recursive: true })
    const file = join(migrations, 'meta/_journal.json')
    const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] }
    const earlierEntries = journal.entries.filter(({ tag }) => tag < '0009')
    writeFileSync(file, JSON.stringify({ ...journal, entries: earlierEntries }))
    const url = await createDatabase(server)
    const earlierDatabase = await openDatabase(url, migrations)
    await fillOrganization(earlierDatabase.db, 'org_a')
    await earlierDatabase.close()
    const backupEnv = buildBackupEnv('earlier')
    const { manifest } = await createBackup(buildSource(url), backupEnv)
    expect(manifest.lastMigration.tag).toBe('0008_owners_first_day')
    expect(await backUpDeletions(buildEnv(url), backupEnv)).toBe(0)
    const restored = await restoreToNewDatabase(backupEnv)
    expect(await readStructure(restored.url)).toEqual(await readStructure(source.url))
    // Migration 0011 adds one job during the restore.
    expect(await countVisibleRows(restored.url, 'org_a')).toMatchObject({ calls: 1, leads: 1, jobs: 3 })
  })

  it('restore applies deletions made after the backup', async () => {
    const url = await createDatabase(server)
    const db = await connectToDatabase(url)
    const withOrganization =
      (id: string) =>
      <Result>(work: Parameters<typeof runInOrganization<Result>>[2]) =>
        runInOrganization(db, id, work)
    for (const id of ['org_a', 'org_b', 'org_c', 'org_d']) {
      await fillOrganization(db, id)
      await upsertMembership(db, { id: `orgmem_${id}`, organizationId: id, userId: 'user_1' })
    }
    const addCaller = (phone: string, externalId: string) =>
      withOrganization('org_a')(async (tx) => {
        const values = { organizationId: 'org_a', startedAt: new Date(), outcome: 'booked' as const }
        await tx.db.insert(calls).values({
          ...values,
          externalId,
          callerPhone: phone,
          callerName: 'Bo',
          summary: 'S',
          recordingUrl: 'https://x',
        })
        await tx.db
          .insert(leads)
          .values({ organizationId: 'org_a', name: 'Bo', phone, problem: 'No heat', source: 'call' })
        const [caller] = await tx.db.insert(callers).values({ organizationId: 'org_a', notes: externalId }).returning()
        await tx.db.insert(callerNumbers).values({ organizationId: 'org_a', phone, callerId: caller?.id ?? '' })
        return caller?.id ?? ''
      })
    await addCaller('+13125550101', 'conv_forgotten')
    const [primaryId, mergedId] = [await addCaller('+13125550102', 'conv_2'), await addCaller('+13125550103', 'conv_3')]
    const [subscriber] = await db
      .insert(newsletterSubscribers)
      .values([
        { email: 'leaves@example.com', requestedAt: new Date(), confirmedAt: new Date() },
        { email: 'stays@example.com', requestedAt: new Date(), confirmedAt: new Date() },
      ])
      .returning()

    const backupEnv = buildBackupEnv('deleted', BACKUP_KEY)
    const env = buildEnv(url)
    await createBackup(buildSource(url), backupEnv)

    // Deletions after the backup: a caller, the data of org_b, org_c, a user, an API key and a subscriber.
    await withOrganization('org_a')(async (tx) =>
      deleteCallerData(tx, ADA, (await findCallerId(tx, '+13125550101')) ?? ''),
    )
    await withOrganization('org_a')((tx) => mergeCallers(tx, ADA, primaryId, mergedId, 1))
    await withOrganization('org_a')((tx) => tx.db.update(apiKeys).set({ revokedAt: new Date() }))
    await deleteOrganizationData(withOrganization('org_b'), ADA)
    expect(await backUpDeletions(env, backupEnv)).toBeGreaterThan(10)
    expect(await backUpDeletions(env, backupEnv), 'no duplicates').toBe(0)
    await deleteOrganization(db, 'org_c')
    await deletePerson(db, 'user_1')
    const sql = postgres(url, { max: 1 })
    closers.push(() => sql.end())
    await sql`delete from newsletter_subscribers where id = ${subscriber?.id ?? ''}`
    await backUpDeletions(env, backupEnv)
    // Not in any backup of the deletion log: these two exist only in the lost database.
    await withOrganization('org_a')((tx) => requestVendorDeletion(tx, ['conv_late']))
    await withOrganization('org_d')((tx) => tx.db.delete(leads))

    const restored = await restoreToNewDatabase(backupEnv, otherServer, url)
    const rowsAfter = await readAllRows(restored.url)
    const { 'public.deletions': log, ...otherTables } = rowsAfter
    const otherRows = JSON.stringify(otherTables)
    expect(JSON.stringify(log)).not.toMatch(/@example|[+]1312|\bBo\b/)
    expect(otherRows).not.toContain('+13125550101')
    expect(otherRows).not.toContain('leaves@example.com')
    expect(otherRows).toContain('stays@example.com')
    expect(rowsAfter['public.organizations']?.map((row) => (JSON.parse(row) as { id: string }).id)).toEqual([
      'org_a',
      'org_b',
      'org_d',
    ])
    expect(otherRows.match(/user_1/g), 'only the deletion of the user').toHaveLength(1)
    const restoredDb = await connectToDatabase(restored.url)
    const runInRestoredOrganization = <Result>(id: string, work: Parameters<typeof runInOrganization<Result>>[2]) =>
      runInOrganization(restoredDb, id, work)
    expect(await runInRestoredOrganization('org_a', (tx) => tx.db.select().from(callers))).toHaveLength(3)
    const restoredCalls = await runInRestoredOrganization('org_a', (tx) => tx.db.select().from(calls))
    expect(restoredCalls.find(({ externalId }) => externalId === 'conv_forgotten')).toMatchObject({
      callerName: null,
      callerPhone: null,
      summary: null,
      recordingUrl: null,
      recordingDeletedAt: expect.any(Date),
    })
    const [key] = await runInRestoredOrganization('org_a', (tx) => tx.db.select().from(apiKeys))
    expect(key?.revokedAt).toBeInstanceOf(Date)
    expect(await runInRestoredOrganization('org_d', (tx) => tx.db.select().from(leads))).toEqual([])
    expect(await countVisibleRows(restored.url, 'org_b')).toMatchObject({ calls: 0, leads: 0, callers: 0, events: 1 })
    expect(await countVisibleRows(restored.url, 'org_b')).toMatchObject({
      organization_settings: 1,
      line_requests: 1,
      trials: 1,
    })
    const jobRows = (rowsAfter['public.jobs'] ?? []).join()
    for (const id of ['conv_forgotten', 'conv_late']) expect(jobRows).toContain(id)
    // A backup of the restored database already contains the deletions, so none are replayed.
    await createBackup(buildSource(restored.url), backupEnv)
    expect((await restoreToNewDatabase(backupEnv)).replayed.entries).toBe(0)
  })

  it('commands create and restore a backup without printing secrets', async () => {
    const address = new URL(server.url)
    address.password = 'password-of-the-database'
    const buildVariables = (databaseUrl: string, lakeHost: string) => ({
      ...stack.site,
      DATABASE_URL: databaseUrl,
      SANITY_API_HOST: lakeHost,
      SANITY_WRITE_TOKEN: localAdminToken,
      BACKUP_FOLDER: join(folder, 'by-command'),
      BACKUP_KEY: BACKUP_KEY.toString('base64'),
    })
    const run = async (name: string, args: string[], env: Record<string, string>) => {
      const child = spawn(process.execPath, [resolve(root, `scripts/commands/${name}.ts`), ...args], {
        cwd: root,
        env: { ...process.env, ...env },
      })
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
      const output = stdout + stderr
      for (const secret of ['password-of-the-database', BACKUP_KEY.toString('base64'), localAdminToken])
        expect(output).not.toContain(secret)
      return { status: child.exitCode ?? (await once(child, 'exit'))[0], said: output }
    }
    const sourceVariables = buildVariables(String(address), lakeUrl)
    expect(await run('backup', [], sourceVariables)).toMatchObject({
      status: 0,
      said: expect.stringMatching(/6 documents, 3 assets/),
    })
    expect(await run('backup', ['--deletions'], sourceVariables)).toMatchObject({
      status: 0,
      said: expect.stringMatching(/0 new deletions/),
    })
    expect(await run('restore', ['latest'], sourceVariables)).toMatchObject({
      status: 1,
      said: expect.stringMatching(/is not empty/),
    })
    const targetVariables = buildVariables(await createDatabase(otherServer), await startEmptyLake('by-command-lake'))
    expect(await run('restore', ['latest'], targetVariables)).toMatchObject({
      status: 0,
      said: expect.stringMatching(/Restored/),
    })
  })

  it('of the local Postgres is rejected with instructions', async () => {
    const [localPostgres] = postgresServers
    const runningPostgres = await localPostgres?.start()
    closers.push(async () => runningPostgres?.close())
    await openDatabase(runningPostgres?.url ?? '').then((connection) => connection.close(0))
    await expect(createBackup(buildSource(runningPostgres?.url), buildBackupEnv('local'))).rejects.toThrow(
      'Set DATABASE_URL to a PostgreSQL server',
    )
  })

  it('is deleted by age except the newest, together with obsolete deletion log entries', async () => {
    const backupEnv = buildBackupEnv('aged')
    const env = buildEnv(source.url)
    const now = Date.now()
    const getDaysAgo = (days: number) => new Date(now - days * DAY_MS)
    for (const days of [40, 31, 29]) await createBackup(buildSource(), backupEnv, getDaysAgo(days))
    mkdirSync(join(backupEnv.folder, `partial-${getDaysAgo(2).toISOString().replaceAll(':', '-')}`))
    const sql = postgres(source.url, { max: 1 })
    closers.push(() => sql.end())
    const addDeletion = (at: Date) =>
      sql`insert into deletions (kind, table_name, ids, at) values ('rows', 'leads', '{x}', ${at}) returning id`
    await addDeletion(getDaysAgo(35))
    await addDeletion(getDaysAgo(3))
    expect(await pruneExpiredBackups(env, backupEnv)).toHaveLength(2)
    expect(listBackups(backupEnv.folder)).toHaveLength(1)
    expect((await sql`select from deletions where ids = '{x}'`).count).toBe(1)
    expect(await pruneExpiredBackups(env, { ...backupEnv, keepDays: 1 }), 'the newest backup is kept').toEqual([])
    await sql`delete from deletions where ids = '{x}'`
  })
})

async function fillContent(client: SanityClient): Promise<void> {
  const picture = await client.assets.upload('image', createPixel(1), { filename: 'furnace.png', title: 'Furnace' })
  await client.assets.upload('image', createPixel(2), { filename: 'unused.png' })
  const sound = await client.assets.upload('file', Buffer.from('RIFF sound'), { filename: 'call.wav' })
  const buildReference = (_ref: string) => ({ _type: 'reference', _ref })
  await client
    .transaction()
    .create({
      _id: 'a',
      _type: 'page',
      title: 'A',
      to: buildReference('b'),
      hero: { _type: 'image', asset: buildReference(picture._id) },
    })
    .create({
      _id: 'b',
      _type: 'page',
      title: 'B “quoted”',
      to: buildReference('a'),
      sound: { _type: 'file', asset: buildReference(sound._id) },
    })
    .create({ _id: 'drafts.a', _type: 'page', title: 'A draft', to: buildReference('b') })
    .create({ _id: 'drafts.only', _type: 'post', title: 'Not out yet' })
    .commit()
  await client.releases.create({ releaseId: 'spring', metadata: { title: 'Spring', releaseType: 'asap' } })
  await client.createVersion({
    document: { _id: 'versions.spring.b', _type: 'page', title: 'B in spring' },
    releaseId: 'spring',
    publishedId: 'b',
  })
}

/** Returns a 1 x 1 SVG image that differs for each shade. */
function createPixel(shade: number): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><rect width="1" height="1" fill="#${shade}${shade}${shade}"/></svg>`,
  )
}

async function readContentState(client: SanityClient) {
  const documents = await client.fetch<Record<string, unknown>[]>(
    `*[!(_id in path("_.**")) && !string::startsWith(_type, "sanity.")] | order(_id)`,
  )
  const releases = await client.fetch(`*[_id in path("_.releases.**")]{_id, name, state, metadata} | order(_id)`)
  const assets = await client.fetch<{ _id: string; url: string; originalFilename: string }[]>(
    `*[_type in ["sanity.imageAsset", "sanity.fileAsset"]]{_id, url, originalFilename, title, size} | order(_id)`,
  )
  const bytes = await Promise.all(
    assets.map(async ({ url, ...parts }) => ({
      ...parts,
      bytes: Buffer.from(await (await fetch(url)).arrayBuffer()).toString('base64'),
    })),
  )
  return { documents: documents.map(({ _rev, _updatedAt, ...parts }) => parts), releases, assets: bytes }
}
