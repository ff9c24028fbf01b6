import { afterAll, beforeAll, expect } from 'vitest'
import { REVERIFICATION_MINUTES } from '../../lib/constants.ts'
import type { OpenDatabase } from '../../lib/platform/db/client.ts'
import { cookiesWith } from '../e2e/account/gate-visitors.ts'
import { check } from '../support/check.ts'
import { OPERATION_RULES } from '../support/operation-rules.ts'
import { stack } from '../support/stack/addresses.ts'
import { forEach } from '../support/until.ts'
import { type Company, newCompany, openStackDatabase } from './support/company.ts'
import {
  adminClaims,
  bearer,
  cookie,
  GARBAGE,
  misplacedTokens,
  signedToken,
  unsignedTokens,
} from './support/forged-tokens.ts'
import { watchErrors } from './support/log-lines.ts'
import { act, send, type ValidRequest, validRequests } from './support/valid-requests.ts'

const { siteUrl } = stack.env

let opened: OpenDatabase
let company: Company
let own: Company
beforeAll(async () => {
  opened = await openStackDatabase()
  company = await newCompany(opened, 'attacked')
  own = await newCompany(opened, 'own')
})
afterAll(() => opened.close())

const EVERYWHERE = 'every route and action with valid bodies'

const DELETE_DATA = 'action deleteData'

const operations = (ids = company.ids): (ValidRequest | typeof DELETE_DATA)[] => [...validRequests(ids), DELETE_DATA]

const nameOf = (operation: ValidRequest | typeof DELETE_DATA) =>
  operation === DELETE_DATA ? operation : operation.name

/** Sends an operation. @returns `allowed`, the reason of a 401 or 403, or a 5xx status */
async function outcome(operation: ValidRequest | typeof DELETE_DATA, headers: Record<string, string>): Promise<string> {
  if (operation === DELETE_DATA) return act('deleteData', { origin: new URL(siteUrl).origin, ...headers })
  const { status, text } = await send(operation, headers)
  if (status === 401 || status === 403) return (JSON.parse(text) as { reason: string }).reason
  return status < 500 ? 'allowed' : String(status)
}

async function refusedEverywhere(tokens: Record<string, string>): Promise<number> {
  const before = await company.rows()
  let tried = 0
  for (const [name, token] of Object.entries(tokens)) {
    const tries = operations().map((operation, column) => ({
      operation,
      headers: (tried + column) % 2 === 0 ? bearer(token) : cookie(token),
    }))
    const seen = await forEach(tries, async ({ operation, headers }) => {
      const answer = await outcome(operation, headers)
      return answer === 'signed-out' ? [] : [`${name}: ${nameOf(operation)}: ${answer}`]
    })
    // Checked after each token, because a single accepted request is a failure.
    expect(seen.flat().slice(0, 5)).toEqual([])
    tried += tries.length
  }
  expect(await company.rows()).toEqual(before)
  return tried
}

const admin = () => adminClaims(company.id)

const count = (tokens: object) => Object.keys(tokens).length

/** Returns the operations on the own company that have an unexpected status. */
async function unlikeOwn(): Promise<string[]> {
  const headers = bearer(signedToken(adminClaims(own.id)))
  const seen: string[] = []
  for (const request of validRequests(own.ids)) {
    const { status } = await send(request, headers)
    if (!request.own.includes(status)) seen.push(`${request.name}: ${status}`)
  }
  const deleted = await act('deleteData', { origin: siteUrl, ...headers })
  return deleted === 'done' ? seen : [...seen, `deleteData: ${deleted}`]
}

const UNSIGNED = count(unsignedTokens(adminClaims('org_1')))
check(
  {
    what: 'Forged tokens',
    tried: `sent ${UNSIGNED} tokens with other keys, algorithms and parts to ${EVERYWHERE}`,
    expected: 'returns 401 and changes no row of the company',
    timeout: 300_000,
  },
  async () => `401, ${await refusedEverywhere(unsignedTokens(admin()))} times`,
)

const MISPLACED = misplacedTokens(adminClaims('org_1'))
for (const [kind, what] of [
  ['times', 'Expired and future tokens'],
  ['sites', 'Tokens for another site (azp)'],
  ['issuers', 'Tokens from another Clerk instance (iss)'],
] as const) {
  check(
    {
      what,
      tried: `sent ${count(MISPLACED[kind])} correctly signed tokens to ${EVERYWHERE}`,
      expected: 'returns 401 and changes no row of the company',
      timeout: 300_000,
    },
    async () => `401, ${await refusedEverywhere(misplacedTokens(admin())[kind])} times`,
  )
}

check(
  {
    what: 'Pending sessions and sessions without an organization',
    tried: `sent 2 valid tokens to ${EVERYWHERE}`,
    expected: 'returns 401 pending and 403 no-organization',
  },
  async () => {
    const before = await company.rows()
    const { o: _organization, ...alone } = admin()
    for (const [expected, claims] of [
      ['pending', { ...admin(), sts: 'pending' }],
      ['no-organization', alone],
    ] as const) {
      const answers = await forEach(operations(), (operation) => outcome(operation, bearer(signedToken(claims))))
      expect([...new Set(answers)]).toEqual([expected])
    }
    expect(await company.rows()).toEqual(before)
    return `as expected, ${operations().length * 2} times`
  },
)

check(
  {
    what: 'Member role',
    tried: 'called every admin-only operation as a member of the company',
    expected: 'returns 403 missing-permission and changes no row',
  },
  async () => {
    const before = await company.rows()
    const o = { ...admin().o, rol: 'member', fpm: '1,3,0,1,0' }
    const may = new Set(['org:leads:read', 'org:appointments:read', 'org:appointments:manage', 'org:settings:read'])
    const closed = operations().filter((operation) => {
      const { permission } = OPERATION_RULES[ruleName(operation)] ?? {}
      return permission !== undefined && permission !== 'org:lines:manage' && !may.has(permission)
    })
    expect(closed.length).toBeGreaterThan(30)
    const headers = bearer(signedToken({ ...admin(), sub: 'user_member', o }))
    const seen = await forEach(closed, async (operation) => `${nameOf(operation)} ${await outcome(operation, headers)}`)
    expect(seen.filter((answer) => !answer.endsWith(' missing-permission'))).toEqual([])
    expect(await company.rows()).toEqual(before)
    return `403, ${closed.length} times`
  },
)

check(
  {
    what: 'Forged staff claims',
    tried: 'called the phone line operations of all companies as a customer admin with staff claims',
    expected: 'returns 403 and sets up no line',
  },
  async () => {
    const before = await company.rows()
    const own = admin()
    const o = { ...own.o, fpm: '3,3,3,3,0,3' }
    const headers = bearer(signedToken({ ...own, fea: `${own.fea},o:lines`, pla: 'o:staff', o }))
    const lines = validRequests(company.ids).filter(({ path }) => path.startsWith('/api/dashboard/lines'))
    const answers = await forEach(lines, (operation) => outcome(operation, headers))
    expect(answers).toEqual(['missing-feature', 'missing-feature'])
    expect(await company.rows()).toEqual(before)
    return '403, twice'
  },
)

check(
  {
    what: 'Expired reverification',
    tried: 'sent admin sessions with an expired first factor or without a recent second factor',
    expected: 'returns 403 reverify where required and changes no row',
  },
  async () => {
    const before = await company.rows()
    const asking = operations().flatMap((operation) => {
      const { reverification } = OPERATION_RULES[ruleName(operation)] ?? {}
      return reverification ? [{ operation, minutes: REVERIFICATION_MINUTES[reverification] }] : []
    })
    expect(asking.length).toBeGreaterThan(10)
    const tries = asking.flatMap(({ operation, minutes }) =>
      [[minutes, -1], [0, minutes], [-1, -1], null].map((fva) => ({ operation, fva })),
    )
    const seen = await forEach(tries, async ({ operation, fva }) => {
      const answer = await outcome(operation, bearer(signedToken({ ...admin(), fva })))
      return answer === 'reverify' ? [] : [`${nameOf(operation)} ${JSON.stringify(fva)}: ${answer}`]
    })
    expect(seen.flat()).toEqual([])
    expect(await company.rows()).toEqual(before)
    return `403 reverify, ${tries.length} times`
  },
)

const ruleName = (operation: ValidRequest | typeof DELETE_DATA) =>
  operation === DELETE_DATA ? 'action settings/data/actions.ts deleteData' : operation.name

const naming = (id: string): Record<string, string> => ({
  'x-organization': id,
  'x-organization-id': id,
  'clerk-organization-id': id,
  'x-clerk-org-id': id,
})

check(
  {
    what: 'Ids of another company',
    tried: 'called every route as an admin of another company, with the target company in headers and query',
    expected: 'returns 404 or no data of that company; changes no row',
  },
  async () => {
    expect(await unlikeOwn()).toEqual([])
    const before = await company.rows()
    const headers = { ...bearer(signedToken(adminClaims(own.id, 'user_other'))), ...naming(company.id) }
    const requests = validRequests(company.ids)
    const query = `organization_id=${company.id}&organizationId=${company.id}&org=${company.id}`
    const seen = await forEach(requests, async (request) => {
      const path = `${request.path}${request.path.includes('?') ? '&' : '?'}${query}`
      const { status, text } = await send({ ...request, path }, headers)
      const isClosed = !request.hasId || (status >= 400 && status < 500)
      return isClosed && !text.includes('Zanzibar') ? [] : [`${request.name}: ${status}`]
    })
    expect(seen.flat()).toEqual([])
    expect(await company.rows()).toEqual(before)
    return `no data in ${requests.length} requests, ${requests.filter(({ hasId }) => hasId).length} with ids`
  },
)

check(
  {
    what: 'Malformed tokens',
    tried: `${GARBAGE.length} strings as session cookie, suffixed cookie, handshake and header, on a page and a route`,
    expected: 'responds as if signed out: never 5xx, no logged error',
  },
  async () => {
    const errors = watchErrors()
    const suffixed = Object.values(await cookiesWith('TOKEN')).join()
    const ways: ((text: string) => Record<string, string>)[] = [
      (text) => ({ cookie: `__session=${text}` }),
      (text) => ({ cookie: suffixed.replaceAll('TOKEN', text) }),
      (text) => ({ cookie: `__clerk_handshake=${text}; __session=${text}; __client_uat=${text}` }),
      (text) => ({ authorization: `Bearer ${text}` }),
      (text) => ({ authorization: text }),
    ]
    const document = { accept: 'text/html', 'sec-fetch-dest': 'document' }
    const tries = GARBAGE.flatMap((text) => ways.map((way) => way(text)))
    const answers = await forEach(tries, async (headers) => {
      const page = await ask('/dashboard', { ...document, ...headers })
      const route = await ask('/api/dashboard/leads', headers)
      return page === 307 && route === 401 ? [] : [`${page} and ${route} with ${JSON.stringify(headers).slice(0, 200)}`]
    })
    expect(answers.flat().slice(0, 5)).toEqual([])
    expect(errors()).toEqual([])
    return `307 and 401, ${tries.length} times; no logged error`
  },
)

const ask = async (path: string, headers: Record<string, string>): Promise<number> =>
  (await fetch(siteUrl + path, { headers, redirect: 'manual' })).status
