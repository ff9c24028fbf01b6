/**
 * What the list of leads asks of the database, with 100,000 leads of one organization beside as many of another.
 * `node tests/bench/leads.ts`
 * Each statement that an operation sends is explained with its values (EXPLAIN ANALYZE), as the site's role and under
 * row-level security; of five times it is the shortest, planning included. Fails when a statement takes LIMIT or more.
 */
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { postgresServers } from '../../packages/postgres/tests/postgres-servers.ts'
import { openDatabase, SITE_CONNECTION } from '../../lib/db/client.ts'
import { inOrganization, type OrganizationTransaction } from '../../lib/db/organization.ts'
import type { LeadFilter, LeadPageSort } from '../../lib/leads/input.ts'
import { countStages, listLeads, pageOfLeads } from '../../lib/leads/store.ts'

const LEADS = 100_000

/** Milliseconds. */
const LIMIT = 100

const ORGANIZATION = 'org_bench'

/** Words in 40 of 100, 1 of 37, 1 of 200 and 1 of 10,000 leads; as many of each stage, urgency and source, in no order. */
const FILL = `
  insert into leads (organization_id, name, phone, email, address, zip, problem, safety, system, urgency, stage, source, assignee_id, created_at)
  select organization_id,
    (array['Ada','Ben','Carla','Diego','Elena','Frank','Grace','Hugo','Iris','Jonas'])[1 + (n * 7) % 10] || ' ' ||
      (array['Abbot','Brandt','Castillo','Dorsey','Ellison','Farrow','Núñez','Hale','Ingram','Jensen'])[1 + (n / 10) % 10] || ' ' || n,
    '+1212555' || lpad((n % 10000)::text, 4, '0'), 'person' || n || '@example.com', (n % 9000) || ' Main Street', lpad((10000 + n % 800)::text, 5, '0'),
    (array['No heat since last night','The furnace clicks and nothing happens','Air conditioner blows warm air','Thermostat is blank','Maintenance of the heat pump'])[1 + n % 5] ||
      case when n % 10000 = 77 then ', and there is a raccoon' else '' end || case when n % 200 = 5 then ', with an alarm' else '' end || case when n % 37 = 5 then ', it smells' else '' end,
    case when n % 200 = 5 then 'Carbon monoxide' end,
    (array['Furnace','Heat pump','Central air','Boiler'])[1 + n % 4],
    (array['now','today','soon','later'])[1 + (n * 3) % 4],
    (array['new','qualified','booked','won','lost'])[1 + (n * 11) % 5],
    (array['call','chat','form','import','api'])[1 + (n * 13) % 5],
    case when n % 3 = 0 then 'user_' || n % 4 end,
    timestamptz '2026-01-01' - n * interval '1 minute'
  from generate_series(1, ${LEADS}) n, unnest(array['${ORGANIZATION}', 'org_other']) organization_id`

type Page = LeadFilter & { sort?: LeadPageSort }

const page =
  (filter: Page = {}, number = 1) =>
  (tx: OrganizationTransaction) =>
    pageOfLeads(tx, filter, number)

const DATES = { from: '2025-11-01', to: '2025-11-30' }
const NARROW: LeadFilter = { urgency: 'now', source: 'api', stage: 'won', assignee: 'user_0' }

/** What is asked, and by what: the statements of an operation are the rows and the count. */
const OPERATIONS: [name: string, ask: (tx: OrganizationTransaction) => Promise<unknown>][] = [
  ['first page', page()],
  ['page 500', page({}, 500)],
  ['last page that is counted', page({}, 1_000)],
  ['by name', page({ sort: 'name' })],
  ['by name, page 500', page({ sort: 'name' }, 500)],
  ['by urgency', page({ sort: 'urgency' })],
  ['oldest first', page({ sort: 'createdAt' })],
  ['one stage', page({ stage: 'won' })],
  ['one stage by name', page({ stage: 'won', sort: 'name' })],
  ['four filters', page(NARROW)],
  ['four filters by name', page({ ...NARROW, sort: 'name' })],
  ['filters that nothing has', page({ urgency: 'now', source: 'import', stage: 'won', sort: 'name' })],
  ['a month', page(DATES)],
  ['a month by name', page({ ...DATES, sort: 'name' })],
  ['rare word', page({ search: 'raccoon' })],
  ['rare word by name', page({ search: 'raccoon', sort: 'name' })],
  ['word in 1 of 200', page({ search: 'carbon alarm' })],
  ['word in 1 of 200 by name', page({ search: 'carbon alarm', sort: 'name' })],
  ['common word', page({ search: 'heat' })],
  ['common word by name', page({ search: 'heat', sort: 'name' })],
  ['word in 1 of 37', page({ search: 'smells' })],
  ['word in 1 of 37, page 200', page({ search: 'smells' }, 200)],
  ['common word, page 500', page({ search: 'heat' }, 500)],
  ['common word, four filters', page({ search: 'heat', ...NARROW })],
  ['first letter', page({ search: 'a' })],
  ['words that none has together', page({ search: 'blank maintenance' })],
  ['word that none has', page({ search: 'zeppelin' })],
  ['name', page({ search: 'nunez 4266' })],
  ['telephone number', page({ search: '(212) 555-0142' })],
  ['counts of the stages', (tx) => countStages(tx, {})],
  ['counts, common word', (tx) => countStages(tx, { search: 'heat' })],
  ['counts, rare word', (tx) => countStages(tx, { search: 'raccoon' })],
  ['counts, four filters', (tx) => countStages(tx, NARROW)],
  ['part of the list, by cursor', async (tx) => afterHalf(tx, {})],
  ['part by cursor and word', async (tx) => afterHalf(tx, { search: 'heat' })],
]

/** The part of 100 that follows the 100 leads of a cursor in the middle. */
async function afterHalf(tx: OrganizationTransaction, filter: LeadFilter): Promise<void> {
  const { next } = await listLeads(tx, { ...filter, limit: 100, to: '2025-11-27' })
  await listLeads(tx, { ...filter, limit: 100, ...(next && { cursor: next }) })
}

type Explained = { 'QUERY PLAN': { 'Execution Time': number; 'Planning Time': number }[] }

type Statement = { query: string; params: unknown[] }

let isTooSlow = false

for (const { name, start } of postgresServers) {
  const server = await start()
  const opened = await openDatabase(server.url)
  await opened.close()
  const owner = postgres(server.url, { max: 1, onnotice: () => undefined })
  await owner`insert into organizations (id) values (${ORGANIZATION}), ('org_other')`
  await owner.unsafe(FILL)
  // What autovacuum does on a server; PGlite has none.
  await owner`vacuum analyze leads`
  await owner.end()

  const sent: Statement[] = []
  const client = postgres(server.url, { ...SITE_CONNECTION, max: 1 })
  const logger = { logQuery: (query: string, params: unknown[]) => sent.push({ query, params }) }
  const db = drizzle(client, { logger })
  process.stdout.write(`\n${name}, ms, at most ${LIMIT}\n`)
  for (const [operation, ask] of OPERATIONS) {
    await inOrganization(db, ORGANIZATION, async (tx) => {
      sent.length = 0
      await ask(tx)
    })
    const statements = sent.filter(({ query }) => /"(searchable_)?leads"/.test(query))
    const times: number[] = []
    for (const statement of statements) times.push(await explained(client, statement))
    const isSlow = times.length === 0 || times.some((ms) => ms >= LIMIT)
    isTooSlow ||= isSlow
    const columns = times.map((ms) => ms.toFixed(1).padStart(9)).join('')
    process.stdout.write(`${operation.padEnd(30)}${columns}${isSlow ? '  too slow' : ''}\n`)
  }
  await client.end()
  await server.close()
}

if (isTooSlow) process.exitCode = 1

/** Milliseconds that a statement takes in the database. */
async function explained(client: postgres.Sql, { query, params }: Statement): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY
  for (let time = 0; time < 5; time++) {
    await client.begin(async (transaction) => {
      await transaction`select set_config('app.organization_id', ${ORGANIZATION}, true)`
      const [row] = await transaction.unsafe<Explained[]>(`explain (analyze, format json) ${query}`, params as never)
      const plan = row?.['QUERY PLAN'][0]
      if (plan) shortest = Math.min(shortest, plan['Execution Time'] + plan['Planning Time'])
    })
  }
  return shortest
}
