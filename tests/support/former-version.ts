import postgres, { type Sql, type TransactionSql } from 'postgres'
import { ORGANIZATION_SETTING, SITE_ROLE } from '../../lib/platform/db/owned.ts'

type Column = { name: string; type: string; notNull: boolean; default?: unknown; generated?: unknown }
type Table = { name: string; columns: Record<string, Column> }

export type Snapshot = { tables: Record<string, Table> }

const ORGANIZATION = 'org_of_former_version'
const ID = '11111111-1111-4111-8111-111111111111'

/** Sample values by column type. Rows that reference each other share the same ID. */
const VALUES: [type: RegExp, value: string][] = [
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
const OTHERWISE: Record<string, Record<string, string | null>> = {
  appointments: { ends_at: '2026-03-01T13:00:00Z' },
  contact_deliveries: { notice_id: null },
}

function valueOf(table: Table, { name, type }: Column): string | null {
  const own = OTHERWISE[table.name]?.[name]
  if (own !== undefined) return own
  if (name === 'organization_id' || (table.name === 'organizations' && name === 'id')) return ORGANIZATION
  const found = VALUES.find(([pattern]) => pattern.test(type))
  if (!found) throw new Error(`There is no value of the type ${type}: add one to tests/support/former-version.ts`)
  return found[1]
}

/** Tables that only triggers write and no version reads. */
const BY_TRIGGERS = new Set(['deletions'])

const written = ({ columns }: Table) =>
  Object.values(columns).filter(({ generated, type }) => generated === undefined && type !== 'tsvector')

const quoted = (name: string) => `"${name}"`

/** Returns table names with referenced tables first. */
async function inOrderOfReference(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string; refersTo: string | null }[]>`
    select t.relname as name, r.relname as "refersTo"
    from pg_class t
    left join pg_constraint c on c.conrelid = t.oid and c.contype = 'f' and c.confrelid <> t.oid
    left join pg_class r on r.oid = c.confrelid
    where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace`
  const left = new Map<string, Set<string>>()
  for (const { name, refersTo } of rows) {
    const others = left.get(name) ?? new Set()
    if (refersTo) others.add(refersTo)
    left.set(name, others)
  }
  const ordered: string[] = []
  while (left.size > 0) {
    const next = [...left].filter(([, others]) => [...others].every((other) => ordered.includes(other)))
    if (next.length === 0) throw new Error(`Tables refer to one another in a circle: ${[...left.keys()].join(', ')}`)
    for (const [name] of next) {
      ordered.push(name)
      left.delete(name)
    }
  }
  return ordered
}

/** Returns the statements of a version for a table: a full insert, a minimal insert, a select and an update. */
function statementsOf(table: Table): { what: string; text: string; values: (string | null)[] }[] {
  const name = quoted(table.name)
  const insert = (columns: Column[]) => ({
    text: `insert into ${name} (${columns.map((column) => quoted(column.name)).join(', ')})
      values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) on conflict do nothing`,
    values: columns.map((column) => valueOf(table, column)),
  })
  const all = written(table)
  const needed = all.filter((column) => column.notNull && column.default === undefined)
  const known = Object.values(table.columns).map((column) => quoted(column.name))
  return [
    { what: 'insert', ...insert(all) },
    ...(needed.length > 0 && needed.length < all.length && !(table.name in OTHERWISE)
      ? [{ what: 'insert of the least', ...insert(needed) }]
      : []),
    { what: 'read', text: `select ${known.join(', ')} from ${name}`, values: [] },
    {
      what: 'update',
      text: `update ${name} set ${all.map(({ name: column }) => `${quoted(column)} = ${quoted(column)}`).join(', ')}`,
      values: [],
    },
  ]
}

/** Returns the column's type without its collation. */
const typeOf = ({ type }: Column) => type.replace(/ collate .*/, '').replace('timestamp (', 'timestamp(')

async function otherTypes(tx: TransactionSql, { name, columns }: Table): Promise<string[]> {
  const rows = await tx<{ column: string; type: string }[]>`
    select a.attname as column, format_type(a.atttypid, a.atttypmod) as type
    from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0
    where t.relname = ${name} and t.relnamespace = 'public'::regnamespace`
  const present = new Map(rows.map(({ column, type }) => [column, type]))
  return Object.values(columns)
    .filter((column) => present.has(column.name) && present.get(column.name) !== typeOf(column))
    .map((column) => `${name}: type of ${column.name}: ${present.get(column.name)} and not ${column.type}`)
}

async function failures(tx: TransactionSql, table: Table): Promise<string[]> {
  const found = await otherTypes(tx, table)
  for (const { what, text, values } of statementsOf(table)) {
    try {
      await tx.savepoint(async (inner) => {
        const rows = await inner.unsafe(text, values)
        if (what === 'read' && rows.length === 0) throw new Error('what was written is not seen')
      })
    } catch (error) {
      found.push(`${table.name}: ${what}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return found
}

/**
 * Runs the statements of an earlier version as the site's role and returns those that fail. Leaves no rows. `url` is a
 * database with the current tables.
 */
export async function formerVersionFailures(url: string, { tables }: Snapshot): Promise<string[]> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    const order = await inOrderOfReference(sql)
    // Tables without an entry come last: views have replaced them, and nothing references them.
    const placeOf = ({ name }: Table) => (order.includes(name) ? order.indexOf(name) : order.length)
    const known = Object.values(tables).toSorted((a, b) => placeOf(a) - placeOf(b))
    const found: string[] = []
    const undone = new Error('Nothing is left')
    await sql
      .begin(async (tx) => {
        await tx.unsafe(`set local role ${SITE_ROLE}`)
        await tx`select set_config(${ORGANIZATION_SETTING}, ${ORGANIZATION}, true)`
        for (const table of known.filter(({ name }) => !BY_TRIGGERS.has(name)))
          found.push(...(await failures(tx, table)))
        throw undone
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error
      })
    return found
  } finally {
    await sql.end()
  }
}
