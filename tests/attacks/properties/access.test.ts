import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, expect } from 'vitest'
import { check } from '../../support/check.ts'
import { stack } from '../../support/stack/addresses.ts'
import { Companies, type Lead, MANAGES, READS, type Try, type Wanted } from './support/companies.ts'
import { holds } from './support/holds.ts'

const HISTORIES = 25
const REQUESTS = 16

const person = fc.record({ organization: fc.nat(2), rights: fc.nat(3), user: fc.nat(1) })
const request = fc.oneof<fc.Arbitrary<Wanted>[]>(
  fc.record({ kind: fc.constantFrom('list' as const, 'create' as const) }),
  fc.record({ kind: fc.constantFrom('open' as const, 'change' as const), lead: fc.nat(8) }),
  fc.record({ kind: fc.constant('changeAll' as const), leads: fc.array(fc.nat(8), { minLength: 1, maxLength: 3 }) }),
)
const history = fc.array(fc.record({ person, request }), { minLength: 4, maxLength: REQUESTS })

let sql: Sql

beforeAll(() => {
  sql = postgres(stack.env.databaseUrl, { max: 1, onnotice: () => undefined })
})

afterAll(() => sql?.end())

const stored = (organizations: string[]) =>
  sql<Lead[]>`
    select id, organization_id as organization, name, stage, version from leads
    where organization_id in ${sql(organizations)} order by id`

const byId = (one: Lead, other: Lead) => (one.id < other.id ? -1 : 1)

async function lived(tries: Try[]): Promise<void> {
  const organizations = [0, 1, 2].map(() => `org_${randomUUID().replaceAll('-', '')}`)
  const companies = new Companies(organizations)
  const first = organizations.map((_, organization): Try => ({
    person: { organization, rights: READS | MANAGES, user: 0 },
    request: { kind: 'create' },
  }))
  for (const each of [...first, ...first, ...tries]) await companies.try(each)
  expect([...(await stored(organizations))].toSorted(byId)).toEqual(companies.leads.toSorted(byId))
}

check(
  {
    what: 'Lead access across organizations',
    tried: `${HISTORIES} random histories of up to ${REQUESTS} requests by users of three organizations`,
    expected: 'never returns or changes a lead of another organization',
  },
  () => holds(fc.asyncProperty(history, lived), HISTORIES),
)

check(
  {
    what: 'Lead access by permissions',
    tried: `${HISTORIES} random histories of one organization; some users are read-only, some have no access`,
    expected: 'allows exactly what the permissions grant',
  },
  () =>
    holds(
      fc.asyncProperty(
        history.map((tries) =>
          tries.map(({ person: who, ...rest }) => ({ ...rest, person: { ...who, organization: 0 } })),
        ),
        lived,
      ),
      HISTORIES,
    ),
)
