import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { type ImportedCaller, type RecordedCaller, recordCallers } from '../callers/record-caller.ts'
import type { LeadRecord } from '../leads/input.ts'
import { getRecordColumns } from '../leads/repository.ts'
import type { CallerUndo, DuplicateMode, RowOutcome, RowUndo } from '../model/import.ts'
import { importRows } from '../schema/imports.ts'
import { leadNotes, leads } from '../schema/leads.ts'
import { isRowId, toJson } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { organizationMembers } from '../../platform/db/organizations.ts'
import type { LeadRow } from './rows.ts'

/** Outcome of a row that is stored with it. */
export type RowResult = {
  number: number
  outcome: RowOutcome
  recordId: string | null
  recordVersion: number | null
  before: RowUndo | null
}

export type NumberedRow<Row> = { number: number; row: Row }

export type ImportContext = {
  importId: string
  duplicates: DuplicateMode
  /** Clerk user id of the importer; null if the user was deleted. */
  userId: string | null
}

const VALUE_FIELDS = [
  'name',
  'phone',
  'email',
  'address',
  'zip',
  'problem',
  'safety',
  'system',
  'urgency',
  'stage',
  'assigneeId',
] as const

type LeadValues = Pick<LeadRecord, (typeof VALUE_FIELDS)[number]>

/** A lead in memory: stored already, or created by this batch. */
type Candidate = LeadValues & {
  id: string
  version: number
  createdAt: string
  isTest: boolean
  /** Whether this batch creates it. */
  isNew: boolean
  hasChanged: boolean
  extension?: string | undefined
  /** Id in the file of the row that created it. Rows with different ids are different leads. */
  fileId?: string | undefined
}

const toEmailKey = (email: string): string => email.toLowerCase()

/** Finds the lead of a row: by id, then by phone number, then by email. */
class LeadIndex {
  private readonly byId = new Map<string, Candidate>()
  private readonly byPhone = new Map<string, Candidate[]>()
  private readonly byEmail = new Map<string, Candidate[]>()

  add(lead: Candidate): void {
    this.byId.set(lead.id, lead)
    this.addContact(lead)
  }

  /** Adds the current phone number and email, so that later rows find them. */
  addContact(lead: Candidate): void {
    const append = (map: Map<string, Candidate[]>, key: string | null) => {
      if (key !== null && !map.get(key)?.includes(lead)) map.set(key, [...(map.get(key) ?? []), lead])
    }
    append(this.byPhone, lead.phone)
    append(this.byEmail, lead.email && toEmailKey(lead.email))
  }

  find({ id, values, isTest, createdAt }: LeadRow): Candidate | undefined {
    const exact = id === undefined ? undefined : this.byId.get(id)
    if (exact) return exact
    const isCandidate = (lead: Candidate) =>
      lead.isTest === isTest && !(id !== undefined && lead.fileId !== undefined && lead.fileId !== id)
    const byPhone = (values.phone ? this.byPhone.get(values.phone) : undefined)?.filter(isCandidate) ?? []
    const byEmail = (values.email ? this.byEmail.get(toEmailKey(values.email)) : undefined)?.filter(isCandidate) ?? []
    const matches = byPhone.length > 0 ? byPhone : byEmail
    // A contact can have several leads. The one that the row describes best is the same.
    const score = (lead: Candidate) =>
      Number(lead.problem === values.problem) * 4 +
      Number(lead.createdAt.slice(0, 16) === createdAt?.toISOString().slice(0, 16)) * 2 +
      Number(lead.name === values.name)
    return matches.toSorted((a, b) => score(b) - score(a) || (a.createdAt < b.createdAt ? 1 : -1))[0]
  }
}

/** Loads and locks the leads that rows of the batch may refer to, in a fixed order to prevent deadlocks. */
async function loadIndex(
  { db, organizationId }: OrganizationTransaction,
  { importId }: ImportContext,
  rows: readonly NumberedRow<LeadRow>[],
): Promise<LeadIndex> {
  const ids = rows.flatMap(({ row: { id } }) => (id && isRowId(id) ? [id] : []))
  const phones = rows.flatMap(({ row: { values } }) => values.phone ?? [])
  const emails = rows.flatMap(({ row: { values } }) => (values.email ? [toEmailKey(values.email)] : []))
  const stored = await db
    .select(getRecordColumns())
    .from(leads)
    .where(
      and(
        eq(leads.organizationId, organizationId),
        or(inArray(leads.id, ids), inArray(leads.phone, phones), inArray(sql`lower(${leads.email})`, emails)),
      ),
    )
    .orderBy(leads.id)
    .for('update')
  const index = new LeadIndex()
  const createdIds = await findIdsCreatedBy({ db, organizationId }, importId, stored)
  for (const lead of stored)
    index.add({
      ...toJson(lead),
      isNew: false,
      hasChanged: false,
      // The ids of rows in earlier batches are no longer known. This one differs from all ids in the file.
      ...(createdIds.has(lead.id) && { fileId: `created ${lead.id}` }),
    })
  return index
}

async function findIdsCreatedBy(
  { db, organizationId }: OrganizationTransaction,
  importId: string,
  stored: readonly { id: string }[],
): Promise<Set<string | null>> {
  if (stored.length === 0) return new Set()
  const rows = await db
    .select({ id: importRows.recordId })
    .from(importRows)
    .where(
      and(
        eq(importRows.organizationId, organizationId),
        eq(importRows.importId, importId),
        eq(importRows.outcome, 'created'),
        inArray(
          importRows.recordId,
          stored.map(({ id }) => id),
        ),
      ),
    )
  return new Set(rows.map(({ id }) => id))
}

/** Returns the members among the assignees. A file can name users of another company. */
async function findMembers(
  { db, organizationId }: OrganizationTransaction,
  rows: readonly NumberedRow<LeadRow>[],
): Promise<Set<string>> {
  const ids = [...new Set(rows.flatMap(({ row: { values } }) => values.assigneeId ?? []))]
  if (ids.length === 0) return new Set()
  const members = await db
    .select({ id: organizationMembers.userId })
    .from(organizationMembers)
    .where(and(eq(organizationMembers.organizationId, organizationId), inArray(organizationMembers.userId, ids)))
  return new Set(members.map(({ id }) => id))
}

function buildCandidate({ id, values, extension, createdAt, isTest }: LeadRow): Candidate {
  return {
    id: crypto.randomUUID(),
    name: values.name,
    problem: values.problem,
    phone: values.phone ?? null,
    email: values.email ?? null,
    address: values.address ?? null,
    zip: values.zip ?? null,
    safety: values.safety ?? null,
    system: values.system ?? null,
    urgency: values.urgency ?? 'soon',
    stage: values.stage ?? 'new',
    assigneeId: values.assigneeId ?? null,
    version: 1,
    createdAt: (createdAt ?? new Date()).toISOString(),
    isTest,
    isNew: true,
    hasChanged: false,
    extension,
    fileId: id,
  }
}

/**
 * Applies the row to the lead. Empty cells change nothing.
 * @returns the previous values of the changed fields
 */
function applyValues(lead: Candidate, { values, hasProblem }: LeadRow, mode: DuplicateMode): Partial<LeadValues> {
  const before: Record<string, unknown> = {}
  if (mode === 'skip') return before
  for (const field of VALUE_FIELDS) {
    const value = field === 'problem' && !hasProblem ? undefined : values[field]
    const canReplace = mode === 'overwrite' || lead[field] === null
    if (value === undefined || value === null || value === lead[field] || !canReplace) continue
    before[field] = lead[field]
    Object.assign(lead, { [field]: value })
  }
  return before
}

async function insertLeads(
  { db, organizationId }: OrganizationTransaction,
  created: readonly Candidate[],
  authorId: string | null,
): Promise<void> {
  if (created.length === 0) return
  await db.insert(leads).values(
    created.map(({ isNew: _isNew, hasChanged: _hasChanged, extension: _extension, fileId: _fileId, ...lead }) => ({
      ...lead,
      createdAt: new Date(lead.createdAt),
      source: 'import' as const,
      organizationId,
    })),
  )
  const notes = created.flatMap(({ id, extension }) =>
    extension ? [{ organizationId, leadId: id, authorId, text: `Phone extension: ${extension}` }] : [],
  )
  if (notes.length > 0) await db.insert(leadNotes).values(notes)
}

async function updateLeads({ db, organizationId }: OrganizationTransaction, changed: readonly Candidate[]) {
  if (changed.length === 0) return
  const values = changed.map((lead) => ({
    id: lead.id,
    ...Object.fromEntries(VALUE_FIELDS.map((field) => [field, lead[field]])),
  }))
  await db.execute(sql`update leads set
      name = change.name, phone = change.phone, email = change.email, address = change.address, zip = change.zip,
      problem = change.problem, safety = change.safety, system = change.system, urgency = change.urgency,
      stage = change.stage, assignee_id = change."assigneeId", version = leads.version + 1, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as change(
      id uuid, name text, phone text, email text, address text, zip text, problem text, safety text, system text,
      urgency text, stage text, "assigneeId" text)
    where leads.organization_id = ${organizationId} and leads.id = change.id`)
}

/** Earlier rows of the import refer to the same leads. Their version must stay current for the undo. */
export async function updateRecordVersions(
  { db, organizationId }: OrganizationTransaction,
  importId: string,
  records: readonly { id: string; version: number }[],
): Promise<void> {
  if (records.length === 0) return
  await db.execute(sql`update import_rows set record_version = record.version
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as record(id uuid, version integer)
    where import_rows.organization_id = ${organizationId} and import_rows.import_id = ${importId}
      and import_rows.record_id = record.id`)
}

function buildCallerUndo(caller: RecordedCaller, entry: ImportedCaller): CallerUndo[] {
  const { id, isNew, version, before } = caller
  const wasMarked = Boolean(entry.doNotCall) && !before.doNotCall
  const isRenamed = !isNew && !before.nameTyped && entry.name !== undefined && entry.name !== before.name
  if (!isNew && !wasMarked && !isRenamed) return []
  return [
    {
      id,
      version,
      ...(isNew && { isNew: true as const }),
      ...(wasMarked && { wasMarked: true as const }),
      ...(isRenamed && entry.name && { name: { before: before.name, after: entry.name } }),
    },
  ]
}

type PlannedRow = {
  number: number
  lead: Candidate
  outcome: RowOutcome
  before: RowUndo | null
  caller?: ImportedCaller
}

function planRow(index: LeadIndex, { number, row }: NumberedRow<LeadRow>, mode: DuplicateMode): PlannedRow {
  const existing = index.find(row)
  const lead = existing ?? buildCandidate(row)
  const before = existing ? applyValues(existing, row, mode) : {}
  const fields = Object.keys(before)
  if (fields.length > 0) lead.hasChanged = true
  if (existing) index.addContact(lead)
  else index.add(lead)
  const isRenamed = !existing || fields.includes('phone') || fields.includes('name')
  const phone = row.isTest ? null : lead.phone
  const caller =
    phone && (isRenamed || row.doNotCall)
      ? { phone, ...(isRenamed && { name: lead.name }), ...(row.doNotCall && { doNotCall: true }) }
      : undefined
  const planned = { number, lead, ...(caller && { caller }) }
  if (!existing) return { ...planned, outcome: 'created', before: { values: null } }
  if (fields.length > 0) return { ...planned, outcome: 'updated', before: { values: before } }
  return { ...planned, outcome: mode === 'skip' ? 'skipped' : 'unchanged', before: null }
}

/** Returns one entry per phone number: the last name, and whether any row has the mark. */
function mergeCallers(planned: readonly PlannedRow[]): ImportedCaller[] {
  const entries = new Map<string, ImportedCaller>()
  for (const { caller } of planned) if (caller) entries.set(caller.phone, { ...entries.get(caller.phone), ...caller })
  return [...entries.values()]
}

/**
 * Imports a batch of leads in a fixed number of queries. A do-not-call mark applies to the caller in every mode, also
 * if the row is skipped. Publishes no events; the import has a single audit event.
 */
export async function importLeads(
  tx: OrganizationTransaction,
  context: ImportContext,
  rows: readonly NumberedRow<LeadRow>[],
): Promise<RowResult[]> {
  const members = await findMembers(tx, rows)
  const index = await loadIndex(tx, context, rows)
  const planned = rows.map(({ number, row }) => {
    const { assigneeId, ...values } = row.values
    const isMember = assigneeId && members.has(assigneeId)
    return planRow(
      index,
      { number, row: { ...row, values: { ...values, ...(isMember && { assigneeId }) } } },
      context.duplicates,
    )
  })
  const touched = [...new Set(planned.map(({ lead }) => lead))]
  const changed = touched.filter(({ isNew, hasChanged }) => hasChanged && !isNew)
  await insertLeads(
    tx,
    touched.filter(({ isNew }) => isNew),
    context.userId,
  )
  await updateLeads(tx, changed)
  for (const lead of changed) lead.version += 1
  await updateRecordVersions(tx, context.importId, changed)
  const entries = mergeCallers(planned)
  const callers = await recordCallers(tx, entries)
  const pendingUndo = new Map(
    entries.map((entry) => {
      const caller = callers.get(entry.phone)
      return [entry.phone, caller ? buildCallerUndo(caller, entry) : []]
    }),
  )
  return planned.map(({ number, lead, outcome, before, caller }) => {
    // The first row of a phone number stores how to undo the change of the caller.
    const undo = (caller && pendingUndo.get(caller.phone)) ?? []
    if (caller) pendingUndo.delete(caller.phone)
    return {
      number,
      outcome,
      recordId: lead.id,
      recordVersion: lead.version,
      before: undo.length > 0 ? { values: {}, ...before, callers: undo } : before,
    }
  })
}
