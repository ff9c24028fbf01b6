import { and, eq, inArray, sql } from 'drizzle-orm'
import type { CallerRecord } from '../callers/record.ts'
import type { RowUndo } from '../model/import.ts'
import { callerNumbers, callers } from '../schema/callers.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { type ImportContext, type NumberedRow, type RowResult, updateRecordVersions } from './import-leads.ts'
import type { CallerRow } from './rows.ts'

const TEXT_FIELDS = ['name', 'address', 'house', 'system', 'notes'] as const

/** A caller in memory: stored already, or created by this batch. */
type Candidate = Pick<CallerRecord, 'id' | 'version' | 'doNotCall' | (typeof TEXT_FIELDS)[number]> & {
  nameTyped: boolean
  isNew: boolean
  hasChanged: boolean
  newPhones: string[]
}

/** Loads and locks the callers of the phone numbers, in a fixed order to prevent deadlocks. */
async function loadCallers(
  { db, organizationId }: OrganizationTransaction,
  phones: string[],
): Promise<Map<string, Candidate>> {
  const { id, name, nameTyped, address, house, system, notes, doNotCall, version } = callers
  const rows = await db
    .select({ phone: callerNumbers.phone, id, name, nameTyped, address, house, system, notes, doNotCall, version })
    .from(callerNumbers)
    .innerJoin(
      callers,
      and(eq(callers.organizationId, callerNumbers.organizationId), eq(callers.id, callerNumbers.callerId)),
    )
    .where(and(eq(callerNumbers.organizationId, organizationId), inArray(callerNumbers.phone, phones)))
    .orderBy(callers.id)
    .for('update', { of: callers })
  const byId = new Map<string, Candidate>()
  const byPhone = new Map<string, Candidate>()
  for (const { phone, ...row } of rows) {
    const caller = byId.get(row.id) ?? { ...row, isNew: false, hasChanged: false, newPhones: [] }
    byId.set(row.id, caller)
    byPhone.set(phone, caller)
  }
  return byPhone
}

/** Retention deletes unused callers of version 1. An imported caller is the work of a user, so its version is 2. */
const FIRST_VERSION = 2

const buildCandidate = ({ values, doNotCall }: CallerRow): Candidate => ({
  id: crypto.randomUUID(),
  name: values.name ?? null,
  nameTyped: Boolean(values.name),
  address: values.address ?? null,
  house: values.house ?? null,
  system: values.system ?? null,
  notes: values.notes ?? null,
  doNotCall,
  version: FIRST_VERSION,
  isNew: true,
  hasChanged: false,
  newPhones: [],
})

/** Applies the row to the caller. @returns the previous values of the changed fields */
function applyValues(caller: Candidate, { values }: CallerRow, mode: ImportContext['duplicates']) {
  const before: Record<string, unknown> = {}
  if (mode === 'skip') return before
  for (const field of TEXT_FIELDS) {
    const value = values[field]
    const canReplace = mode === 'overwrite' || caller[field] === null
    if (value === undefined || value === null || value === caller[field] || !canReplace) continue
    before[field] = caller[field]
    Object.assign(caller, { [field]: value })
    if (field !== 'name') continue
    before.nameTyped = caller.nameTyped
    caller.nameTyped = true
  }
  return before
}

type PlannedRow = Pick<RowResult, 'number' | 'outcome'> & {
  caller: Candidate
  before: RowUndo | null
  marked: Candidate[]
}

function planRow(
  byPhone: Map<string, Candidate>,
  { number, row }: NumberedRow<CallerRow>,
  mode: ImportContext['duplicates'],
): PlannedRow {
  const matches = [...new Set(row.phones.flatMap((phone) => byPhone.get(phone) ?? []))]
  const [existing] = matches
  const caller = existing ?? buildCandidate(row)
  const before = existing ? applyValues(existing, row, mode) : {}
  // A number that belongs to another caller stays there. Users merge callers themselves.
  const phones = existing && mode === 'skip' ? [] : row.phones.filter((phone) => !byPhone.has(phone))
  for (const phone of phones) byPhone.set(phone, caller)
  caller.newPhones.push(...phones)
  const marked = row.doNotCall ? matches.filter((match) => !match.doNotCall) : []
  for (const match of marked) Object.assign(match, { doNotCall: true, hasChanged: true })
  if (!existing) return { number, outcome: 'created', caller, before: { values: null }, marked: [] }
  const isMarked = marked.includes(existing)
  const values = { ...before, ...(isMarked && { doNotCall: false }) }
  const others = marked.filter((match) => match !== existing)
  if (Object.keys(values).length === 0 && phones.length === 0 && others.length === 0)
    return { number, outcome: mode === 'skip' ? 'skipped' : 'unchanged', caller, before: null, marked: [] }
  if (Object.keys(values).length > 0) existing.hasChanged = true
  return {
    number,
    outcome: 'updated',
    caller,
    before: { values, ...(phones.length > 0 && { phones }) },
    marked: others,
  }
}

async function insertCallers({ db, organizationId }: OrganizationTransaction, created: readonly Candidate[]) {
  if (created.length === 0) return
  await db.insert(callers).values(
    created.map(({ isNew: _isNew, hasChanged: _hasChanged, newPhones: _newPhones, ...caller }) => ({
      ...caller,
      organizationId,
    })),
  )
}

async function updateCallers({ db, organizationId }: OrganizationTransaction, changed: readonly Candidate[]) {
  if (changed.length === 0) return
  const values = changed.map(({ id, name, nameTyped, address, house, system, notes, doNotCall }) => ({
    id,
    name,
    nameTyped,
    address,
    house,
    system,
    notes,
    doNotCall,
  }))
  await db.execute(sql`update callers set
      name = change.name, name_typed = change."nameTyped", address = change.address, house = change.house,
      system = change.system, notes = change.notes, do_not_call = change."doNotCall",
      version = callers.version + 1, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as change(
      id uuid, name text, "nameTyped" boolean, address text, house text, system text, notes text, "doNotCall" boolean)
    where callers.organization_id = ${organizationId} and callers.id = change.id`)
}

async function insertNumbers({ db, organizationId }: OrganizationTransaction, touched: readonly Candidate[]) {
  const rows = touched.flatMap(({ id, newPhones }) =>
    newPhones.map((phone) => ({ organizationId, phone, callerId: id })),
  )
  // A conflict with a call at the same moment fails the batch, and the job repeats it.
  if (rows.length > 0) await db.insert(callerNumbers).values(rows)
}

/**
 * Imports a batch of callers in a fixed number of queries. A do-not-call mark applies in every mode, and to each
 * caller that has one of the numbers.
 */
export async function importCallers(
  tx: OrganizationTransaction,
  { importId, duplicates }: ImportContext,
  rows: readonly NumberedRow<CallerRow>[],
): Promise<RowResult[]> {
  const byPhone = await loadCallers(
    tx,
    rows.flatMap(({ row: { phones } }) => phones),
  )
  const planned = rows.map((row) => planRow(byPhone, row, duplicates))
  const touched = [...new Set(planned.flatMap(({ caller, marked }) => [caller, ...marked]))]
  const changed = touched.filter(({ isNew, hasChanged }) => hasChanged && !isNew)
  await insertCallers(
    tx,
    touched.filter(({ isNew }) => isNew),
  )
  await updateCallers(tx, changed)
  await insertNumbers(tx, touched)
  for (const caller of changed) caller.version += 1
  await updateRecordVersions(tx, importId, changed)
  return planned.map(({ number, outcome, caller, before, marked }) => ({
    number,
    outcome,
    recordId: caller.id,
    recordVersion: caller.version,
    before:
      before && marked.length > 0
        ? { ...before, callers: marked.map(({ id, version }) => ({ id, version, wasMarked: true as const })) }
        : before,
  }))
}
