import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { recordCaller } from '../../lib/dashboard/callers/record-caller.ts'
import { changeCaller } from '../../lib/dashboard/callers/repository.ts'
import { formatInvalidRows } from '../../lib/dashboard/imports/csv.ts'
import { newImport } from '../../lib/dashboard/imports/input.ts'
import { importRecord } from '../../lib/dashboard/imports/record.ts'
import {
  addImportRows,
  createImport,
  findExistingContacts,
  findImport,
  listImports,
  readInvalidRows,
  retryImport,
  startUndo,
} from '../../lib/dashboard/imports/repository.ts'
import { exportLeads } from '../../lib/dashboard/leads/csv.ts'
import { changeLead } from '../../lib/dashboard/leads/repository.ts'
import { addNote, listNotes } from '../../lib/dashboard/leads/timeline.ts'
import { deleteLeftovers } from '../../lib/dashboard/retention/old-data.ts'
import { upsertMembership } from '../../lib/dashboard/organizations/repository.ts'
import type { Database } from '../../lib/platform/db/client.ts'
import { importRows, imports, jobs, leads, webhookMessages } from '../support/tables.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import { addCall, addLead } from '../support/rows.ts'
import { IMPORTER, setUpImports } from './imports-fixtures.ts'

const DAY_MS = 86_400_000
const ADA_PHONE = '+12125550142'

const database = setUpDatabase()
const { within } = database
const { clock, logLines, upload, runJobs, find, run, undo, listLeads, listCallers, listRows, listNotifications } =
  setUpImports(database)

beforeEach(async () => {
  await database.deleteOrganizations()
  logLines.length = 0
})

const findCallerByName = async (name: string) => (await listCallers()).find((caller) => caller.name === name)

const toCsv = (rows: string[][]): string => rows.map((row) => row.join(',')).join('\r\n')

const THREE_LEADS = toCsv([
  ['First Name', 'Last Name', 'Phone', 'Email', 'Street', 'City', 'State', 'Zip', 'Description', 'Priority', 'Status'],
  [
    'Ada',
    'Byron',
    '(212) 555-0142',
    'ada@example.com',
    '12 Elm St',
    'Albany',
    'NY',
    '12207',
    'No heat',
    'High',
    'Quoted',
  ],
  ['Bo', 'Diaz', '212.555.0143 x5', '', '', '', '', '2134', 'Noisy fan', '', ''],
  ['Cy', 'Noor', '2.12556E+09', '', '', '', '', '', 'Leak', 'Soonish', ''],
])

describe('import of leads', () => {
  it('creates leads with their callers, and keeps invalid rows with reasons', async () => {
    const record = await run(THREE_LEADS)
    expect(record).toMatchObject({
      state: 'done',
      processedCount: 3,
      counts: { created: 2, invalid: 1 },
      failure: null,
    })
    expect(importRecord.parse(record)).toEqual(record)
    const [bo, ada] = (await listLeads()).toSorted((a, b) => (a.name < b.name ? 1 : -1))
    expect(ada).toMatchObject({
      name: 'Ada Byron',
      phone: ADA_PHONE,
      email: 'ada@example.com',
      address: '12 Elm St, Albany, NY',
      zip: '12207',
      problem: 'No heat',
      urgency: 'now',
      stage: 'qualified',
      source: 'import',
      isTest: false,
    })
    expect(bo).toMatchObject({ phone: '+12125550143', zip: '02134', urgency: 'soon', stage: 'new' })
    expect((await within((tx) => listNotes(tx, bo?.id ?? ''))).map(({ text }) => text)).toEqual(['Phone extension: 5'])
    expect((await listCallers()).map(({ name, phones }) => [name, phones])).toEqual([
      ['Ada Byron', [ADA_PHONE]],
      ['Bo Diaz', ['+12125550143']],
    ])
    const invalid = await within((tx) => readInvalidRows(tx, record.id))
    const file = formatInvalidRows(invalid ?? { kind: 'leads', headers: [], rows: [] })
    expect(file).toContain('First Name,Last Name,Phone')
    expect(file).toContain('Cy,Noor,2.12556E+09,,,,,,Leak,Soonish,,4,"Phone: Excel shortened this number.')
    expect(file).toContain('Urgency: Use Now, Today, This week or Flexible')
  })

  it('stores one audit event and a notification, and publishes no event per lead', async () => {
    const record = await run(THREE_LEADS)
    const events = await database.events()
    expect(events.map(({ action, actorId, subjectId, details }) => ({ action, actorId, subjectId, details }))).toEqual([
      { action: 'leads.imported', actorId: IMPORTER.id, subjectId: record.id, details: { created: 2, invalid: 1 } },
    ])
    expect(await listNotifications()).toMatchObject([
      { userId: IMPORTER.id, kind: 'import', subjectId: record.id, details: { kind: 'leads', state: 'done' } },
    ])
    expect(await within(({ db }) => db.select().from(webhookMessages))).toEqual([])
    expect(await within(({ db }) => db.select({ kind: jobs.kind }).from(jobs))).toEqual([{ kind: 'import-run' }])
  })

  it('stores no cells of valid rows', async () => {
    const { id } = await run(THREE_LEADS)
    expect((await listRows(id)).map(({ cells, outcome }) => [outcome, cells.length])).toEqual([
      ['created', 0],
      ['created', 0],
      ['invalid', 11],
    ])
  })

  it('uses a default text for leads without a problem, which replaces no stored one', async () => {
    await within((tx) => addLead(tx, { name: 'Ada', phone: ADA_PHONE, problem: 'No heat' }))
    const file = toCsv([
      ['Name', 'Phone'],
      ['Ada Byron', '2125550142'],
      ['Bo', '2125550143'],
    ])
    const record = await run(file, { problem: 'Imported contact', duplicates: 'overwrite' })
    expect(record.counts).toEqual({ updated: 1, created: 1 })
    expect((await listLeads()).map(({ name, problem }) => [name, problem]).toSorted()).toEqual([
      ['Ada Byron', 'No heat'],
      ['Bo', 'Imported contact'],
    ])
  })

  it('rejects assignees of another company', async () => {
    await upsertMembership(database.db, { id: 'mem_1', organizationId: 'org_a', userId: 'user_bo' })
    const file = toCsv([
      ['Name', 'Problem', 'Assigned to (ID)'],
      ['Ada', 'No heat', 'user_bo'],
      ['Bo', 'No heat', 'user_stranger'],
    ])
    await run(file)
    expect((await listLeads()).map(({ name, assigneeId }) => [name, assigneeId]).toSorted()).toEqual([
      ['Ada', 'user_bo'],
      ['Bo', null],
    ])
  })
})

describe('import of duplicates', () => {
  const EXISTING = { name: 'Ada', phone: ADA_PHONE, email: 'Ada@Example.com', problem: 'No heat' }
  const FILE = toCsv([
    ['Name', 'Phone', 'Email', 'Zip', 'Problem', 'Stage'],
    ['Ada Byron', '2125550142', '', '12207', 'Noise', 'Won'],
    ['By email', '', 'ada@example.COM', '12208', 'Leak', ''],
  ])

  it('skips leads with the same phone number or email', async () => {
    const id = await within((tx) => addLead(tx, EXISTING))
    expect((await run(FILE)).counts).toEqual({ skipped: 2 })
    expect(await listLeads()).toMatchObject([{ id, name: 'Ada', zip: null, version: 1 }])
  })

  it('fills in empty fields only', async () => {
    await within((tx) => addLead(tx, EXISTING))
    expect((await run(FILE, { duplicates: 'complete' })).counts).toEqual({ updated: 1, unchanged: 1 })
    expect(await listLeads()).toMatchObject([
      { name: 'Ada', zip: '12207', problem: 'No heat', stage: 'new', version: 2 },
    ])
  })

  it('overwrites fields whose cells are filled', async () => {
    await within((tx) => addLead(tx, EXISTING))
    expect((await run(FILE, { duplicates: 'overwrite' })).counts).toEqual({ updated: 2 })
    expect(await listLeads()).toMatchObject([
      { name: 'By email', email: 'ada@example.COM', zip: '12208', problem: 'Leak', stage: 'won', phone: ADA_PHONE },
    ])
  })

  it('finds duplicates within the file', async () => {
    const file = toCsv([
      ['Name', 'Phone', 'Problem'],
      ['Ada', '2125550142', 'No heat'],
      ['Ada again', '(212) 555-0142', 'Leak'],
    ])
    expect((await run(file)).counts).toEqual({ created: 1, skipped: 1 })
    expect((await listLeads()).map(({ name }) => name)).toEqual(['Ada'])
  })

  it('ignores leads of another company', async () => {
    await within('org_b', (tx) => addLead(tx, EXISTING))
    expect((await run(FILE)).counts).toEqual({ created: 2 })
    expect(await listLeads('org_b')).toMatchObject([{ name: 'Ada', version: 1 }])
  })

  it('reports existing contacts for the preview', async () => {
    await within((tx) => addLead(tx, EXISTING))
    const contacts = { kind: 'leads' as const, phones: [ADA_PHONE, '+12125550199'], emails: ['ada@example.com'] }
    expect(await within((tx) => findExistingContacts(tx, contacts))).toEqual({
      phones: [ADA_PHONE],
      emails: ['ada@example.com'],
    })
    expect(await within('org_b', (tx) => findExistingContacts(tx, contacts))).toEqual({ phones: [], emails: [] })
  })
})

describe('import of exported leads', () => {
  const addSamples = async () => {
    await upsertMembership(database.db, { id: 'mem_1', organizationId: 'org_a', userId: 'user_bo' })
    await within(async (tx) => {
      const createdAt = new Date('2026-03-08T17:30:00Z')
      await addLead(tx, {
        name: 'Ada "Countess" Núñez',
        phone: '+442079460958',
        email: 'ada@example.com',
        zip: '02134',
        createdAt,
        problem: 'No heat,\nand it smells; "gas"',
        address: '=1 Main St',
        safety: 'Gas smell',
        system: '+furnace',
        urgency: 'now',
        stage: 'won',
        assigneeId: 'user_bo',
      })
      // A customer can have several leads.
      for (const [index, stage] of (['lost', 'booked'] as const).entries())
        await addLead(tx, {
          name: 'Bo',
          phone: ADA_PHONE,
          problem: `Job ${index}`,
          stage,
          urgency: 'later',
          createdAt: new Date(createdAt.getTime() - (index + 1) * DAY_MS),
        })
    })
  }
  const exportText = async () => new Response(await exportLeads(within, IMPORTER, {})).text()
  const listFields = async (organizationId?: string) =>
    (await listLeads(organizationId)).map(
      ({
        id: _id,
        organizationId: _organizationId,
        source: _source,
        updatedAt: _updatedAt,
        version: _version,
        ...lead
      }) => lead,
    )

  it('changes nothing in the same company, in any mode', async () => {
    await addSamples()
    const before = await listLeads()
    const text = await exportText()
    expect((await run(text)).counts).toEqual({ skipped: 3 })
    expect((await run(text, { duplicates: 'complete' })).counts).toEqual({ unchanged: 3 })
    expect((await run(text, { duplicates: 'overwrite' })).counts).toEqual({ unchanged: 3 })
    expect(await listLeads()).toEqual(before)
  })

  it('creates equal leads in another company, and changes nothing the second time', async () => {
    await addSamples()
    await upsertMembership(database.db, { id: 'mem_2', organizationId: 'org_b', userId: 'user_bo' })
    const text = await exportText()
    const options = { organizationId: 'org_b', duplicates: 'overwrite' } as const
    expect((await run(text, options)).counts).toEqual({ created: 3 })
    expect(await listFields('org_b')).toEqual(await listFields('org_a'))
    expect((await run(text, options)).counts).toEqual({ unchanged: 3 })
  })
})

describe('do-not-call mark in an import', () => {
  const FILE = toCsv([
    ['Name', 'Phone', 'Problem', 'Do not call'],
    ['Ada', '2125550142', 'No heat', 'Yes'],
    ['Bo', '2125550143', 'Leak', 'No'],
  ])
  it('is set, also on leads that are skipped', async () => {
    await within((tx) => addLead(tx, { name: 'Ada', phone: ADA_PHONE, problem: 'No heat' }))
    await within((tx) => recordCaller(tx, ADA_PHONE, { name: 'Ada' }))
    expect((await run(FILE)).counts).toEqual({ skipped: 1, created: 1 })
    expect((await listCallers()).map(({ name, doNotCall }) => [name, doNotCall])).toEqual([
      ['Ada', true],
      ['Bo', false],
    ])
  })

  it.each(['skip', 'complete', 'overwrite'] as const)(
    'is never cleared by a file that says No: %s',
    async (duplicates) => {
      await within((tx) => recordCaller(tx, '+12125550143', { name: 'Stored' }))
      const caller = await findCallerByName('Stored')
      await within((tx) => changeCaller(tx, IMPORTER, caller?.id ?? '', { doNotCall: true }))
      await run(FILE, { duplicates })
      const callersFile = toCsv([
        ['Name', 'Phone', 'DNC'],
        ['Stored', '2125550143', 'No'],
      ])
      await run(callersFile, { kind: 'callers', duplicates })
      expect((await listCallers()).find(({ phones }) => phones.includes('+12125550143'))?.doNotCall).toBe(true)
    },
  )

  it('survives the nightly deletion of unused callers', async () => {
    await run(
      toCsv([
        ['Name', 'Phone', 'DNC'],
        ['Ada', '2125550142', 'x'],
        ['Bo', '2125550143', ''],
      ]),
      { kind: 'callers' },
    )
    await within((tx) => deleteLeftovers(tx, new Date(clock.now().getTime() + 2 * DAY_MS)))
    expect((await listCallers()).map(({ name, doNotCall }) => [name, doNotCall])).toEqual([
      ['Ada', true],
      ['Bo', false],
    ])
  })

  it('is cleared by an undo, unless a user changed the caller since', async () => {
    await within((tx) => recordCaller(tx, ADA_PHONE, { name: 'Ada' }))
    const first = await run(FILE)
    await undo(first.id)
    expect((await findCallerByName('Ada'))?.doNotCall).toBe(false)
    const second = await run(FILE)
    const caller = await findCallerByName('Ada')
    await within((tx) => changeCaller(tx, IMPORTER, caller?.id ?? '', { doNotCall: false }))
    await within((tx) => changeCaller(tx, IMPORTER, caller?.id ?? '', { doNotCall: true }))
    await undo(second.id)
    expect((await findCallerByName('Ada'))?.doNotCall).toBe(true)
  })

  it('stays on a caller whom a user marked before the import', async () => {
    await within((tx) => recordCaller(tx, '+12125550143', { name: 'Marked' }))
    const caller = await findCallerByName('Marked')
    await within((tx) => changeCaller(tx, IMPORTER, caller?.id ?? '', { doNotCall: true }))
    const { id } = await run(FILE)
    await undo(id)
    expect((await findCallerByName('Marked'))?.doNotCall).toBe(true)
  })
})

describe('import of callers', () => {
  const FILE = toCsv([
    ['Display Name', 'Mobile Number', 'Home Number', 'Street', 'City', 'State', 'Zip', 'Notes', 'Do Not Service'],
    ['Ada Byron', '(212) 555-0142', '212-555-0150', '12 Elm St', 'Albany', 'NY', '12207', 'Mornings', 'FALSE'],
    ['No phone', '', '', '', '', '', '', '', ''],
  ])

  it('creates callers with several numbers', async () => {
    expect((await run(FILE, { kind: 'callers' })).counts).toEqual({ created: 1, invalid: 1 })
    expect(await listCallers()).toMatchObject([
      {
        name: 'Ada Byron',
        nameTyped: true,
        address: '12 Elm St, Albany, NY 12207',
        notes: 'Mornings',
        doNotCall: false,
        phones: [ADA_PHONE, '+12125550150'],
      },
    ])
    expect((await run(FILE, { kind: 'callers', duplicates: 'overwrite' })).counts).toEqual({ unchanged: 1, invalid: 1 })
  })

  it('adds numbers and empty fields, and restores both on undo', async () => {
    await within((tx) => recordCaller(tx, ADA_PHONE, { name: 'Ada' }))
    const { id, counts } = await run(FILE, { kind: 'callers', duplicates: 'complete' })
    expect(counts).toEqual({ updated: 1, invalid: 1 })
    expect(await listCallers()).toMatchObject([{ name: 'Ada', notes: 'Mornings', phones: [ADA_PHONE, '+12125550150'] }])
    expect(await undo(id)).toMatchObject({ state: 'undone', counts: { restored: 1, kept: 0 } })
    expect(await listCallers()).toMatchObject([{ name: 'Ada', notes: null, nameTyped: false, phones: [ADA_PHONE] }])
  })

  it('leaves a number with the caller who has it, and marks both callers', async () => {
    await within((tx) => recordCaller(tx, ADA_PHONE, { name: 'Ada' }))
    await within((tx) => recordCaller(tx, '+12125550150', { name: 'Bo' }))
    const { id } = await run(FILE.replace('FALSE', 'yes'), { kind: 'callers' })
    expect((await listCallers()).map(({ name, phones, doNotCall }) => [name, phones, doNotCall])).toEqual([
      ['Ada', [ADA_PHONE], true],
      ['Bo', ['+12125550150'], true],
    ])
    await undo(id)
    expect((await listCallers()).map(({ doNotCall }) => doNotCall)).toEqual([false, false])
  })

  it('is undone, except for callers who called since', async () => {
    const { id } = await run(
      toCsv([
        ['Name', 'Phone'],
        ['Ada', '2125550142'],
        ['Bo', '2125550143'],
      ]),
      { kind: 'callers' },
    )
    await within((tx) => addCall(tx, { callerPhone: ADA_PHONE }))
    expect((await undo(id)).counts).toMatchObject({ restored: 1, kept: 1 })
    expect((await listCallers()).map(({ name }) => name)).toEqual(['Ada'])
  })
})

describe('undo of an import', () => {
  it('deletes created leads and their callers, and restores changed ones', async () => {
    const id = await within((tx) =>
      addLead(tx, { name: 'Ada', phone: ADA_PHONE, problem: 'No heat', assigneeId: 'user_bo' }),
    )
    await within((tx) => recordCaller(tx, ADA_PHONE, { name: 'Ada' }))
    const [before] = await listLeads()
    const record = await run(THREE_LEADS, { duplicates: 'overwrite' })
    expect(record.counts).toEqual({ updated: 1, created: 1, invalid: 1 })
    expect(await undo(record.id)).toMatchObject({ state: 'undone', counts: { restored: 2, kept: 0 } })
    const { updatedAt: _updatedAt, version: _version, ...fields } = before ?? {}
    expect(await listLeads()).toMatchObject([{ ...fields, id, version: 3 }])
    expect((await listCallers()).map(({ name }) => name)).toEqual(['Ada'])
    expect((await database.events()).at(-1)).toMatchObject({
      action: 'import.undone',
      details: { restored: 2, kept: 0 },
    })
    expect((await listNotifications()).at(-1)).toMatchObject({ details: { state: 'undone' } })
  })

  it('keeps leads that users edited or commented on', async () => {
    const { id } = await run(
      toCsv([
        ['Name', 'Phone', 'Problem'],
        ...['0142', '0143', '0144'].map((end) => [`Lead ${end}`, `212555${end}`, 'Leak']),
      ]),
    )
    const [first, second] = await listLeads()
    await within((tx) => changeLead(tx, IMPORTER, first?.id ?? '', { stage: 'won' }))
    await within((tx) => addNote(tx, IMPORTER, second?.id ?? '', { text: 'Called back' }))
    expect((await undo(id)).counts).toMatchObject({ restored: 1, kept: 2 })
    expect((await listLeads()).map((lead) => lead.id)).toEqual([first?.id, second?.id])
  })

  it('restores a lead that several rows changed', async () => {
    await within((tx) => addLead(tx, { name: 'Ada', phone: ADA_PHONE, problem: 'No heat' }))
    const filler = Array.from({ length: 300 }, (_, index) => [
      'Filler',
      `212556${String(index).padStart(4, '0')}`,
      'Leak',
    ])
    const file = toCsv([
      ['Name', 'Phone', 'Problem'],
      ['First', '2125550142', 'One'],
      ...filler,
      ['Second', '2125550142', 'Two'],
    ])
    const record = await run(file, { duplicates: 'overwrite' })
    expect(record.counts).toEqual({ updated: 2, created: 300 })
    expect((await undo(record.id)).counts).toMatchObject({ restored: 301, kept: 0 })
    expect(await listLeads()).toMatchObject([{ name: 'Ada', problem: 'No heat' }])
  })

  it('is possible for a day; afterwards the rows are deleted', async () => {
    const { id, undoEndsAt, finishedAt } = await run(THREE_LEADS)
    expect(new Date(undoEndsAt ?? '').getTime() - new Date(finishedAt ?? '').getTime()).toBe(DAY_MS)
    const later = new Date(clock.now().getTime() + DAY_MS + 1)
    expect(await within((tx) => startUndo(tx, id, later))).toEqual({ reason: expect.stringContaining('for a day') })
    await within((tx) => deleteLeftovers(tx, clock.now()))
    expect(await listRows(id)).toHaveLength(3)
    await within((tx) => deleteLeftovers(tx, later))
    expect(await listRows(id)).toEqual([])
    expect(await within(({ db }) => db.select().from(imports))).toMatchObject([{ id, mapping: { columns: [] } }])
    expect(await listLeads()).toHaveLength(2)
  })
})

describe('interrupted import', () => {
  const FILE = toCsv([
    ['Name', 'Phone', 'Problem'],
    ...Array.from({ length: 600 }, (_, index) => [`Lead ${index}`, `212556${String(index).padStart(4, '0')}`, 'Leak']),
  ])
  /** Returns the database, which fails at the given transaction. */
  const failAt = (transaction: number) => {
    let count = 0
    return new Proxy(database.db, {
      get: (db, name: keyof Database) => {
        if (name === 'transaction') count += 1
        if (name === 'transaction' && count === transaction)
          throw Object.assign(new Error('Connection lost'), { code: 'ECONNRESET' })
        const value: unknown = db[name]
        return typeof value === 'function' ? (value.bind(db) as unknown) : value
      },
    })
  }

  it('continues after a crash, and imports each row once', async () => {
    const id = await upload(FILE)
    await runJobs('import-run', failAt(2))
    const interrupted = await find(id)
    expect(interrupted).toMatchObject({ state: 'running', processedCount: 250 })
    clock.advance(60_000)
    await runJobs()
    expect(await find(id)).toMatchObject({ state: 'done', processedCount: 600, counts: { created: 600 } })
    expect(await listLeads()).toHaveLength(600)
  })

  it('fails with a reason after three attempts, and can be retried or undone', async () => {
    const id = await upload(FILE)
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await runJobs('import-run', failAt(attempt === 0 ? 2 : 1))
      clock.advance(60_000)
    }
    expect(await find(id)).toMatchObject({ state: 'failed', failure: 'ECONNRESET', processedCount: 250 })
    expect((await listNotifications()).at(-1)).toMatchObject({ details: { state: 'failed' } })
    expect(logLines.map(({ message }) => message)).toContain('imports: import failed')
    expect(JSON.stringify(logLines)).not.toContain('Lead')
    expect(await within((tx) => retryImport(tx, id, clock.now()))).toMatchObject({ record: { state: 'pending' } })
    clock.advance(60_000)
    await runJobs()
    expect(await find(id)).toMatchObject({
      state: 'done',
      processedCount: 600,
      counts: { created: 600 },
      failure: null,
    })
    expect((await undo(id)).counts).toMatchObject({ restored: 600 })
  })

  it('is not started before all rows are stored; repeated requests store no row twice', async () => {
    const input = newImport.parse({
      kind: 'leads',
      fileName: 'list.csv',
      duplicates: 'skip',
      rowCount: 2,
      mapping: {
        columns: [
          { header: 'Name', field: 'name' },
          { header: 'Problem', field: 'problem' },
        ],
      },
    })
    const { id } = await within((tx) => createImport(tx, IMPORTER, input))
    const addRow = (number: number) =>
      within((tx) => addImportRows(tx, id, { rows: [{ number, cells: [`Lead ${number}`, 'Leak'] }] }))
    await addRow(2)
    expect(await addRow(2)).toMatchObject({ record: { state: 'uploading' } })
    await runJobs()
    expect(await listLeads()).toEqual([])
    expect((await within(listImports)).imports).toEqual([])
    expect(await addRow(3)).toMatchObject({ record: { state: 'pending' } })
    expect(await addRow(4)).toEqual({ reason: expect.stringContaining('already started') })
    await runJobs()
    expect(await listLeads()).toHaveLength(2)
  })
})

describe('import of another company', () => {
  it('is not found', async () => {
    const { id } = await run(THREE_LEADS)
    const read = <Result>(work: Parameters<typeof within<Result>>[1]) => within('org_b', work as never)
    expect(await read((tx) => findImport(tx, id))).toBeUndefined()
    expect(await read((tx) => readInvalidRows(tx, id))).toBeUndefined()
    expect(await read((tx) => startUndo(tx, id, clock.now()))).toBeUndefined()
    expect(await read((tx) => retryImport(tx, id, clock.now()))).toBeUndefined()
    expect(await read((tx) => addImportRows(tx, id, { rows: [{ number: 9, cells: ['x'] }] }))).toBeUndefined()
    expect(await within('org_b', ({ db }) => db.select().from(importRows))).toEqual([])
  })
})

describe('import of 5,000 rows', () => {
  it('shows its progress, and finishes', async () => {
    await within(({ db }) =>
      db.execute(sql`insert into leads (organization_id, name, phone, problem, source)
        select 'org_a', 'Stored ' || n, '+1212555' || lpad(n::text, 4, '0'), 'Leak', 'call' from generate_series(1, 9999) n`),
    )
    const rows = Array.from({ length: 5_000 }, (_, index) => [
      `Person ${index}`,
      `(${index % 2 === 0 ? 212 : 213}) 555-${String(index).padStart(4, '0')}`,
      `person${index}@example.com`,
      `${index} Main Street`,
      '12207',
      '"The furnace has been off since last night, and the house is getting cold"',
    ])
    const id = await upload(toCsv([['Name', 'Phone', 'Email', 'Address', 'Zip', 'Problem'], ...rows]), {
      duplicates: 'overwrite',
    })
    const progress: number[] = []
    const stop = setInterval(() => void find(id).then(({ processedCount }) => progress.push(processedCount)), 100)
    await runJobs()
    clearInterval(stop)
    expect((await find(id)).counts).toEqual({ updated: 2_499, created: 2_501 })
    expect(new Set(progress).size).toBeGreaterThan(2)
    expect(await within(({ db }) => db.$count(leads, eq(leads.source, 'import')))).toBe(2_501)
    expect((await undo(id)).counts).toMatchObject({ restored: 5_000, kept: 0 })
  })
})
