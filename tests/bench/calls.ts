/**
 * How long the lists of calls and of callers take on the server, with 10,000 calls of 4,000 callers in one organization.
 * `node tests/bench/calls.ts`
 * Each is read as its page reads it, in a transaction under row-level security; of five times it is the shortest. Fails when
 * one takes LIMIT or more.
 */
import { postgresServers } from '../../packages/postgres/tests/postgres-servers.ts'
import { listCallers } from '../../lib/callers/list.ts'
import { callListState } from '../../lib/calls/list-state.ts'
import { readCallList } from '../../lib/calls/read-list.ts'
import { openDatabase } from '../../lib/db/client.ts'
import { inOrganization, type OrganizationTransaction } from '../../lib/db/organization.ts'

const CALLS = 10_000
const CALLERS = 4_000
const LEADS = 5_000

/** Milliseconds. */
const LIMIT = 300

const ORGANIZATION = 'org_bench'

/** A number of so many, the same for the same position. */
const phone = (position: string) => `'+1212' || lpad((${position} % ${CALLERS})::text, 7, '0')`

const FILL = [
  `insert into calls (organization_id, started_at, duration, outcome, caller_name, caller_phone, summary, caller_words, transcript)
  select '${ORGANIZATION}', timestamptz '2026-03-01' - n * interval '47 minutes', 60, 'message', 'Inés Núñez ' || n % ${CALLERS}, ${phone('n')},
    'No heat since last night', 'My furnace stopped',
    (select jsonb_agg(jsonb_build_object('speaker', 'caller', 'at', line, 'text', 'It clicks and there is no flame ' || line)) from generate_series(1, 20) line)
  from generate_series(1, ${CALLS}) n`,
  `insert into leads (organization_id, name, phone, problem, source)
  select '${ORGANIZATION}', 'Inés Núñez', ${phone('n')}, 'No heat', 'call' from generate_series(1, ${LEADS}) n`,
  `with made as (
    insert into callers (organization_id, name, notes, latest_at)
    select '${ORGANIZATION}', 'Inés Núñez ' || n, ${phone('n')}, timestamptz '2026-03-01' - n * interval '47 minutes'
    from generate_series(0, ${CALLERS - 1}) n returning id, notes
  ) insert into caller_numbers (organization_id, phone, caller_id) select '${ORGANIZATION}', notes, id from made`,
]

type Ask = (tx: OrganizationTransaction) => Promise<{ rows: unknown[] }>

const callers =
  (search: string, page = 1): Ask =>
  (tx) =>
    listCallers(tx, { mayReadAppointments: true }, { search, page })

const calls =
  (state: object): Ask =>
  (tx) =>
    readCallList(tx, 'user_1', callListState.parse(state))

const LISTS: [name: string, ask: Ask][] = [
  ['calls', calls({})],
  ['calls, last page', calls({ page: CALLS / 10 })],
  ['calls, longest first', calls({ sort: '-duration' })],
  ['calls, one outcome', calls({ outcome: ['message'] })],
  ['calls, a month', calls({ from: '2026-01-01', to: '2026-01-31' })],
  ['calls, common words', calls({ search: 'furnace flame' })],
  ['calls, a name without accents', calls({ search: 'nunez 39' })],
  ['calls, part of a number', calls({ search: '0042' })],
  ['callers', callers('')],
  ['callers, last page', callers('', CALLERS / 10)],
  ['callers, a name without accents', callers('nunez 39')],
  ['callers, part of a number', callers('0042')],
]

let isTooSlow = false

for (const { name, start } of postgresServers) {
  const server = await start()
  const { db, close } = await openDatabase(server.url)
  await inOrganization(db, ORGANIZATION, async (tx) => {
    for (const statement of FILL) await tx.db.execute(statement)
  })
  process.stdout.write(`\n${name}, ms, at most ${LIMIT}\n`)
  for (const [list, ask] of LISTS) {
    const times: number[] = []
    for (let time = 0; time < 5; time++) {
      const began = performance.now()
      const { rows } = await inOrganization(db, ORGANIZATION, ask)
      times.push(performance.now() - began)
      if (rows.length === 0) throw new Error(`${list}: nothing was found`)
    }
    const shortest = Math.min(...times)
    isTooSlow ||= shortest >= LIMIT
    process.stdout.write(
      `${list.padEnd(34)}${shortest.toFixed(1).padStart(9)}${shortest >= LIMIT ? '  too slow' : ''}\n`,
    )
  }
  await close()
  await server.close()
}

if (isTooSlow) process.exitCode = 1
