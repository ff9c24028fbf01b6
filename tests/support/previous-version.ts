import postgres, { type Sql, type TransactionSql } from 'postgres'
import { ORGANIZATION_SETTING, SITE_ROLE } from '../../lib/platform/db/organization-policies.ts'

type Column = { name: string; type: string; notNull: boolean; default?: unknown; generated?: unknown }
type Table = { name: string; columns: Record<string, Column> }

export type Snapshot = { tables: Record<string, Table> }

const ORGANIZATION = 'org_of_former_version'
const ID = '11111111-1111-4111-8111-111111111111'

/** Sample values by column type. Rows that reference each other share the same ID. */
const VALUES_BY_TYPE: [type: RegExp, value: string][] = [
  [/\[\]$/, '{}'],
  [/^uuid/, ID],
  [/^text/, 'former'],
  [/^integer|^bigint|^numeric/, '1'],
  [/^boolean/, 'true'],
  [/^jsonb/, '{}'],
  [/^timestamp/, '2026-03-01T12:00:00Z'],
  [/^date/, '2026-03-01'],
  [/^bytea/, '\\x00'],
]

/** Values by table and column that satisfy check constraints. */
const VALUES_BY_COLUMN: Record<string, Record<string, string | null>> = {
  appointments: { ends_at: '2026-03-01T13:00:00Z' },
  contact_deliveries: { notice_id: null },
}

function getValue(table: Table, { name, type }: Column): string | null {
  const columnValue = VALUES_BY_COLUMN[table.name]?.[name]
  if (columnValue !== undefined) return columnValue
  if (name === 'organization_id' || (table.name === 'organizations' && name === 'id')) return ORGANIZATION
  const match = VALUES_BY_TYPE.find(([pattern]) => pattern.test(type))
  if (!match) throw new Error(`There is no value of the type ${type}: add one to tests/support/previous-version.ts`)
  return match[1]
}

/** Tables that only triggers write and no version reads. */
const TRIGGER_TABLES = new Set(['deletions'])

const getWritableColumns = ({ columns }: Table) =>
  Object.values(columns).filter(({ generated, type }) => generated === undefined && type !== 'tsvector')

const quoteIdentifier = (name: string) => `"${name}"`

/** Returns table names with referenced tables first. */
async function sortByReference(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string; refersTo: string | null }[]>`
    select t.relname as name, r.relname as "refersTo"
    from pg_class t
    left join pg_constraint c on c.conrelid = t.oid and c.contype = 'f' and c.confrelid <> t.oid
    left join pg_class r on r.oid = c.confrelid
    where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace`
  const remaining = new Map<string, Set<string>>()
  for (const { name, refersTo } of rows) {
    const references = remaining.get(name) ?? new Set()
    if (refersTo) references.add(refersTo)
    remaining.set(name, references)
  }
  const orderedTables: string[] = []
  while (remaining.size > 0) {
    const next = [...remaining].filter(([, references]) =>
      [...references].every((reference) => orderedTables.includes(reference)),
    )
    if (next.length === 0)
      throw new Error(`Tables refer to one another in a circle: ${[...remaining.keys()].join(', ')}`)
    for (const [name] of next) {
      orderedTables.push(name)
      remaining.delete(name)
    }
  }
  return orderedTables
}

/** Returns the statements of a version for a table: a full insert, a minimal insert, a select and an update. */
function buildStatements(table: Table): { operation: string; text: string; values: (string | null)[] }[] {
  const name = quoteIdentifier(table.name)
  const buildInsertStatement = (columns: Column[]) => ({
    text: `insert into ${name} (${columns.map((column) => quoteIdentifier(column.name)).join(', ')})
      values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) on conflict do nothing`,
    values: columns.map((column) => getValue(table, column)),
  })
  const writableColumns = getWritableColumns(table)
  const requiredColumns = writableColumns.filter(
    (column) => column.name === 'organization_id' || (column.notNull && column.default === undefined),
  )
  const columnNames = Object.values(table.columns).map((column) => quoteIdentifier(column.name))
  return [
    { operation: 'insert', ...buildInsertStatement(writableColumns) },
    ...(requiredColumns.length > 0 &&
    requiredColumns.length < writableColumns.length &&
    !(table.name in VALUES_BY_COLUMN)
      ? [{ operation: 'insert of the least', ...buildInsertStatement(requiredColumns) }]
      : []),
    { operation: 'read', text: `select ${columnNames.join(', ')} from ${name}`, values: [] },
    {
      operation: 'update',
      text: `update ${name} set ${writableColumns.map(({ name: column }) => `${quoteIdentifier(column)} = ${quoteIdentifier(column)}`).join(', ')}`,
      values: [],
    },
  ]
}

/** Returns the column's type without its collation. */
const getTypeName = ({ type }: Column) => type.replace(/ collate .*/, '').replace('timestamp (', 'timestamp(')

async function findTypeChanges(tx: TransactionSql, { name, columns }: Table): Promise<string[]> {
  const rows = await tx<{ column: string; type: string }[]>`
    select a.attname as column, format_type(a.atttypid, a.atttypmod) as type
    from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0
    where t.relname = ${name} and t.relnamespace = 'public'::regnamespace`
  const currentTypes = new Map(rows.map(({ column, type }) => [column, type]))
  return Object.values(columns)
    .filter((column) => currentTypes.has(column.name) && currentTypes.get(column.name) !== getTypeName(column))
    .map((column) => `${name}: type of ${column.name}: ${currentTypes.get(column.name)} and not ${column.type}`)
}

async function findTableFailures(tx: TransactionSql, table: Table): Promise<string[]> {
  const problems = await findTypeChanges(tx, table)
  for (const { operation, text, values } of buildStatements(table)) {
    try {
      await tx.savepoint(async (savepoint) => {
        const rows = await savepoint.unsafe(text, values)
        if (operation === 'read' && rows.length === 0) throw new Error('what was written is not seen')
      })
    } catch (error) {
      problems.push(`${table.name}: ${operation}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return problems
}

/**
 * Runs the statements of an earlier version as the site's role and returns those that fail. Leaves no rows. `url` is a
 * database with the current tables.
 */
export async function findPreviousVersionFailures(url: string, { tables }: Snapshot): Promise<string[]> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    const order = await sortByReference(sql)
    // Tables without an entry come last: views have replaced them, and nothing references them.
    const getPosition = ({ name }: Table) => (order.includes(name) ? order.indexOf(name) : order.length)
    const sortedTables = Object.values(tables).toSorted((a, b) => getPosition(a) - getPosition(b))
    const problems: string[] = []
    const rollback = new Error('Nothing is left')
    await sql
      .begin(async (tx) => {
        await tx.unsafe(`set local role ${SITE_ROLE}`)
        await tx`select set_config(${ORGANIZATION_SETTING}, ${ORGANIZATION}, true)`
        for (const table of sortedTables.filter(({ name }) => !TRIGGER_TABLES.has(name)))
          problems.push(...(await findTableFailures(tx, table)))
        throw rollback
      })
      .catch((error: unknown) => {
        if (error !== rollback) throw error
      })
    return problems
  } finally {
    await sql.end()
  }
}
