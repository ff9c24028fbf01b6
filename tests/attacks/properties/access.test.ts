import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, expect } from 'vitest'
import { check } from '../../support/check.ts'
import { stack } from '../../support/stack/addresses.ts'
import { Companies, type Lead, MANAGE_RIGHT, READ_RIGHT, type Attempt, type RequestSpec } from './support/companies.ts'
import { checkProperty } from './support/check-property.ts'

const HISTORY_COUNT = 25
const MAX_REQUESTS = 16

const person = fc.record({ organization: fc.nat(2), rights: fc.nat(3), user: fc.nat(1) })
const request = fc.oneof<fc.Arbitrary<RequestSpec>[]>(
  fc.record({ kind: fc.constantFrom('list' as const, 'create' as const) }),
  fc.record({ kind: fc.constantFrom('open' as const, 'change' as const), lead: fc.nat(8) }),
  fc.record({ kind: fc.constant('changeAll' as const), leads: fc.array(fc.nat(8), { minLength: 1, maxLength: 3 }) }),
)
const history = fc.array(fc.record({ person, request }), { minLength: 4, maxLength: MAX_REQUESTS })

let sql: Sql

beforeAll(() => {
  sql = postgres(stack.env.databaseUrl, { max: 1, onnotice: () => undefined })
})

afterAll(() => sql?.end())

const selectLeads = (organizations: string[]) =>
  sql<Lead[]>`
    select id, organization_id as organization, name, stage, version from leads
    where organization_id in ${sql(organizations)} order by id`

const compareById = (a: Lead, b: Lead) => (a.id < b.id ? -1 : 1)

async function runHistory(attempts: Attempt[]): Promise<void> {
  const organizations = [0, 1, 2].map(() => `org_${randomUUID().replaceAll('-', '')}`)
  const companies = new Companies(organizations)
  const first = organizations.map((_, organization): Attempt => ({
    person: { organization, rights: READ_RIGHT | MANAGE_RIGHT, user: 0 },
    request: { kind: 'create' },
  }))
  for (const attempt of [...first, ...first, ...attempts]) await companies.execute(attempt)
  expect([...(await selectLeads(organizations))].toSorted(compareById)).toEqual(companies.leads.toSorted(compareById))
}

check(
  {
    what: 'Lead access across organizations',
    tried: `${HISTORY_COUNT} random histories of up to ${MAX_REQUESTS} requests by users of three organizations`,
    expected: 'never returns or changes a lead of another organization',
  },
  () => checkProperty(fc.asyncProperty(history, runHistory), HISTORY_COUNT),
)

check(
  {
    what: 'Lead access by permissions',
    tried: `${HISTORY_COUNT} random histories of one organization; some users are read-only, some have no access`,
    expected: 'allows exactly what the permissions grant',
  },
  () =>
    checkProperty(
      fc.asyncProperty(
        history.map((attempts) =>
          attempts.map(({ person: member, ...rest }) => ({ ...rest, person: { ...member, organization: 0 } })),
        ),
        runHistory,
      ),
      HISTORY_COUNT,
    ),
)
