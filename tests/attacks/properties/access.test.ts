import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, expect } from 'vitest'
import { clerkKey, cookiesWith } from '../../e2e/account/gate-visitors.ts'
import { check } from '../../support/defences/check.ts'
import { ADMIN_CLAIMS, sessionToken } from '../../support/session-token.ts'
import { stack } from '../../support/stack/addresses.ts'
import { properties } from '../defences/properties.ts'
import { holds } from './support/holds.ts'

/** How often a history of requests is begun anew, and how long it is at most. */
const HISTORIES = 25
const REQUESTS = 16

const LEADS = `${stack.env.siteUrl}/api/dashboard/leads`

/** May read leads, and may change them, as a token says it of its first feature. */
const READS = 1
const MANAGES = 2

const mayRead = ({ rights }: Person): boolean => (rights & READS) > 0
const mayManage = ({ rights }: Person): boolean => (rights & MANAGES) > 0

/** Somebody of one of the organizations of a history, with any rights. */
type Person = { organization: number; rights: number; user: number }

type Wanted =
  | { kind: 'list' }
  | { kind: 'create' }
  | { kind: 'open'; lead: number }
  | { kind: 'change'; lead: number }
  | { kind: 'changeAll'; leads: number[] }

type Try = { person: Person; request: Wanted }

type Lead = { id: string; organization: string; name: string; stage: string; version: number }

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

type Answer = { status: number; body: string }

/** What somebody is answered, whose token says for which organization they act and what they may do there. */
async function asks(
  { rights, user }: Person,
  organization: string,
  path: string,
  method = 'GET',
  body?: object,
): Promise<Answer> {
  const claims = {
    ...ADMIN_CLAIMS,
    azp: stack.env.siteUrl,
    sub: `user_${organization}_${user}`,
    o: { ...ADMIN_CLAIMS.o, id: organization, rol: 'member', fpm: `${rights},3,3,3,0` },
  }
  const answer = await fetch(LEADS + path, {
    method,
    headers: {
      ...(await cookiesWith(sessionToken(claims, clerkKey()))),
      origin: new URL(stack.env.siteUrl).origin,
      'content-type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: await answer.text() }
}

/** What there is in the database, told by who owns it. */
const stored = (organizations: string[]) =>
  sql<Lead[]>`
    select id, organization_id as organization, name, stage, version from leads
    where organization_id in ${sql(organizations)} order by id`

/** Leads as they have to be after each request; asserts that its answer says no more and no less. */
class Companies {
  readonly leads: Lead[] = []
  readonly #ids: string[]

  /** @param ids of the organizations */
  constructor(ids: string[]) {
    this.#ids = ids
  }

  /** The lead that a number means; one that is nobody's while there is none. */
  #lead(index: number): Lead {
    const nobodys = { id: randomUUID(), organization: '', name: '', stage: '', version: 1 }
    return this.leads[index % Math.max(1, this.leads.length)] ?? nobodys
  }

  /** A refusal names no lead. */
  #isRefused({ status, body }: Answer, isAllowed: boolean): boolean {
    if (isAllowed) return false
    expect(status).toBe(403)
    for (const { id, name } of this.leads) expect(body.includes(id) || body.includes(name)).toBe(false)
    return true
  }

  async try({ person: who, request: wanted }: Try): Promise<void> {
    const own = this.#ids[who.organization] ?? ''
    if (wanted.kind === 'list') return this.#list(who, own)
    if (wanted.kind === 'create') return this.#create(who, own)
    if (wanted.kind === 'open') return this.#open(who, own, this.#lead(wanted.lead))
    if (wanted.kind === 'change') return this.#change(who, own, this.#lead(wanted.lead))
    return this.#changeAll(who, own, [...new Set(wanted.leads.map((index) => this.#lead(index)))])
  }

  async #list(who: Person, own: string): Promise<void> {
    const answer = await asks(who, own, '')
    if (this.#isRefused(answer, mayRead(who))) return
    const { rows, total } = JSON.parse(answer.body) as { rows: Lead[]; total: number }
    const owned = this.leads.filter(({ organization }) => organization === own)
    expect(total).toBe(owned.length)
    const ids = new Set(owned.map(({ id }) => id))
    expect(rows.filter(({ id }) => !ids.has(id))).toEqual([])
  }

  async #create(who: Person, own: string): Promise<void> {
    const name = `Lead ${randomUUID()}`
    const answer = await asks(who, own, '', 'POST', { name, problem: 'No heat', stage: 'new' })
    if (this.#isRefused(answer, mayManage(who))) return
    expect(`${answer.status} ${answer.body}`).toMatch(/^201 /)
    const { lead } = JSON.parse(answer.body) as { lead: Lead }
    this.leads.push({ id: lead.id, organization: own, name, stage: 'new', version: 1 })
  }

  async #open(who: Person, own: string, lead: Lead): Promise<void> {
    const answer = await asks(who, own, `/${lead.id}`)
    if (this.#isRefused(answer, mayRead(who))) return
    expect(answer.status).toBe(lead.organization === own ? 200 : 404)
    if (lead.name !== '') expect(answer.body.includes(lead.name)).toBe(lead.organization === own)
  }

  async #change(who: Person, own: string, lead: Lead): Promise<void> {
    const name = `Lead ${randomUUID()}`
    const answer = await asks(who, own, `/${lead.id}`, 'PATCH', { name, version: lead.version })
    if (this.#isRefused(answer, mayManage(who))) return
    expect(answer.status).toBe(lead.organization === own ? 200 : 404)
    if (lead.organization === own) Object.assign(lead, { name, version: lead.version + 1 })
  }

  async #changeAll(who: Person, own: string, leads: Lead[]): Promise<void> {
    const ids = leads.map(({ id }) => id)
    const answer = await asks(who, own, '', 'PATCH', { ids, change: { stage: 'lost' } })
    if (this.#isRefused(answer, mayManage(who))) return
    expect(`${answer.status} ${answer.body}`).toMatch(/^200 /)
    for (const lead of leads) {
      if (lead.organization !== own) expect(answer.body.includes(lead.id)).toBe(false)
      else if (lead.stage !== 'lost') Object.assign(lead, { stage: 'lost', version: lead.version + 1 })
    }
  }
}

const byId = (one: Lead, other: Lead) => (one.id < other.id ? -1 : 1)

async function lived(tries: Try[]): Promise<void> {
  const organizations = [0, 1, 2].map(() => `org_${randomUUID().replaceAll('-', '')}`)
  const companies = new Companies(organizations)
  for (const each of tries) await companies.try(each)
  expect([...(await stored(organizations))].toSorted(byId)).toEqual(companies.leads.toSorted(byId))
}

check(
  {
    what: 'Anybody and any lead',
    tried: `${HISTORIES} histories of up to ${REQUESTS} requests by people of three organizations`,
    expected: 'nobody sees or changes a lead of another organization',
    without: properties.rows,
  },
  () => holds(fc.asyncProperty(history, lived), HISTORIES),
)

check(
  {
    what: 'Anybody with any rights',
    tried: `${HISTORIES} histories of one organization, some who may only read, some nothing`,
    expected: 'each does what their rights say, and nothing else',
    without: properties.permissions,
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
