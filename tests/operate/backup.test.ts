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
import { forgetCaller } from '../../lib/dashboard/retention/caller-data.ts'
import { callerIdOf } from '../../lib/dashboard/callers/note-caller.ts'
import { mergeCallers } from '../../lib/dashboard/callers/repository.ts'
import { type Database, openDatabase } from '../../lib/platform/db/client.ts'
import { inOrganization } from '../../lib/platform/db/organization.ts'
import { apiKeys } from '../../lib/dashboard/schema/keys.ts'
import { callerNumbers, callers } from '../../lib/dashboard/schema/callers.ts'
import { calls } from '../../lib/dashboard/schema/calls.ts'
import { contactMessages } from '../../lib/site/contact/schema.ts'
import { leads } from '../../lib/dashboard/schema/leads.ts'
import { newsletterSubscribers } from '../../lib/site/newsletter/schema.ts'
import { requestVendorDeletion } from '../../lib/dashboard/voice-vendor/deletions.ts'
import { backUpDeletions, createBackup, prune } from '../../scripts/support/backup/create.ts'
import type { BackupEnv } from '../../scripts/support/backup/environment.ts'
import { contentClient } from '../../scripts/support/backup/content.ts'
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
import { rowsOfAll, rowsSeenFor, structureOf } from './support/database-state.ts'
import { startOperatePostgres } from './support/postgres.ts'
import { hasProgram } from './support/programs.ts'

const ADA = { kind: 'person', id: 'user_ada' } as const
const KEY = randomBytes(32)
const DAY = 24 * 3_600_000

/** Tables that a restore changes on purpose (`settleOutside`) or that a backup leaves out. */
const OTHERWISE = new Set(['public.jobs', 'public.authorizations', 'public.idempotent_requests'])

describe.skipIf(!hasProgram('postgres'))('backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backup-test-'))
  const closing: (() => Promise<void>)[] = []
  let server: RunningPostgres
  let other: RunningPostgres
  let lakeUrl = ''
  let source: { db: Database; url: string }
  let content: SanityClient

  const close = async () => {
    for (const end of closing.toReversed()) await end()
    rmSync(folder, { recursive: true, force: true })
  }
  afterAll(close)

  async function newLake(name: string): Promise<string> {
    const lake = await startLake({ port: 0, dataDir: join(folder, name) })
    closing.push(lake.close)
    return lake.url
  }

  let databases = 0
  async function newDatabase({ url }: RunningPostgres): Promise<string> {
    const name = `empty_${(databases += 1)}`
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

  const environment = (databaseUrl: string, apiHost = lakeUrl) => ({
    ...stack.env,
    databaseUrl,
    apiHost,
    projectId: 'local',
    dataset: 'production',
  })
  const sourceOf = (url = source.url) => ({ env: environment(url), token: stack.env.readToken })
  const targetOf = (url: string, lake = lakeUrl, lostDatabaseUrl?: string) => ({
    env: environment(url, lake),
    token: localAdminToken,
    lostDatabaseUrl,
  })
  const stored = (name: string, key?: Buffer): BackupEnv => ({ folder: join(folder, name), key, keepDays: 30 })

  async function open(url: string): Promise<Database> {
    const opened = await openDatabase(url)
    closing.push(() => opened.close(0))
    return opened.db
  }

  async function restoredRows(backups: BackupEnv, server = other, lostDatabaseUrl?: string) {
    const target = targetOf(await newDatabase(server), lakeUrl, lostDatabaseUrl)
    const verified = await verifyBackup(findBackup(backups.folder, 'latest'), backups, lostDatabaseUrl)
    await requireEmptyTarget(target, ['database'])
    const replayed = await restoreRows(target, verified, backups)
    return { url: target.env.databaseUrl, replayed }
  }

  beforeAll(async () => {
    ;[server, other] = await Promise.all([startOperatePostgres(), startOperatePostgres()])
    closing.push(server.close, other.close)
    lakeUrl = await newLake('lake')
    source = { url: server.url, db: await open(server.url) }
    for (const id of ['org_a', 'org_b', 'org_c']) {
      await fillOrganization(source.db, id)
      await upsertMembership(source.db, { id: `orgmem_${id}`, organizationId: id, userId: 'user_1' })
    }
    await source.db
      .insert(contactMessages)
      .values({ ticketId: 't', name: 'Ada', email: 'ada@example.com', company: 'A', message: 'Hello “you”' })
    content = contentClient(environment(server.url), localAdminToken)
    await fillContent(content)
  })

  it('restores the same rows, structure and privileges on another server, encrypted or not', async () => {
    const before = await rowsOfAll(source.url)
    const structure = await structureOf(source.url)
    const seen = await rowsSeenFor(source.url, 'org_a')
    expect(Object.keys(before).length).toBeGreaterThan(30)
    expect(
      Object.values(seen).filter((rows) => rows === 0),
      'tables without rows',
    ).toEqual([])
    for (const key of [undefined, KEY]) {
      const backups = stored(key ? 'sealed' : 'plain', key)
      const { manifest } = await createBackup(sourceOf(), backups)
      expect(manifest).toMatchObject({
        content: { documents: 6, assets: 3 },
        lastMigration: { tag: expect.stringMatching(/^\d{4}_/) },
      })
      const raw = manifest.files.map(({ name }) => readFileSync(join(listBackups(backups.folder)[0]?.path ?? '', name)))
      expect(Buffer.concat(raw).includes('PGDMP')).toBe(key === undefined)

      const { url, replayed } = await restoredRows(backups)
      expect(replayed.entries).toBe(0)
      const after = await rowsOfAll(url)
      for (const table of Object.keys(before).filter((name) => !OTHERWISE.has(name)))
        expect([table, after[table]]).toEqual([table, before[table]])
      for (const row of before['public.jobs'] ?? []) expect(after['public.jobs']).toContain(row)
      expect(await structureOf(url)).toEqual(structure)
      const unkept = { authorizations: 0, idempotent_requests: 0, jobs: 2 }
      expect(await rowsSeenFor(url, 'org_a')).toEqual({ ...seen, ...unkept })
      expect(Object.values(await rowsSeenFor(url)).filter((rows) => rows > 0)).toEqual([])

      const lake = await newLake(`restored-${key ? 'sealed' : 'plain'}`)
      const verified = await verifyBackup(findBackup(backups.folder, 'latest'), backups, undefined)
      await restoreContent(targetOf(url, lake), verified, backups)
      const copy = contentClient(environment(url, lake), localAdminToken)
      expect(await contentState(copy)).toEqual(await contentState(content))
    }
  })

  it('is rejected before any write if incomplete, modified or encrypted with another key', async () => {
    const backups = stored('refused', KEY)
    const { name } = await createBackup(sourceOf(), backups)
    const backup = findBackup(backups.folder, name)
    const copies = join(folder, 'copies')
    const broken = async (change: (path: string) => void, key: Buffer | undefined = KEY) => {
      const path = join(copies, name)
      rmSync(copies, { recursive: true, force: true })
      cpSync(backup.path, path, { recursive: true })
      change(path)
      return verifyBackup({ ...backup, path } as StoredBackup, { ...backups, key }, undefined).then(
        () => 'taken',
        (error: Error) => error.message,
      )
    }
    const dump = (path: string) => join(path, 'database.dump.sealed')
    expect(await broken(() => undefined)).toBe('taken')
    expect(await broken(() => undefined, randomBytes(32))).toContain('but BACKUP_KEY is')
    expect(await verifyBackup(backup, { ...backups, key: undefined }, undefined).catch(String)).toContain(
      'set BACKUP_KEY',
    )
    expect(await broken((path) => truncateSync(dump(path), 5_000))).toContain('incomplete')
    expect(await broken((path) => appendFileSync(dump(path), 'x'))).toContain('incomplete')
    expect(await broken((path) => rmSync(dump(path)))).toContain('incomplete')
    const flip = (path: string) => {
      const bytes = readFileSync(path)
      const middle = bytes.length >> 1
      bytes[middle] = (bytes[middle] ?? 0) ^ 1
      writeFileSync(path, bytes)
    }
    expect(await broken((path) => flip(dump(path)))).toContain('was modified')
    const plain = findBackup(stored('plain').folder, 'latest')
    cpSync(plain.path, join(copies, plain.name), { recursive: true })
    const changed = { ...plain, path: join(copies, plain.name) }
    flip(join(changed.path, 'content.tar.gz'))
    await expect(verifyBackup(changed, stored('plain'), undefined)).rejects.toThrow('was modified')
    const edit = (from: RegExp, to: string) => (path: string) => {
      const file = join(path, 'manifest.json')
      writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
    }
    expect(await broken(edit(/"documents": 6/, '"documents": 5'))).toContain('was modified')
    expect(await broken((path) => rmSync(join(path, 'manifest.json')))).toContain('not a backup manifest')
  })

  it('needs an empty target and known migrations, and a failed backup is not listed', async () => {
    const backups = stored('plain')
    const full = targetOf(source.url)
    await expect(requireEmptyTarget(full, ['database'])).rejects.toThrow('is not empty')
    await expect(requireEmptyTarget(full, ['content'])).rejects.toThrow('is not empty')
    const away = targetOf('postgres://nobody@127.0.0.1:9/none')
    await expect(requireEmptyTarget(away, ['database'])).rejects.toThrow('Cannot reach the database')

    const url = await newDatabase(server)
    const sql = postgres(url, { max: 1, onnotice: () => undefined })
    closing.push(() => sql.end())
    await openDatabase(url).then((opened) => opened.close(0))
    await sql`update drizzle.__drizzle_migrations set created_at = 4000000000000 where id = (select max(id) from drizzle.__drizzle_migrations)`
    const newer = stored('newer')
    const { name } = await createBackup(sourceOf(url), newer)
    await expect(verifyBackup(findBackup(newer.folder, name), newer, undefined)).rejects.toThrow('newer version')

    const failing = stored('failing')
    await expect(createBackup({ env: environment(url), token: 'none' }, failing)).rejects.toThrow('Could not export')
    expect(() => findBackup(failing.folder, 'latest')).toThrow('No backup in')
    expect(listBackups(backups.folder)).toHaveLength(1)
  })

  it('of an earlier version is migrated on restore', async () => {
    const migrations = join(folder, 'migrations')
    cpSync(resolve(root, 'lib/platform/db/migrations'), migrations, { recursive: true })
    const file = join(migrations, 'meta/_journal.json')
    const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] }
    const upTo = journal.entries.filter(({ tag }) => tag < '0009')
    writeFileSync(file, JSON.stringify({ ...journal, entries: upTo }))
    const url = await newDatabase(server)
    const earlier = await openDatabase(url, migrations)
    await fillOrganization(earlier.db, 'org_a')
    await earlier.close()
    const backups = stored('earlier')
    const { manifest } = await createBackup(sourceOf(url), backups)
    expect(manifest.lastMigration.tag).toBe('0008_owners_first_day')
    expect(await backUpDeletions(environment(url), backups)).toBe(0)
    const restored = await restoredRows(backups)
    expect(await structureOf(restored.url)).toEqual(await structureOf(source.url))
    // Migration 0011 adds one job during the restore.
    expect(await rowsSeenFor(restored.url, 'org_a')).toMatchObject({ calls: 1, leads: 1, jobs: 3 })
  })

  it('restore applies deletions made after the backup', async () => {
    const url = await newDatabase(server)
    const db = await open(url)
    const own =
      (id: string) =>
      <Result>(work: Parameters<typeof inOrganization<Result>>[2]) =>
        inOrganization(db, id, work)
    for (const id of ['org_a', 'org_b', 'org_c', 'org_d']) {
      await fillOrganization(db, id)
      await upsertMembership(db, { id: `orgmem_${id}`, organizationId: id, userId: 'user_1' })
    }
    const addCaller = (phone: string, externalId: string) =>
      own('org_a')(async (tx) => {
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
    const [keep, gone] = [await addCaller('+13125550102', 'conv_2'), await addCaller('+13125550103', 'conv_3')]
    const [subscriber] = await db
      .insert(newsletterSubscribers)
      .values([
        { email: 'leaves@example.com', requestedAt: new Date(), confirmedAt: new Date() },
        { email: 'stays@example.com', requestedAt: new Date(), confirmedAt: new Date() },
      ])
      .returning()

    const backups = stored('deleted', KEY)
    const env = environment(url)
    await createBackup(sourceOf(url), backups)

    // Deletions after the backup: a caller, the data of org_b, org_c, a user, an API key and a subscriber.
    await own('org_a')(async (tx) => forgetCaller(tx, ADA, (await callerIdOf(tx, '+13125550101')) ?? ''))
    await own('org_a')((tx) => mergeCallers(tx, ADA, keep, gone, 1))
    await own('org_a')((tx) => tx.db.update(apiKeys).set({ revokedAt: new Date() }))
    await deleteOrganizationData(own('org_b'), ADA)
    expect(await backUpDeletions(env, backups)).toBeGreaterThan(10)
    expect(await backUpDeletions(env, backups), 'no duplicates').toBe(0)
    await deleteOrganization(db, 'org_c')
    await deletePerson(db, 'user_1')
    const sql = postgres(url, { max: 1 })
    closing.push(() => sql.end())
    await sql`delete from newsletter_subscribers where id = ${subscriber?.id ?? ''}`
    await backUpDeletions(env, backups)
    // Not in any backup of the deletion log: these two exist only in the lost database.
    await own('org_a')((tx) => requestVendorDeletion(tx, ['conv_late']))
    await own('org_d')((tx) => tx.db.delete(leads))

    const restored = await restoredRows(backups, other, url)
    const after = await rowsOfAll(restored.url)
    const { 'public.deletions': log, ...others } = after
    const all = JSON.stringify(others)
    expect(JSON.stringify(log)).not.toMatch(/@example|[+]1312|\bBo\b/)
    expect(all).not.toContain('+13125550101')
    expect(all).not.toContain('leaves@example.com')
    expect(all).toContain('stays@example.com')
    expect(after['public.organizations']?.map((row) => (JSON.parse(row) as { id: string }).id)).toEqual([
      'org_a',
      'org_b',
      'org_d',
    ])
    expect(all.match(/user_1/g), 'only the deletion of the user').toHaveLength(1)
    const restoredDb = await open(restored.url)
    const inRestored = <Result>(id: string, work: Parameters<typeof inOrganization<Result>>[2]) =>
      inOrganization(restoredDb, id, work)
    expect(await inRestored('org_a', (tx) => tx.db.select().from(callers))).toHaveLength(3)
    const forgotten = await inRestored('org_a', (tx) => tx.db.select().from(calls))
    expect(forgotten.find(({ externalId }) => externalId === 'conv_forgotten')).toMatchObject({
      callerName: null,
      callerPhone: null,
      summary: null,
      recordingUrl: null,
      recordingDeletedAt: expect.any(Date),
    })
    const [key] = await inRestored('org_a', (tx) => tx.db.select().from(apiKeys))
    expect(key?.revokedAt).toBeInstanceOf(Date)
    expect(await inRestored('org_d', (tx) => tx.db.select().from(leads))).toEqual([])
    expect(await rowsSeenFor(restored.url, 'org_b')).toMatchObject({ calls: 0, leads: 0, callers: 0, events: 1 })
    expect(await rowsSeenFor(restored.url, 'org_b')).toMatchObject({
      organization_settings: 1,
      line_requests: 1,
      trials: 1,
    })
    const waiting = (after['public.jobs'] ?? []).join()
    for (const id of ['conv_forgotten', 'conv_late']) expect(waiting).toContain(id)
    // A backup of the restored database already contains the deletions, so none are replayed.
    await createBackup(sourceOf(restored.url), backups)
    expect((await restoredRows(backups)).replayed.entries).toBe(0)
  })

  it('commands create and restore a backup without printing secrets', async () => {
    const address = new URL(server.url)
    address.password = 'password-of-the-database'
    const variables = (databaseUrl: string, lake: string) => ({
      ...stack.site,
      DATABASE_URL: databaseUrl,
      SANITY_API_HOST: lake,
      SANITY_WRITE_TOKEN: localAdminToken,
      BACKUP_FOLDER: join(folder, 'by-command'),
      BACKUP_KEY: KEY.toString('base64'),
    })
    const run = async (name: string, args: string[], env: Record<string, string>) => {
      const child = spawn(process.execPath, [resolve(root, `scripts/commands/${name}.ts`), ...args], {
        cwd: root,
        env: { ...process.env, ...env },
      })
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
      const said = stdout + stderr
      for (const secret of ['password-of-the-database', KEY.toString('base64'), localAdminToken])
        expect(said).not.toContain(secret)
      return { status: child.exitCode ?? (await once(child, 'exit'))[0], said }
    }
    const here = variables(String(address), lakeUrl)
    expect(await run('backup', [], here)).toMatchObject({
      status: 0,
      said: expect.stringMatching(/6 documents, 3 assets/),
    })
    expect(await run('backup', ['--deletions'], here)).toMatchObject({
      status: 0,
      said: expect.stringMatching(/0 new deletions/),
    })
    expect(await run('restore', ['latest'], here)).toMatchObject({
      status: 1,
      said: expect.stringMatching(/is not empty/),
    })
    const there = variables(await newDatabase(other), await newLake('by-command-lake'))
    expect(await run('restore', ['latest'], there)).toMatchObject({
      status: 0,
      said: expect.stringMatching(/Restored/),
    })
  })

  it('of the local Postgres is rejected with instructions', async () => {
    const [local] = postgresServers
    const running = await local?.start()
    closing.push(async () => running?.close())
    await openDatabase(running?.url ?? '').then((opened) => opened.close(0))
    await expect(createBackup(sourceOf(running?.url), stored('local'))).rejects.toThrow(
      'set DATABASE_URL to a PostgreSQL',
    )
  })

  it('is deleted by age except the newest, together with obsolete deletion log entries', async () => {
    const backups = stored('aged')
    const env = environment(source.url)
    const now = Date.now()
    const daysAgo = (days: number) => new Date(now - days * DAY)
    for (const days of [40, 31, 29]) await createBackup(sourceOf(), backups, daysAgo(days))
    mkdirSync(join(backups.folder, `partial-${daysAgo(2).toISOString().replaceAll(':', '-')}`))
    const sql = postgres(source.url, { max: 1 })
    closing.push(() => sql.end())
    const addEntry = (at: Date) =>
      sql`insert into deletions (kind, table_name, ids, at) values ('rows', 'leads', '{x}', ${at}) returning id`
    await addEntry(daysAgo(35))
    await addEntry(daysAgo(3))
    expect(await prune(env, backups)).toHaveLength(2)
    expect(listBackups(backups.folder)).toHaveLength(1)
    expect((await sql`select from deletions where ids = '{x}'`).count).toBe(1)
    expect(await prune(env, { ...backups, keepDays: 1 }), 'the newest backup is kept').toEqual([])
    await sql`delete from deletions where ids = '{x}'`
  })
})

async function fillContent(client: SanityClient): Promise<void> {
  const picture = await client.assets.upload('image', pixel(1), { filename: 'furnace.png', title: 'Furnace' })
  await client.assets.upload('image', pixel(2), { filename: 'unused.png' })
  const sound = await client.assets.upload('file', Buffer.from('RIFF sound'), { filename: 'call.wav' })
  const reference = (_ref: string) => ({ _type: 'reference', _ref })
  await client
    .transaction()
    .create({
      _id: 'a',
      _type: 'page',
      title: 'A',
      to: reference('b'),
      hero: { _type: 'image', asset: reference(picture._id) },
    })
    .create({
      _id: 'b',
      _type: 'page',
      title: 'B “quoted”',
      to: reference('a'),
      sound: { _type: 'file', asset: reference(sound._id) },
    })
    .create({ _id: 'drafts.a', _type: 'page', title: 'A draft', to: reference('b') })
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
function pixel(shade: number): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><rect width="1" height="1" fill="#${shade}${shade}${shade}"/></svg>`,
  )
}

async function contentState(client: SanityClient) {
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
