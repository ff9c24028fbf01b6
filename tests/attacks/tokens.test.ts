import { afterAll, beforeAll, expect } from 'vitest'
import { REVERIFICATION_MINUTES } from '../../lib/constants.ts'
import type { OpenDatabase } from '../../lib/platform/db/client.ts'
import { buildCookies } from '../e2e/account/gate-visitors.ts'
import { check } from '../support/check.ts'
import { OPERATION_RULES } from '../support/operation-rules.ts'
import { stack } from '../support/stack/addresses.ts'
import { mapConcurrently } from '../support/until.ts'
import { type Company, createCompany, openStackDatabase } from './support/company.ts'
import {
  buildAdminClaims,
  buildBearerHeader,
  buildCookieHeader,
  GARBAGE_TOKENS,
  buildMisplacedTokens,
  signToken,
  buildForgedTokens,
} from './support/forged-tokens.ts'
import { recordErrors } from './support/log-lines.ts'
import { sendAction, sendRequest, type ValidRequest, buildValidRequests } from './support/valid-requests.ts'

const { siteUrl } = stack.env

let database: OpenDatabase
let company: Company
let otherCompany: Company
beforeAll(async () => {
  database = await openStackDatabase()
  company = await createCompany(database, 'attacked')
  otherCompany = await createCompany(database, 'own')
})
afterAll(() => database.close())

const ALL_OPERATIONS = 'every route and action with valid bodies'

const DELETE_DATA = 'action deleteData'

const listOperations = (ids = company.ids): (ValidRequest | typeof DELETE_DATA)[] => [
  ...buildValidRequests(ids),
  DELETE_DATA,
]

const getOperationName = (operation: ValidRequest | typeof DELETE_DATA) =>
  operation === DELETE_DATA ? operation : operation.name

/** Sends an operation. @returns `allowed`, the reason of a 401 or 403, or a 5xx status */
async function sendOperation(
  operation: ValidRequest | typeof DELETE_DATA,
  headers: Record<string, string>,
): Promise<string> {
  if (operation === DELETE_DATA) return sendAction('deleteData', { origin: new URL(siteUrl).origin, ...headers })
  const { status, text } = await sendRequest(operation, headers)
  if (status === 401 || status === 403) return (JSON.parse(text) as { reason: string }).reason
  return status < 500 ? 'allowed' : String(status)
}

async function expectSignedOut(tokens: Record<string, string>): Promise<number> {
  const rowsBefore = await company.rows()
  let requestCount = 0
  for (const [name, token] of Object.entries(tokens)) {
    const cases = listOperations().map((operation, column) => ({
      operation,
      headers: (requestCount + column) % 2 === 0 ? buildBearerHeader(token) : buildCookieHeader(token),
    }))
    const failures = await mapConcurrently(cases, async ({ operation, headers }) => {
      const outcome = await sendOperation(operation, headers)
      return outcome === 'signed-out' ? [] : [`${name}: ${getOperationName(operation)}: ${outcome}`]
    })
    // Checked after each token, because a single accepted request is a failure.
    expect(failures.flat().slice(0, 5)).toEqual([])
    requestCount += cases.length
  }
  expect(await company.rows()).toEqual(rowsBefore)
  return requestCount
}

const getClaims = () => buildAdminClaims(company.id)

const count = (tokens: object) => Object.keys(tokens).length

/** Returns the operations on the user's company that have an unexpected status. */
async function findUnexpectedStatuses(): Promise<string[]> {
  const headers = buildBearerHeader(signToken(buildAdminClaims(otherCompany.id)))
  const failures: string[] = []
  for (const request of buildValidRequests(otherCompany.ids)) {
    const { status } = await sendRequest(request, headers)
    if (!request.expectedStatuses.includes(status)) failures.push(`${request.name}: ${status}`)
  }
  const deleteOutcome = await sendAction('deleteData', { origin: siteUrl, ...headers })
  return deleteOutcome === 'done' ? failures : [...failures, `deleteData: ${deleteOutcome}`]
}

const FORGED_TOKEN_COUNT = count(buildForgedTokens(buildAdminClaims('org_1')))
check(
  {
    what: 'Forged tokens',
    tried: `sent ${FORGED_TOKEN_COUNT} tokens with other keys, algorithms and parts to ${ALL_OPERATIONS}`,
    expected: 'returns 401 and changes no row of the company',
    timeout: 300_000,
  },
  async () => `401, ${await expectSignedOut(buildForgedTokens(getClaims()))} times`,
)

const MISPLACED_TOKENS = buildMisplacedTokens(buildAdminClaims('org_1'))
for (const [kind, label] of [
  ['times', 'Expired and future tokens'],
  ['sites', 'Tokens for another site (azp)'],
  ['issuers', 'Tokens from another Clerk instance (iss)'],
] as const) {
  check(
    {
      what: label,
      tried: `sent ${count(MISPLACED_TOKENS[kind])} correctly signed tokens to ${ALL_OPERATIONS}`,
      expected: 'returns 401 and changes no row of the company',
      timeout: 300_000,
    },
    async () => `401, ${await expectSignedOut(buildMisplacedTokens(getClaims())[kind])} times`,
  )
}

check(
  {
    what: 'Pending sessions and sessions without an organization',
    tried: `sent 2 valid tokens to ${ALL_OPERATIONS}`,
    expected: 'returns 401 pending and 403 no-organization',
  },
  async () => {
    const rowsBefore = await company.rows()
    const { o: _organization, ...claimsWithoutOrganization } = getClaims()
    for (const [expected, claims] of [
      ['pending', { ...getClaims(), sts: 'pending' }],
      ['no-organization', claimsWithoutOrganization],
    ] as const) {
      const outcomes = await mapConcurrently(listOperations(), (operation) =>
        sendOperation(operation, buildBearerHeader(signToken(claims))),
      )
      expect([...new Set(outcomes)]).toEqual([expected])
    }
    expect(await company.rows()).toEqual(rowsBefore)
    return `as expected, ${listOperations().length * 2} times`
  },
)

check(
  {
    what: 'Member role',
    tried: 'called every admin-only operation as a member of the company',
    expected: 'returns 403 missing-permission and changes no row',
  },
  async () => {
    const rowsBefore = await company.rows()
    const o = { ...getClaims().o, rol: 'member', fpm: '1,3,0,1,0' }
    const memberPermissions = new Set([
      'org:leads:read',
      'org:appointments:read',
      'org:appointments:manage',
      'org:settings:read',
    ])
    const adminOperations = listOperations().filter((operation) => {
      const { permission } = OPERATION_RULES[getRuleName(operation)] ?? {}
      return permission !== undefined && permission !== 'org:lines:manage' && !memberPermissions.has(permission)
    })
    expect(adminOperations.length).toBeGreaterThan(30)
    const headers = buildBearerHeader(signToken({ ...getClaims(), sub: 'user_member', o }))
    const outcomes = await mapConcurrently(
      adminOperations,
      async (operation) => `${getOperationName(operation)} ${await sendOperation(operation, headers)}`,
    )
    expect(outcomes.filter((outcome) => !outcome.endsWith(' missing-permission'))).toEqual([])
    expect(await company.rows()).toEqual(rowsBefore)
    return `403, ${adminOperations.length} times`
  },
)

check(
  {
    what: 'Forged staff claims',
    tried: 'called the phone line operations of all companies as a customer admin with staff claims',
    expected: 'returns 403 and sets up no line',
  },
  async () => {
    const rowsBefore = await company.rows()
    const claims = getClaims()
    const o = { ...claims.o, fpm: '3,3,3,3,0,3' }
    const headers = buildBearerHeader(signToken({ ...claims, fea: `${claims.fea},o:lines`, pla: 'o:staff', o }))
    const lines = buildValidRequests(company.ids).filter(({ path }) => path.startsWith('/api/dashboard/lines'))
    const outcomes = await mapConcurrently(lines, (operation) => sendOperation(operation, headers))
    expect(outcomes).toEqual(['missing-feature', 'missing-feature'])
    expect(await company.rows()).toEqual(rowsBefore)
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
    const rowsBefore = await company.rows()
    const reverifiedOperations = listOperations().flatMap((operation) => {
      const { reverification } = OPERATION_RULES[getRuleName(operation)] ?? {}
      return reverification ? [{ operation, minutes: REVERIFICATION_MINUTES[reverification] }] : []
    })
    expect(reverifiedOperations.length).toBeGreaterThan(10)
    const cases = reverifiedOperations.flatMap(({ operation, minutes }) =>
      [[minutes, -1], [0, minutes], [-1, -1], null].map((fva) => ({ operation, fva })),
    )
    const failures = await mapConcurrently(cases, async ({ operation, fva }) => {
      const outcome = await sendOperation(operation, buildBearerHeader(signToken({ ...getClaims(), fva })))
      return outcome === 'reverify' ? [] : [`${getOperationName(operation)} ${JSON.stringify(fva)}: ${outcome}`]
    })
    expect(failures.flat()).toEqual([])
    expect(await company.rows()).toEqual(rowsBefore)
    return `403 reverify, ${cases.length} times`
  },
)

const getRuleName = (operation: ValidRequest | typeof DELETE_DATA) =>
  operation === DELETE_DATA ? 'action settings/data/actions.ts deleteData' : operation.name

const buildOrganizationHeaders = (id: string): Record<string, string> => ({
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
    expect(await findUnexpectedStatuses()).toEqual([])
    const rowsBefore = await company.rows()
    const headers = {
      ...buildBearerHeader(signToken(buildAdminClaims(otherCompany.id, 'user_other'))),
      ...buildOrganizationHeaders(company.id),
    }
    const requests = buildValidRequests(company.ids)
    const query = `organization_id=${company.id}&organizationId=${company.id}&org=${company.id}`
    const failures = await mapConcurrently(requests, async (request) => {
      const path = `${request.path}${request.path.includes('?') ? '&' : '?'}${query}`
      const { status, text } = await sendRequest({ ...request, path }, headers)
      const isRejected = !request.hasId || (status >= 400 && status < 500)
      return isRejected && !text.includes('Zanzibar') ? [] : [`${request.name}: ${status}`]
    })
    expect(failures.flat()).toEqual([])
    expect(await company.rows()).toEqual(rowsBefore)
    return `no data in ${requests.length} requests, ${requests.filter(({ hasId }) => hasId).length} with ids`
  },
)

check(
  {
    what: 'Malformed tokens',
    tried: `${GARBAGE_TOKENS.length} strings as session cookie, suffixed cookie, handshake and header, on a page and a route`,
    expected: 'responds as if signed out: never 5xx, no logged error',
  },
  async () => {
    const errors = recordErrors()
    const suffixedCookie = Object.values(await buildCookies('TOKEN')).join()
    const headerBuilders: ((text: string) => Record<string, string>)[] = [
      (text) => ({ cookie: `__session=${text}` }),
      (text) => ({ cookie: suffixedCookie.replaceAll('TOKEN', text) }),
      (text) => ({ cookie: `__clerk_handshake=${text}; __session=${text}; __client_uat=${text}` }),
      (text) => ({ authorization: `Bearer ${text}` }),
      (text) => ({ authorization: text }),
    ]
    const document = { accept: 'text/html', 'sec-fetch-dest': 'document' }
    const cases = GARBAGE_TOKENS.flatMap((text) => headerBuilders.map((buildHeaders) => buildHeaders(text)))
    const failures = await mapConcurrently(cases, async (headers) => {
      const page = await fetchStatus('/dashboard', { ...document, ...headers })
      const route = await fetchStatus('/api/dashboard/leads', headers)
      return page === 307 && route === 401 ? [] : [`${page} and ${route} with ${JSON.stringify(headers).slice(0, 200)}`]
    })
    expect(failures.flat().slice(0, 5)).toEqual([])
    expect(errors()).toEqual([])
    return `307 and 401, ${cases.length} times; no logged error`
  },
)

const fetchStatus = async (path: string, headers: Record<string, string>): Promise<number> =>
  (await fetch(siteUrl + path, { headers, redirect: 'manual' })).status
