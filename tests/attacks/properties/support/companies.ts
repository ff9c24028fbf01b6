import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { clerkKey, cookiesWith } from '../../../e2e/account/gate-visitors.ts'
import { ADMIN_CLAIMS, sessionToken } from '../../../support/session-token.ts'
import { stack } from '../../../support/stack/addresses.ts'

const LEADS = `${stack.env.siteUrl}/api/dashboard/leads`

export const READS = 1
export const MANAGES = 2

const mayRead = ({ rights }: Person): boolean => (rights & READS) > 0
const mayManage = ({ rights }: Person): boolean => (rights & MANAGES) > 0

type Person = { organization: number; rights: number; user: number }

export type Wanted =
  | { kind: 'list' }
  | { kind: 'create' }
  | { kind: 'open'; lead: number }
  | { kind: 'change'; lead: number }
  | { kind: 'changeAll'; leads: number[] }

export type Try = { person: Person; request: Wanted }

export type Lead = { id: string; organization: string; name: string; stage: string; version: number }

type Answer = { status: number; body: string }

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

const same = (seen: unknown, wanted: unknown) => expect(seen).toEqual(wanted)

export class Companies {
  readonly leads: Lead[] = []
  readonly #ids: string[]

  constructor(ids: string[]) {
    this.#ids = ids
  }

  /** Returns the lead at an index, or a lead without an organization if no leads exist. */
  #lead(index: number): Lead {
    const nobodys = { id: randomUUID(), organization: '', name: '', stage: '', version: 1 }
    return this.leads[index % Math.max(1, this.leads.length)] ?? nobodys
  }

  #isRefused({ status, body }: Answer, isAllowed: boolean): boolean {
    if (isAllowed) return false
    same(status, 403)
    same(
      this.leads.filter(({ id, name }) => body.includes(id) || body.includes(name)),
      [],
    )
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
    same(total, owned.length)
    const ids = new Set(owned.map(({ id }) => id))
    same(
      rows.filter(({ id }) => !ids.has(id)),
      [],
    )
  }

  async #create(who: Person, own: string): Promise<void> {
    const name = `Lead ${randomUUID()}`
    const answer = await asks(who, own, '', 'POST', { name, problem: 'No heat', stage: 'new' })
    if (this.#isRefused(answer, mayManage(who))) return
    same(answer.status, 201)
    const { lead } = JSON.parse(answer.body) as { lead: Lead }
    this.leads.push({ id: lead.id, organization: own, name, stage: 'new', version: 1 })
  }

  async #open(who: Person, own: string, lead: Lead): Promise<void> {
    const answer = await asks(who, own, `/${lead.id}`)
    if (this.#isRefused(answer, mayRead(who))) return
    same(answer.status, lead.organization === own ? 200 : 404)
    if (lead.name !== '') same(answer.body.includes(lead.name), lead.organization === own)
  }

  async #change(who: Person, own: string, lead: Lead): Promise<void> {
    const name = `Lead ${randomUUID()}`
    const answer = await asks(who, own, `/${lead.id}`, 'PATCH', { name, version: lead.version })
    if (this.#isRefused(answer, mayManage(who))) return
    same(answer.status, lead.organization === own ? 200 : 404)
    if (lead.organization === own) Object.assign(lead, { name, version: lead.version + 1 })
  }

  async #changeAll(who: Person, own: string, leads: Lead[]): Promise<void> {
    const ids = leads.map(({ id }) => id)
    const answer = await asks(who, own, '', 'PATCH', { ids, change: { stage: 'lost' } })
    if (this.#isRefused(answer, mayManage(who))) return
    same(answer.status, 200)
    for (const lead of leads) {
      if (lead.organization !== own) same(answer.body.includes(lead.id), false)
      else if (lead.stage !== 'lost') Object.assign(lead, { stage: 'lost', version: lead.version + 1 })
    }
  }
}
