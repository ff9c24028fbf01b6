import postgres, { type Sql } from 'postgres'

type DatabaseState = Record<string, unknown>

const TABLES_QUERY = `select schemaname as schema, tablename as name from pg_tables
  where schemaname in ('public', 'drizzle') order by 1, 2`

async function withConnection<Result>(url: string, run: (sql: Sql) => Promise<Result>): Promise<Result> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    return await run(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

export const readAllRows = (url: string): Promise<Record<string, string[]>> =>
  withConnection(url, async (sql) => {
    const entries: [string, string[]][] = []
    for (const { schema, name } of await sql.unsafe<{ schema: string; name: string }[]>(TABLES_QUERY)) {
      const rows = await sql<{ row: string }[]>`
        select to_jsonb(t)::text as row from ${sql(schema)}.${sql(name)} t order by 1`
      entries.push([`${schema}.${name}`, rows.map(({ row }) => row)])
    }
    return Object.fromEntries(entries)
  })

const STRUCTURE_QUERIES = {
  policies: `select tablename, policyname, permissive, roles::text, cmd, qual, with_check from pg_policies order by 1, 2`,
  tables: `select relname, relkind, relrowsecurity, relforcerowsecurity,
    array(select p from unnest(array['select', 'insert', 'update', 'delete', 'truncate']) p where has_table_privilege('ductwise_site', oid, p)) as may
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') order by 1`,
  functions: `select proname, pg_get_functiondef(oid) as definition, prosecdef, proconfig::text,
    has_function_privilege('ductwise_site', oid, 'execute') as may,
    exists (select from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee = 0) as everybody
    from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
  triggers: `select pg_get_triggerdef(oid) as definition from pg_trigger where not tgisinternal order by 1`,
  constraints: `select conrelid::regclass::text as of, conname, pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
  indexes: `select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1`,
  columns: `select table_name, column_name, data_type, is_nullable, column_default, generation_expression
    from information_schema.columns where table_schema = 'public' order by 1, 2`,
  views: `select viewname, definition from pg_views where schemaname = 'public' order by 1`,
  futureTables: `select array(select privilege_type from pg_default_acl, aclexplode(defaclacl) acl
    where acl.grantee = 'ductwise_site'::regrole order by 1) as may`,
  role: `select rolsuper, rolbypassrls, rolcanlogin from pg_roles where rolname = 'ductwise_site'`,
}

/** Returns schema and privileges without rows. */
export const readStructure = (url: string): Promise<DatabaseState> =>
  withConnection(url, async (sql) => {
    const entries: [string, unknown][] = []
    for (const [name, query] of Object.entries(STRUCTURE_QUERIES)) entries.push([name, [...(await sql.unsafe(query))]])
    return Object.fromEntries(entries)
  })

/** Returns the number of rows per table that the site's role sees, with or without an organization. */
export const countVisibleRows = (url: string, organizationId?: string): Promise<Record<string, number>> =>
  withConnection(url, (sql) =>
    sql.begin(async (tx) => {
      await tx`set local role ductwise_site`
      if (organizationId) await tx`select set_config('app.organization_id', ${organizationId}, true)`
      const tables = await tx<{ table: string }[]>`
        select tablename as table from pg_policies where policyname = 'own_organization_only' order by 1`
      const entries: [string, number][] = []
      for (const { table } of tables) {
        const [counts] = await tx<{ own: number; all: number }[]>`
          select count(*)::int as all, count(*) filter (where organization_id = ${organizationId ?? ''})::int as own
          from ${tx(table)}`
        if (counts?.own !== counts?.all) throw new Error(`${table} shows rows of others`)
        entries.push([table, counts?.all ?? 0])
      }
      return Object.fromEntries(entries)
    }),
  )
