import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { formatTypeName } from '../../../components/site/docs/api-fields.tsx'
import { ApiReference } from '../../../components/site/docs/api-reference.tsx'
import { WEBHOOK_EVENT_NAMES } from '../../../lib/dashboard/model/webhook-event.ts'
import { WEBHOOK_API_VERSION } from '../../../lib/dashboard/webhooks/payload.ts'
import { PROBLEMS, buildProblemId } from '../../../lib/dashboard/api/problem.ts'
import { API_V1_PATH, findOperations } from '../../../lib/dashboard/api/resource-operations.ts'
import { GROUPS } from '../../../lib/site/api-reference/openapi.ts'
import type { ReferenceGroup, ReferenceOperation, ReferenceWebhook } from '../../../lib/site/api-reference/reference.ts'
import { buildSamples } from '../../../lib/site/api-reference/samples.ts'
import { SCOPE_NAMES } from '../../../lib/platform/auth/scopes.ts'
import { stubSiteEnv } from '../../support/site-env.ts'

const KINDS = SCOPE_NAMES.filter((name) => name.endsWith(':read')).map((name) => name.slice(0, -':read'.length))

const SITE = 'https://www.ductwise.example'

/** Routes outside the public API: preview, dashboard, Clerk webhook, secret URLs, page views and the 404 handler. */
const NON_PUBLIC_ROUTE_PATTERN =
  /^\/api\/(draft-mode|dashboard|calendar|newsletter)\/|^\/api\/page-views$|^\/api\/webhooks\/clerk$|\[\.\.\./

type Media = { schema: { $ref?: string }; example?: unknown; examples?: Record<string, { value: unknown }> }
type DescribedOperation = {
  operationId: string
  tags: string[]
  summary: string
  security: Record<string, string[]>[]
  parameters?: { in: string; name: string; schema: object }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { description: string; content?: Record<string, Media> }>
}

let document: {
  openapi: string
  info: object
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, DescribedOperation>>
  webhooks: Record<string, { post: DescribedOperation }>
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> }
}
let groups: ReferenceGroup[]
let webhooks: ReferenceWebhook[]

beforeAll(async () => {
  stubSiteEnv({ SITE_URL: SITE })
  const { getKeyedGroups, getWebhookReference, buildPublicDocument } =
    await import('../../../app/api/_reference/document.ts')
  document = JSON.parse(JSON.stringify(buildPublicDocument())) as typeof document
  groups = getKeyedGroups()
  webhooks = getWebhookReference()
})

type OperationPlace = { at: string[]; method: string; path: string; described: DescribedOperation }

const listOperationPlaces = (): OperationPlace[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) => ({ at: ['paths', path, method], method, path, described })),
  )

const listBodies = (): { at: string[]; media: Media }[] =>
  listOperationPlaces().flatMap(({ at, described: { requestBody, responses } }) => {
    const contents: [string[], Record<string, Media> | undefined][] = [
      [[...at, 'requestBody'], requestBody?.content],
      ...Object.entries(responses).map(([status, { content }]): [string[], Record<string, Media> | undefined] => [
        [...at, 'responses', status],
        content,
      ]),
    ]
    return contents.flatMap(([place, content]) =>
      Object.entries(content ?? {}).map(([type, media]) => ({ at: [...place, 'content', type], media })),
    )
  })

function createValidator() {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  return ajv.addSchema(document, 'document')
}

const escapePointer = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')
const buildRef = (at: string[]) => ({ $ref: `document#/${at.map(escapePointer).join('/')}` })

describe('OpenAPI document', () => {
  it('has a version, a description and the server URL', () => {
    expect(document.openapi).toBe('3.1.1')
    expect(document.info).toEqual({ title: expect.any(String), description: expect.any(String), version: '1.4.0' })
    expect(document.servers).toEqual([{ url: SITE }])
    expect(document.tags.map(({ name }) => name)).toEqual(Object.keys(GROUPS))
  })

  it('describes every public endpoint and no private one', () => {
    const routes = globSync('app/api/**/route.ts').map((file) => `/${dirname(file).slice('app/'.length)}`)
    const publicPaths = routes
      .filter((path) => !NON_PUBLIC_ROUTE_PATTERN.test(path))
      .map((path) => path.replaceAll(/\[(\w+)\]/g, '{$1}'))
    expect(publicPaths.length).toBeLessThan(routes.length)
    const resources = KINDS.flatMap((kind) => [`${API_V1_PATH}/${kind}`, `${API_V1_PATH}/${kind}/{id}`])
    const hooks = ['', '/{id}', '/samples'].map((path) => `${API_V1_PATH}/hooks${path}`)
    expect(Object.keys(document.paths).toSorted()).toEqual([...publicPaths, ...resources, ...hooks].toSorted())
  })

  it('describes the methods that each resource supports', () => {
    const paths = Object.keys(document.paths).filter((path) => path.startsWith(`${API_V1_PATH}/`))
    expect(paths).toHaveLength(2 * KINDS.length + 3)
    for (const path of paths) {
      const knownOperations = findOperations(path.slice(API_V1_PATH.length + 1).split('/')) ?? {}
      const methods = Object.keys(document.paths[path] ?? {}).map((method) => method.toUpperCase())
      expect(methods.toSorted()).toEqual(Object.keys(knownOperations).toSorted())
    }
  })

  it('gives operations unique IDs and groups, and describes every response', () => {
    const ids = listOperationPlaces().map((each) => each.described.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { described: operation } of listOperationPlaces()) {
      expect(operation.tags.every((tag) => tag in GROUPS)).toBe(true)
      expect(Object.keys(operation.responses).some((status) => status.startsWith('2'))).toBe(true)
      for (const { description } of Object.values(operation.responses)) expect(description).toMatch(/\.$/)
    }
  })

  it('declares path parameters and the scope of each operation with an API key', () => {
    for (const { path, described: operation } of listOperationPlaces()) {
      const pathParameters = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(pathParameters.map(({ name }) => name)).toEqual(names)
      const scopes = operation.security.flatMap(({ apiKey = [] }) => apiKey)
      expect(scopes.every((scope) => SCOPE_NAMES.some((name) => name === scope))).toBe(true)
      const isHook = path.startsWith(`${API_V1_PATH}/hooks`)
      expect(scopes).toHaveLength(isHook ? KINDS.length : Number(path.startsWith('/api/v1/')))
    }
    expect(Object.keys(document.components.securitySchemes)).toEqual(['apiKey'])
  })

  it('contains valid JSON Schema with resolvable references', () => {
    const ajv = createValidator()
    for (const schema of Object.values(document.components.schemas)) expect(ajv.validateSchema(schema)).toBe(true)
    for (const { described: operation } of listOperationPlaces()) {
      for (const { schema } of operation.parameters ?? []) expect(ajv.validateSchema(schema)).toBe(true)
    }
    for (const { at } of listBodies()) expect(() => ajv.compile(buildRef([...at, 'schema']))).not.toThrow()
  })

  it('has examples that match their schemas', () => {
    const ajv = createValidator()
    for (const { at, media } of listBodies()) {
      const validate = ajv.compile(buildRef([...at, 'schema']))
      const examples = [media.example, ...Object.values(media.examples ?? {}).map(({ value }) => value)]
      for (const example of examples.filter((each) => each !== undefined)) {
        validate(example)
        expect({ at, errors: validate.errors }).toEqual({ at, errors: null })
      }
    }
  })

  it('describes the payload of each webhook event, without transcripts', () => {
    expect(Object.keys(document.webhooks)).toEqual(WEBHOOK_EVENT_NAMES)
    const ajv = createValidator()
    for (const [event, { post }] of Object.entries(document.webhooks)) {
      const place = ['webhooks', event, 'post', 'requestBody', 'content', 'application/json', 'schema']
      const validate = ajv.compile(buildRef(place))
      const example = post.requestBody?.content['application/json']?.example as Record<string, unknown>
      validate(example)
      expect({ event, errors: validate.errors }).toEqual({ event, errors: null })
      expect(example).toMatchObject({ type: event, apiVersion: WEBHOOK_API_VERSION })
      expect(example.data).not.toHaveProperty('transcript')
      expect(validate({ ...example, type: 'other' })).toBe(false)
    }
  })

  it('rejects undeclared properties', () => {
    const validate = createValidator().compile(
      buildRef(['paths', '/api/v1/leads', 'post', 'requestBody', 'content', 'application/json', 'schema']),
    )
    expect(validate({ name: 'Ada', problem: 'No heat' })).toBe(true)
    for (const invalidInput of [
      {},
      { name: 'Ada' },
      { name: 1, problem: 'x' },
      { name: 'Ada', problem: 'x', secret: 1 },
    ]) {
      expect(validate(invalidInput)).toBe(false)
    }
  })
})

const listOperations = () => groups.flatMap((group) => group.operations)

function renderPage(): string {
  const samples = new Map(listOperations().map((operation) => [operation.id, buildSamples(operation, SITE)]))
  return renderToStaticMarkup(
    createElement(ApiReference, {
      intro: null,
      groups,
      webhooks,
      samples,
      siteUrl: SITE,
      documentPath: '/api/openapi.json',
    }),
  )
}

describe('API reference page', () => {
  it('shows every operation for API keys and no internal one', () => {
    const html = renderPage()
    expect(html.match(/<h1/g)).toHaveLength(1)
    const securedOperations = listOperationPlaces().filter((each) => each.described.security.length > 0)
    expect(listOperations()).toHaveLength(securedOperations.length)
    for (const { path, described: operation } of securedOperations) {
      expect(html).toContain(path)
      expect(html).toContain(`id="${operation.operationId}"`)
      expect(html).toContain(operation.summary)
    }
    expect(html).not.toContain('/api/contact')
    expect(html).not.toContain('/api/webhooks')
  })

  it('lists every webhook event with a link to the fields of its record', () => {
    const html = renderPage()
    expect(html).toContain('id="webhooks"')
    expect(webhooks).toHaveLength(WEBHOOK_EVENT_NAMES.length)
    for (const { event, objectName } of webhooks) {
      expect(html).toContain(event)
      expect(html).toContain(`id="schema-${objectName}"`)
    }
  })

  it('expands only the first endpoint', () => {
    const detailsMatches = [...renderPage().matchAll(/<details([^>]*)><summary[^>]*><h3[^>]*>([^<]*)/g)]
    expect(
      detailsMatches.filter(([, attributes = '']) => attributes.includes('open=""')).map(([, , name]) => name),
    ).toEqual([groups[0]?.operations[0]?.summary])
    expect(detailsMatches).toHaveLength(listOperations().length)
  })

  it('has unique IDs and no broken fragment links', () => {
    const html = renderPage()
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const targets = [...html.matchAll(/ href="#([^"]+)"/g)].map(([, target]) => target)
    expect(targets.length).toBeGreaterThan(listOperations().length)
    expect(targets.filter((target) => !ids.includes(target))).toEqual([])
  })

  it('documents each problem type at its own anchor', () => {
    const html = renderPage()
    for (const name of Object.keys(PROBLEMS) as (keyof typeof PROBLEMS)[]) {
      expect(html).toContain(`id="${buildProblemId(name)}"`)
    }
    for (const { title, remedy } of Object.values(PROBLEMS)) {
      expect(title).toMatch(/^[A-Z].+[^.]$/)
      expect(remedy).toMatch(/^[A-Z].+\.$/)
    }
  })

  it('starts with a quick start whose request and response can be copied', () => {
    const quickStart = renderPage().split('id="quick-start"')[1]?.split('id="basics"')[0] ?? ''
    const text = quickStart.replaceAll(/<[^>]+>/g, '')
    expect(text).toContain(`curl ${SITE}/api/v1/calls`)
    expect(text).toContain('Bearer dw_YOUR_KEY')
    expect(text).toContain('&quot;callerWords&quot;')
    expect(quickStart.match(/data-copy=""/g)).toHaveLength(3)
  })

  it('shows each request in three languages with one selected and a copy button', () => {
    const html = renderPage()
    const count = listOperations().length + 1
    for (const language of ['curl', 'javascript', 'python']) {
      expect(html.match(new RegExp(`data-sample-choice="${language}"`, 'g'))).toHaveLength(count)
    }
    expect(html.match(/type="radio"[^>]*checked=""/g)).toHaveLength(count)
    // The quick start and the webhooks have two listings each.
    expect(html.match(/data-copy=""/g)).toHaveLength(count + 4)
  })

  it('describes types in plain text', () => {
    expect(formatTypeName({ type: 'array', items: { type: 'string' } })).toBe('list of string')
    expect(formatTypeName({ anyOf: [{ type: 'string' }, { type: 'null' }] })).toBe('string or null')
    expect(formatTypeName({ type: 'string', const: 'sent' })).toBe('"sent"')
    expect(formatTypeName({ $ref: '#/components/schemas/Lead' })).toBe('Lead')
    expect(formatTypeName({})).toBe('any')
  })
})

describe('code sample', () => {
  const operation: ReferenceOperation = {
    id: 'x',
    method: 'PATCH',
    path: '/api/x/{id}',
    summary: 'X',
    description: [],
    scope: 'leads:write',
    parameters: [
      { place: 'path', fields: [{ name: 'id', isRequired: true, example: 'one' }] },
      {
        place: 'query',
        fields: [
          { name: 'limit', isRequired: false, example: 10 },
          { name: 'other', isRequired: false },
        ],
      },
    ],
    body: { schema: {}, example: { text: "it's", zip: null } },
    responses: [],
  }
  const renderCode = (language: string, target = operation) =>
    buildSamples(target, SITE).find((sample) => sample.language === language)?.code ?? ''

  it('escapes quotes for curl', () => {
    expect(renderCode('curl')).toContain(`curl '${SITE}/api/x/one?limit=10'`)
    expect(renderCode('curl')).toContain('--request PATCH')
    expect(renderCode('curl')).toContain("--header 'Authorization: Bearer dw_YOUR_KEY'")
    expect(renderCode('curl')).toContain(String.raw`it'\''s`)
  })

  it('is valid JavaScript', () => {
    expect(() => new Function(`return async () => { ${renderCode('javascript')} }`)).not.toThrow()
    expect(renderCode('javascript')).toContain("const query = new URLSearchParams({\n  limit: '10'\n})")
    expect(renderCode('javascript')).toContain(`fetch(\`${SITE}/api/x/one?\${query}\``)
    const plainCode = renderCode('javascript', { ...operation, parameters: [] })
    expect(plainCode).toMatch(/^const response = await fetch\('https:.+\/api\/x\/\{id\}'/)
  })

  it('puts each query parameter of a GET request on a separate line', () => {
    const { body: _body, ...rest } = operation
    expect(renderCode('curl', { ...rest, method: 'GET' })).toBe(
      [
        `curl ${SITE}/api/x/one`,
        '  --get',
        "  --data-urlencode 'limit=10'",
        "  --header 'Authorization: Bearer dw_YOUR_KEY'",
      ].join(' \\\n'),
    )
  })

  it('uses None for null in Python', () => {
    expect(renderCode('python')).toMatch(/^import requests\n\nresponse = requests\.patch\(/)
    expect(renderCode('python')).toContain('"zip": None')
  })
})
