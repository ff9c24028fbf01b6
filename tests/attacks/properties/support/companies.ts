import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { readClerkKey, buildCookies } from '../../../e2e/account/gate-visitors.ts'
import { ADMIN_CLAIMS, createSessionToken } from '../../../support/session-token.ts'
import { stack } from '../../../support/stack/addresses.ts'

const LEADS_URL = `${stack.env.siteUrl}/api/dashboard/leads`

export const READ_RIGHT = 1
export const MANAGE_RIGHT = 2

const canRead = ({ rights }: Person): boolean => (rights & READ_RIGHT) > 0
const canManage = ({ rights }: Person): boolean => (rights & MANAGE_RIGHT) > 0

type Person = { organization: number; rights: number; user: number }

export type RequestSpec =
  | { kind: 'list' }
  | { kind: 'create' }
  | { kind: 'open'; lead: number }
  | { kind: 'change'; lead: number }
  | { kind: 'changeAll'; leads: number[] }

export type Attempt = { person: Person; request: RequestSpec }

export type Lead = { id: string; organization: string; name: string; stage: string; version: number }

type ApiResponse = { status: number; body: string }

async function sendRequest(
  { rights, user }: Person,
  organization: string,
  path: string,
  method = 'GET',
  body?: object,
): Promise<ApiResponse> {
  const claims = {
    ...ADMIN_CLAIMS,
    azp: stack.env.siteUrl,
    sub: `user_${organization}_${user}`,
    o: { ...ADMIN_CLAIMS.o, id: organization, rol: 'member', fpm: `${rights},3,3,3,0` },
  }
  const response = await fetch(LEADS_URL + path, {
    method,
    headers: {
      ...(await buildCookies(createSessionToken(claims, readClerkKey()))),
      origin: new URL(stack.env.siteUrl).origin,
      'content-type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.text() }
}

const expectEqual = (actual: unknown, expected: unknown) => expect(actual).toEqual(expected)

export class Companies {
  readonly leads: Lead[] = []
  readonly #ids: string[]

  constructor(ids: string[]) {
    this.#ids = ids
  }

  /** Returns the lead at an index, or a lead without an organization if no leads exist. */
  #getLead(index: number): Lead {
    const orphanLead = { id: randomUUID(), organization: '', name: '', stage: '', version: 1 }
    return this.leads[index % Math.max(1, this.leads.length)] ?? orphanLead
  }

  #isForbidden({ status, body }: ApiResponse, isAllowed: boolean): boolean {
    if (isAllowed) return false
    expectEqual(status, 403)
    expectEqual(
      this.leads.filter(({ id, name }) => body.includes(id) || body.includes(name)),
      [],
    )
    return true
  }

  async execute({ person, request }: Attempt): Promise<void> {
    const organizationId = this.#ids[person.organization] ?? ''
    if (request.kind === 'list') return this.#list(person, organizationId)
    if (request.kind === 'create') return this.#create(person, organizationId)
    if (request.kind === 'open') return this.#open(person, organizationId, this.#getLead(request.lead))
    if (request.kind === 'change') return this.#change(person, organizationId, this.#getLead(request.lead))
    return this.#changeAll(person, organizationId, [...new Set(request.leads.map((index) => this.#getLead(index)))])
  }

  async #list(person: Person, organizationId: string): Promise<void> {
    const response = await sendRequest(person, organizationId, '')
    if (this.#isForbidden(response, canRead(person))) return
    const { rows, total } = JSON.parse(response.body) as { rows: Lead[]; total: number }
    const ownLeads = this.leads.filter(({ organization }) => organization === organizationId)
    expectEqual(total, ownLeads.length)
    const ids = new Set(ownLeads.map(({ id }) => id))
    expectEqual(
      rows.filter(({ id }) => !ids.has(id)),
      [],
    )
  }

  async #create(person: Person, organizationId: string): Promise<void> {
    const name = `Lead ${randomUUID()}`
    const response = await sendRequest(person, organizationId, '', 'POST', { name, problem: 'No heat', stage: 'new' })
    if (this.#isForbidden(response, canManage(person))) return
    expectEqual(response.status, 201)
    const { lead } = JSON.parse(response.body) as { lead: Lead }
    this.leads.push({ id: lead.id, organization: organizationId, name, stage: 'new', version: 1 })
  }

  async #open(person: Person, organizationId: string, lead: Lead): Promise<void> {
    const response = await sendRequest(person, organizationId, `/${lead.id}`)
    if (this.#isForbidden(response, canRead(person))) return
    expectEqual(response.status, lead.organization === organizationId ? 200 : 404)
    if (lead.name !== '') expectEqual(response.body.includes(lead.name), lead.organization === organizationId)
  }

  async #change(person: Person, organizationId: string, lead: Lead): Promise<void> {
    const name = `Lead ${randomUUID()}`
    const response = await sendRequest(person, organizationId, `/${lead.id}`, 'PATCH', { name, version: lead.version })
    if (this.#isForbidden(response, canManage(person))) return
    expectEqual(response.status, lead.organization === organizationId ? 200 : 404)
    if (lead.organization === organizationId) Object.assign(lead, { name, version: lead.version + 1 })
  }

  async #changeAll(person: Person, organizationId: string, leads: Lead[]): Promise<void> {
    const ids = leads.map(({ id }) => id)
    const response = await sendRequest(person, organizationId, '', 'PATCH', { ids, change: { stage: 'lost' } })
    if (this.#isForbidden(response, canManage(person))) return
    expectEqual(response.status, 200)
    for (const lead of leads) {
      if (lead.organization !== organizationId) expectEqual(response.body.includes(lead.id), false)
      else if (lead.stage !== 'lost') Object.assign(lead, { stage: 'lost', version: lead.version + 1 })
    }
  }
}
