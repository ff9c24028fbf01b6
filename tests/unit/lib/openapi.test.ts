import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ApiReference } from '../../../components/docs/api-reference.tsx'
import { typeName } from '../../../components/docs/api-fields.tsx'
import { curlExample, type Operation } from '../../../lib/docs/openapi.ts'
import { stubSiteEnv } from '../../support/site-env.ts'

const SITE = 'https://www.ductwise.example'

/** Endpoints that are not for the public: an editor's preview, the dashboard's own, Clerk's webhook, and what answers where there is no endpoint. */
const PRIVATE = [
  '/api/draft-mode/enable',
  '/api/draft-mode/disable',
  '/api/draft-mode/perspective',
  '/api/dashboard/exports',
  '/api/webhooks/clerk',
  '/api/[...path]',
]

type Media = { content?: { 'application/json': { schema: object; example: unknown } } }
type Described = {
  operationId: string
  summary: string
  requestBody?: Media
  responses: Record<string, Media & { description: string }>
}

let document: {
  openapi: string
  info: object
  servers: { url: string }[]
  paths: Record<string, Record<string, Described>>
}
let operations: Operation[]

beforeAll(async () => {
  stubSiteEnv({ SITE_URL: SITE })
  const reference = await import('../../../app/api/_reference/document.ts')
  document = JSON.parse(JSON.stringify(reference.publicDocument())) as typeof document
  operations = reference.publicOperations()
})

const described = () => Object.values(document.paths).flatMap((item) => Object.values(item))

describe('the OpenAPI document', () => {
  it('says its version, what it describes and where that is', () => {
    expect(document.openapi).toBe('3.1.1')
    expect(document.info).toEqual({ title: expect.any(String), description: expect.any(String), version: '1.0.0' })
    expect(document.servers).toEqual([{ url: SITE }])
  })

  it('describes every endpoint that is public, and none that is not', () => {
    const routes = globSync('app/api/**/route.ts').map((file) => `/${dirname(file).slice('app/'.length)}`)
    expect(routes.length).toBeGreaterThan(PRIVATE.length)
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(routes.filter((path) => !PRIVATE.includes(path))),
    )
    for (const path of PRIVATE) expect(document.paths).not.toHaveProperty([path])
  })

  it('names each operation once and explains each answer', () => {
    const ids = described().map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { responses } of described()) {
      expect(Object.keys(responses)).toContain('200')
      for (const { description } of Object.values(responses)) expect(description).toMatch(/\.$/)
    }
  })

  it('has examples that its own schemas accept', () => {
    for (const { body, answers } of operations) {
      if (body) expect(() => body.schema.parse(body.example)).not.toThrow()
      for (const { schema, example } of answers) if (schema) expect(() => schema.parse(example)).not.toThrow()
    }
  })

  it('describes bodies by JSON Schema', () => {
    const contact = described().find(({ operationId }) => operationId === 'contact')
    expect(contact?.requestBody?.content?.['application/json'].schema).toMatchObject({
      type: 'object',
      properties: { name: { type: 'string', maxLength: 100 }, email: { format: 'email' } },
      required: expect.not.arrayContaining(['phone']),
    })
  })
})

describe('the reference for people', () => {
  it('shows every operation, path and answer of the document', () => {
    const html = renderToStaticMarkup(
      createElement(ApiReference, { intro: null, operations, siteUrl: SITE, documentPath: '/api/openapi.json' }),
    )
    expect(html.match(/<h1/g)).toHaveLength(1)
    for (const [path, item] of Object.entries(document.paths)) {
      expect(html).toContain(path)
      for (const { operationId, summary } of Object.values(item)) {
        expect(html).toContain(`id="${operationId}"`)
        expect(html).toContain(summary)
      }
    }
  })

  it('gives requests to copy, whatever quotes are in them', () => {
    const operation: Operation = {
      id: 'x',
      method: 'POST',
      path: '/api/x',
      summary: 'X',
      description: [],
      body: { schema: z.object({}), example: { text: "it's" } },
      answers: [],
    }
    expect(curlExample(operation, SITE)).toContain(String.raw`it'\''s`)
  })

  it('names types in words', () => {
    expect(typeName({ type: 'array', items: { type: 'string' } })).toBe('list of string')
    expect(typeName({ anyOf: [{ type: 'string' }, { type: 'null' }] })).toBe('string or null')
    expect(typeName({ type: 'string', const: 'sent' })).toBe('"sent"')
    expect(typeName({})).toBe('any')
  })
})
