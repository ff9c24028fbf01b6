import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { typeName } from '../../../components/site/docs/api-fields.tsx'
import { ApiReference } from '../../../components/site/docs/api-reference.tsx'
import { PROBLEMS, problemId } from '../../../lib/dashboard/api/problem.ts'
import { API_V1, operationsAt } from '../../../lib/dashboard/api/resource-operations.ts'
import { GROUPS } from '../../../lib/site/api-reference/openapi.ts'
import type { ReferenceGroup, ReferenceOperation } from '../../../lib/site/api-reference/reference.ts'
import { samplesOf } from '../../../lib/site/api-reference/samples.ts'
import { SCOPE_NAMES } from '../../../lib/platform/auth/scopes.ts'
import { stubSiteEnv } from '../../support/site-env.ts'

const KINDS = SCOPE_NAMES.filter((name) => name.endsWith(':read')).map((name) => name.slice(0, -':read'.length))

const SITE = 'https://www.ductwise.example'

/** Routes outside the public API: preview, dashboard, Clerk webhook, secret URLs, page views and the 404 handler. */
const PRIVATE =
  /^\/api\/(draft-mode|dashboard|calendar|newsletter)\/|^\/api\/page-views$|^\/api\/webhooks\/clerk$|\[\.\.\./

type Media = { schema: { $ref?: string }; example?: unknown; examples?: Record<string, { value: unknown }> }
type Described = {
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
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> }
}
let groups: ReferenceGroup[]

beforeAll(async () => {
  stubSiteEnv({ SITE_URL: SITE })
  const { keyedGroups, publicDocument } = await import('../../../app/api/_reference/document.ts')
  document = JSON.parse(JSON.stringify(publicDocument())) as typeof document
  groups = keyedGroups()
})

type Place = { at: string[]; method: string; path: string; described: Described }

const described = (): Place[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) => ({ at: ['paths', path, method], method, path, described })),
  )

const bodies = (): { at: string[]; media: Media }[] =>
  described().flatMap(({ at, described: { requestBody, responses } }) => {
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

function validator() {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  return ajv.addSchema(document, 'document')
}

const escaped = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')
const refTo = (at: string[]) => ({ $ref: `document#/${at.map(escaped).join('/')}` })

describe('OpenAPI document', () => {
  it('has a version, a description and the server URL', () => {
    expect(document.openapi).toBe('3.1.1')
    expect(document.info).toEqual({ title: expect.any(String), description: expect.any(String), version: '1.3.0' })
    expect(document.servers).toEqual([{ url: SITE }])
    expect(document.tags.map(({ name }) => name)).toEqual(Object.keys(GROUPS))
  })

  it('describes every public endpoint and no private one', () => {
    const routes = globSync('app/api/**/route.ts').map((file) => `/${dirname(file).slice('app/'.length)}`)
    const open = routes.filter((path) => !PRIVATE.test(path)).map((path) => path.replaceAll(/\[(\w+)\]/g, '{$1}'))
    expect(open.length).toBeLessThan(routes.length)
    const resources = KINDS.flatMap((kind) => [`${API_V1}/${kind}`, `${API_V1}/${kind}/{id}`])
    expect(Object.keys(document.paths).toSorted()).toEqual([...open, ...resources].toSorted())
  })

  it('describes the methods that each resource supports', () => {
    const paths = Object.keys(document.paths).filter((path) => path.startsWith(`${API_V1}/`))
    expect(paths).toHaveLength(2 * KINDS.length)
    for (const path of paths) {
      const known = operationsAt(path.slice(API_V1.length + 1).split('/')) ?? {}
      const methods = Object.keys(document.paths[path] ?? {}).map((method) => method.toUpperCase())
      expect(methods.toSorted()).toEqual(Object.keys(known).toSorted())
    }
  })

  it('gives operations unique IDs and groups, and describes every response', () => {
    const ids = described().map((each) => each.described.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { described: operation } of described()) {
      expect(operation.tags.every((tag) => tag in GROUPS)).toBe(true)
      expect(Object.keys(operation.responses).some((status) => status.startsWith('2'))).toBe(true)
      for (const { description } of Object.values(operation.responses)) expect(description).toMatch(/\.$/)
    }
  })

  it('declares path parameters and the scope of each operation with an API key', () => {
    for (const { path, described: operation } of described()) {
      const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(inPath.map(({ name }) => name)).toEqual(names)
      const scopes = operation.security.flatMap(({ apiKey = [] }) => apiKey)
      expect(scopes.every((scope) => SCOPE_NAMES.some((name) => name === scope))).toBe(true)
      expect(scopes).toHaveLength(path.startsWith('/api/v1/') ? 1 : 0)
    }
    expect(Object.keys(document.components.securitySchemes)).toEqual(['apiKey'])
  })

  it('contains valid JSON Schema with resolvable references', () => {
    const ajv = validator()
    for (const schema of Object.values(document.components.schemas)) expect(ajv.validateSchema(schema)).toBe(true)
    for (const { described: operation } of described()) {
      for (const { schema } of operation.parameters ?? []) expect(ajv.validateSchema(schema)).toBe(true)
    }
    for (const { at } of bodies()) expect(() => ajv.compile(refTo([...at, 'schema']))).not.toThrow()
  })

  it('has examples that match their schemas', () => {
    const ajv = validator()
    for (const { at, media } of bodies()) {
      const validate = ajv.compile(refTo([...at, 'schema']))
      const examples = [media.example, ...Object.values(media.examples ?? {}).map(({ value }) => value)]
      for (const example of examples.filter((each) => each !== undefined)) {
        validate(example)
        expect({ at, errors: validate.errors }).toEqual({ at, errors: null })
      }
    }
  })

  it('rejects undeclared properties', () => {
    const validate = validator().compile(
      refTo(['paths', '/api/v1/leads', 'post', 'requestBody', 'content', 'application/json', 'schema']),
    )
    expect(validate({ name: 'Ada', problem: 'No heat' })).toBe(true)
    for (const wrong of [{}, { name: 'Ada' }, { name: 1, problem: 'x' }, { name: 'Ada', problem: 'x', secret: 1 }]) {
      expect(validate(wrong)).toBe(false)
    }
  })
})

const operations = () => groups.flatMap((group) => group.operations)

function page(): string {
  const samples = new Map(operations().map((operation) => [operation.id, samplesOf(operation, SITE)]))
  return renderToStaticMarkup(
    createElement(ApiReference, { intro: null, groups, samples, siteUrl: SITE, documentPath: '/api/openapi.json' }),
  )
}

describe('API reference page', () => {
  it('shows every operation for API keys and no internal one', () => {
    const html = page()
    expect(html.match(/<h1/g)).toHaveLength(1)
    const keyed = described().filter((each) => each.described.security.length > 0)
    expect(operations()).toHaveLength(keyed.length)
    for (const { path, described: operation } of keyed) {
      expect(html).toContain(path)
      expect(html).toContain(`id="${operation.operationId}"`)
      expect(html).toContain(operation.summary)
    }
    expect(html).not.toContain('/api/contact')
    expect(html).not.toContain('/api/webhooks')
  })

  it('expands only the first endpoint of each group', () => {
    const opened = [...page().matchAll(/<details([^>]*)><summary[^>]*><h3[^>]*>([^<]*)/g)]
    expect(opened.filter(([, attributes = '']) => attributes.includes('open=""')).map(([, , name]) => name)).toEqual(
      groups.map((group) => group.operations[0]?.summary),
    )
    expect(opened).toHaveLength(operations().length)
  })

  it('has unique IDs and no broken fragment links', () => {
    const html = page()
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const targets = [...html.matchAll(/ href="#([^"]+)"/g)].map(([, target]) => target)
    expect(targets.length).toBeGreaterThan(operations().length)
    expect(targets.filter((target) => !ids.includes(target))).toEqual([])
  })

  it('documents each problem type at its own anchor', () => {
    const html = page()
    for (const name of Object.keys(PROBLEMS) as (keyof typeof PROBLEMS)[]) {
      expect(html).toContain(`id="${problemId(name)}"`)
    }
    for (const { title, remedy } of Object.values(PROBLEMS)) {
      expect(title).toMatch(/^[A-Z].+[^.]$/)
      expect(remedy).toMatch(/^[A-Z].+\.$/)
    }
  })

  it('starts with a quick start whose request and response can be copied', () => {
    const shown = page().split('id="quick-start"')[1]?.split('id="basics"')[0] ?? ''
    const text = shown.replaceAll(/<[^>]+>/g, '')
    expect(text).toContain(`curl ${SITE}/api/v1/calls`)
    expect(text).toContain('Bearer dw_YOUR_KEY')
    expect(text).toContain('&quot;callerWords&quot;')
    expect(shown.match(/data-copy=""/g)).toHaveLength(3)
  })

  it('shows each request in three languages with one selected and a copy button', () => {
    const html = page()
    const count = operations().length + 1
    for (const language of ['curl', 'javascript', 'python']) {
      expect(html.match(new RegExp(`data-sample-choice="${language}"`, 'g'))).toHaveLength(count)
    }
    expect(html.match(/type="radio"[^>]*checked=""/g)).toHaveLength(count)
    expect(html.match(/data-copy=""/g)).toHaveLength(count + 2)
  })

  it('describes types in plain text', () => {
    expect(typeName({ type: 'array', items: { type: 'string' } })).toBe('list of string')
    expect(typeName({ anyOf: [{ type: 'string' }, { type: 'null' }] })).toBe('string or null')
    expect(typeName({ type: 'string', const: 'sent' })).toBe('"sent"')
    expect(typeName({ $ref: '#/components/schemas/Lead' })).toBe('Lead')
    expect(typeName({})).toBe('any')
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
    answers: [],
  }
  const codeIn = (language: string, of = operation) =>
    samplesOf(of, SITE).find((sample) => sample.language === language)?.code ?? ''

  it('escapes quotes for curl', () => {
    expect(codeIn('curl')).toContain(`curl '${SITE}/api/x/one?limit=10'`)
    expect(codeIn('curl')).toContain('--request PATCH')
    expect(codeIn('curl')).toContain("--header 'Authorization: Bearer dw_YOUR_KEY'")
    expect(codeIn('curl')).toContain(String.raw`it'\''s`)
  })

  it('is valid JavaScript', () => {
    expect(() => new Function(`return async () => { ${codeIn('javascript')} }`)).not.toThrow()
    expect(codeIn('javascript')).toContain("const query = new URLSearchParams({\n  limit: '10'\n})")
    expect(codeIn('javascript')).toContain(`fetch(\`${SITE}/api/x/one?\${query}\``)
    const plain = codeIn('javascript', { ...operation, parameters: [] })
    expect(plain).toMatch(/^const response = await fetch\('https:.+\/api\/x\/\{id\}'/)
  })

  it('puts each query parameter of a GET request on a separate line', () => {
    const { body: _body, ...rest } = operation
    expect(codeIn('curl', { ...rest, method: 'GET' })).toBe(
      [
        `curl ${SITE}/api/x/one`,
        '  --get',
        "  --data-urlencode 'limit=10'",
        "  --header 'Authorization: Bearer dw_YOUR_KEY'",
      ].join(' \\\n'),
    )
  })

  it('uses None for null in Python', () => {
    expect(codeIn('python')).toMatch(/^import requests\n\nresponse = requests\.patch\(/)
    expect(codeIn('python')).toContain('"zip": None')
  })
})
