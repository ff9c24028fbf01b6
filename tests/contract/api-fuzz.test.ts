import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { API_V1_PATH } from '../../lib/dashboard/api/resource-operations.ts'
import { type Scope, SCOPE_NAMES } from '../../lib/platform/auth/scopes.ts'
import { revokeKey } from '../../lib/dashboard/keys/repository.ts'
import { START_SECRET_HEADER } from '../../lib/dashboard/voice/start-secret.ts'
import { SIGNATURE_HEADER, buildSignature } from '../../lib/dashboard/voice/signature.ts'
import { setUpApi, SAMPLES } from './api-fixtures.ts'
import { FIRST_KEY } from './integrations-fixtures.ts'
import { createOrganizationId, setUpDatabase } from '../support/opened-database.ts'
import { type Document, type Operation, buildRequests, type FuzzRequest } from './api-fuzz-requests.ts'

vi.mock('server-only', () => ({}))

const { FUZZ_RUNS = '150', FUZZ_SEED } = process.env

const SITE_URL = 'http://localhost:3000'
const root = resolve(import.meta.dirname, '../..')

const FORM_TYPE = 'application/x-www-form-urlencoded'

const VOICE_SECRET = 'a-secret-that-is-long-enough'

const isResource = (path: string) => path.startsWith(`${API_V1_PATH}/`)

type Route = (request: Request, context: { params: Promise<{ path: string[] }> }) => Promise<Response>

const getSegments = (path: string, id = '') =>
  path
    .replace('{id}', id)
    .slice(API_V1_PATH.length + 1)
    .split('/')

const files = new Map(
  globSync('app/api/**/route.ts', { cwd: root }).map((file) => [
    `/${file.slice('app/'.length, -'/route.ts'.length).replaceAll(/\[(\w+)\]/g, '{$1}')}`,
    resolve(root, file),
  ]),
)

describe('requests generated from the OpenAPI document', () => {
  const database = setUpDatabase()
  const api = setUpApi(database)
  let document: Document
  let validators: Ajv2020
  beforeAll(async () => {
    vi.resetModules()
    vi.stubEnv('DATABASE_URL', database.url)
    vi.stubEnv('LOG_LEVEL', 'error')
    vi.stubEnv('VOICE_WEBHOOK_SECRET', VOICE_SECRET)
    vi.stubEnv('VOICE_START_SECRET', VOICE_SECRET)
    vi.stubEnv('INTEGRATION_KEYS', FIRST_KEY)
    const { buildPublicDocument } = await import('../../app/api/_reference/document.ts')
    document = JSON.parse(JSON.stringify(buildPublicDocument())) as Document
    validators = new Ajv2020({ strict: false, allErrors: true })
    addFormats.default(validators)
    validators.addSchema(document, 'document')
  })

  type TestedOperation = { method: string; path: string; operation: Operation }

  const findOperation = (id: string): TestedOperation => {
    for (const [path, item] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(item)) {
        if (operation.operationId === id) return { method: method.toUpperCase(), path, operation }
      }
    }
    throw new Error(`The document has no operation ${id}`)
  }

  const escapePointer = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')
  const compiled = new Map<string, ValidateFunction>()
  const getValidator = ({ method, path }: TestedOperation, status: string, type: string): ValidateFunction => {
    const pointerParts = ['paths', path, method.toLowerCase(), 'responses', status, 'content', type, 'schema']
    const $ref = `document#/${pointerParts.map(escapePointer).join('/')}`
    const validator = compiled.get($ref) ?? validators.compile({ $ref })
    compiled.set($ref, validator)
    return validator
  }

  /** Returns how the response differs from the OpenAPI document, or undefined if it matches. */
  async function findFault(tested: TestedOperation, response: Response): Promise<string | undefined> {
    const status = String(response.status)
    const documentedResponse = tested.operation.responses[status]
    if (!documentedResponse || response.status === 500)
      return `${status} is not listed: ${(await response.text()).slice(0, 300)}`
    for (const [name, header] of Object.entries(documentedResponse.headers ?? {})) {
      const { required } = header.$ref
        ? (document.components.headers[header.$ref.split('/').at(-1) ?? ''] ?? {})
        : header
      if (required && !response.headers.has(name)) return `${status} has no ${name}`
    }
    const type = response.headers.get('content-type')?.split(';')[0] ?? ''
    if (!documentedResponse.content?.[type]) return `${status} is ${type}`
    const validate = getValidator(tested, status, type)
    const body: unknown = await response.json()
    if (!validate(body)) return `${status} has another body: ${JSON.stringify(validate.errors?.slice(0, 3))}`
    return undefined
  }

  type ApiKeys = Record<'allowed' | 'without-scope' | 'revoked', string>

  async function createKeys(organization: string, scopes: Scope[]): Promise<ApiKeys> {
    const [allowedKey, limitedKey, revokedKey] = [
      await api.keyOf(organization),
      await api.keyOf(
        organization,
        SCOPE_NAMES.filter((name) => !scopes.includes(name)),
      ),
      await api.keyOf(organization),
    ]
    await database.within(organization, (revokeTx) => revokeKey(revokeTx, { kind: 'site' }, revokedKey.id))
    return { allowed: allowedKey.key, 'without-scope': limitedKey.key, revoked: revokedKey.key }
  }

  const subscribeHooks = (key: string): Promise<string[]> =>
    Promise.all(
      ['call.created', 'lead.created'].map(async (event) => {
        const body = { hookUrl: 'https://hooks.example.com/1', event }
        return String((await api.send('POST', `${API_V1_PATH}/hooks`, { key, body })).body.id)
      }),
    )

  /** Builds a request. @returns undefined if no client can send it */
  function buildRequest(
    { method, path, operation }: TestedOperation,
    fuzzRequest: FuzzRequest,
    keys: ApiKeys | undefined,
  ): Request | undefined {
    const { credential, id, query, headers, body } = fuzzRequest
    const authorization = typeof credential === 'string' ? keys && `Bearer ${keys[credential]}` : credential.header
    try {
      const address = new URL(path.replace('{id}', encodeURIComponent(id.toWellFormed())), SITE_URL)
      for (const [name, value] of query) address.searchParams.append(name, value)
      return new Request(address, {
        method,
        headers: { ...headers, ...(operation.security.length > 0 && authorization !== undefined && { authorization }) },
        ...(method !== 'GET' &&
          body !== undefined && { body: body.toWellFormed() === body ? body : Buffer.from(body) }),
      })
    } catch {
      // `Request` rejects an invalid header value.
      return undefined
    }
  }

  const OPERATIONS = [
    'listCalls',
    'getCall',
    'createCall',
    'updateCall',
    'listLeads',
    'getLead',
    'createLead',
    'updateLead',
    'listAppointments',
    'getAppointment',
    'createAppointment',
    'updateAppointment',
    'listHooks',
    'subscribeHook',
    'unsubscribeHook',
    'sampleHooks',
    'contactTicket',
    'contact',
    'newsletter',
    'voice',
    'voiceStart',
    'revalidate',
    'reference',
  ]

  it('cover every operation in the document', () => {
    const ids = Object.values(document.paths).flatMap((item) => Object.values(item).map((entry) => entry.operationId))
    expect(ids.toSorted()).toEqual(OPERATIONS.toSorted())
  })

  it.each(OPERATIONS)('get only documented responses: %s', async (operationId) => {
    const tested = findOperation(operationId)
    const { method, path, operation } = tested
    const scopes = operation.security.flatMap(({ apiKey = [] }) => apiKey) as Scope[]
    const organization = createOrganizationId()
    const keys = scopes.length > 0 ? await createKeys(organization, scopes) : undefined
    const ids: string[] = []
    for (const [kind, body] of Object.entries(SAMPLES)) {
      if (!keys || !path.startsWith(`/api/v1/${kind}`)) continue
      for (let count = 0; count < 3; count += 1) {
        ids.push(String((await api.send('POST', `/api/v1/${kind}`, { key: keys.allowed, body })).body.id))
      }
    }
    if (keys && path === `${API_V1_PATH}/hooks/{id}`) ids.push(...(await subscribeHooks(keys.allowed)))
    const file = files.get(isResource(path) ? `${API_V1_PATH}/[[...path]]` : path)
    const route = (await import(file ?? '')) as Record<string, Route>
    const statuses = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(buildRequests(operation, document, ids.length > 0 ? ids : ['x']), async (fuzzRequest) => {
        const request = buildRequest(tested, fuzzRequest, keys)
        // The site responds to an HTML form with a page, which tests/e2e/site/contact.spec.ts covers.
        if (!request || request.headers.get('content-type') === FORM_TYPE) return
        if (operationId === 'voice' && fuzzRequest.credential === 'allowed') {
          request.headers.set(SIGNATURE_HEADER, buildSignature(fuzzRequest.body ?? '', VOICE_SECRET, new Date()))
        }
        if (operationId === 'voiceStart' && fuzzRequest.credential === 'allowed') {
          request.headers.set(START_SECRET_HEADER, VOICE_SECRET)
        }
        const response = await route[method]?.(request, {
          params: Promise.resolve({ path: getSegments(path, fuzzRequest.id) }),
        })
        if (!response) throw new Error(`${path} has no ${method}`)
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
        expect(await findFault(tested, response)).toBeUndefined()
      }),
      { numRuns: Number(FUZZ_RUNS), ...(FUZZ_SEED && { seed: Number(FUZZ_SEED) }) },
    )
    if (isResource(path)) expect([...statuses.keys()].some((status) => status < 300)).toBe(true)
  })
})
