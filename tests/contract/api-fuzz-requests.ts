import fc from 'fast-check'

export type JsonSchema = {
  $ref?: string
  anyOf?: JsonSchema[]
  type?: string
  const?: unknown
  enum?: unknown[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: JsonSchema
  maxItems?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
}

type Media = { schema: JsonSchema; example?: unknown }

export type Response = {
  description: string
  headers?: Record<string, { $ref?: string; required?: boolean }>
  content?: Record<string, Media>
}

export type Operation = {
  operationId: string
  security: Record<string, string[]>[]
  parameters?: { in: 'path' | 'query' | 'header'; name: string; required?: boolean; schema: JsonSchema }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, Response>
}

export type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema>; headers: Record<string, { required?: boolean }> }
}

export type Credential = 'allowed' | 'without-scope' | 'revoked' | { header: string | undefined }

export type FuzzRequest = {
  credential: Credential
  id: string
  query: [name: string, value: string][]
  headers: Record<string, string>
  body: string | undefined
}

const SMALL = { maxLength: 12 }

const hostileText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\udc00x',
    '\u202e',
    'İ',
    '👩‍👩‍👧',
    "'; drop table leads; --",
    '%00',
    '../..',
  ),
  fc.constantFrom('__proto__', 'constructor', 'null', 'undefined', 'NaN', '-1', '1e999', '0x10', 'true', '[]', '{}'),
  fc.constantFrom(
    '0000-01-01',
    '9999-12-31T23:59:59.999Z',
    '2026-02-30',
    '+275760-09-13T00:00:00Z',
    '2026-01-01T00:00:60Z',
  ),
  fc.string({ unit: 'binary', ...SMALL }),
  fc.string({ unit: 'grapheme', ...SMALL }),
  fc.integer({ min: 100, max: 20_000 }).map((length) => 'x'.repeat(length)),
  fc.integer({ min: 100, max: 3_000 }).map((length) => '𝔘 '.repeat(length)),
)

const nestedValue = fc.integer({ min: 2, max: 200 }).map((depth) => {
  let value: unknown = 'x'
  for (let level = 0; level < depth; level += 1) value = level % 2 ? { a: value } : [value]
  return value
})

const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, true, false, 0, -0, -1, 1.5, 1e308, 2 ** 31, 2 ** 53, [], {}, [null], [[]]),
  nestedValue,
)

function buildText({ format, pattern, minLength = 0, maxLength = 100 }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid()
  const moment = fc.date({ min: new Date(0), max: new Date('2099-12-31'), noInvalidDate: true })
  if (format === 'date-time') return moment.map((date) => date.toISOString())
  if (format === 'date') return moment.map((date) => date.toISOString().slice(0, 10))
  if (format === 'email') return fc.emailAddress()
  if (format === 'uri') return fc.webUrl()
  if (pattern) return fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' })
  const phones = fc.constantFrom('(212) 555-0142', '+12125550142', '+442079460958')
  const length = { minLength, maxLength: Math.min(maxLength, 60) }
  return fc.oneof(fc.string({ unit: 'grapheme', ...length }), fc.string({ unit: 'grapheme-ascii', ...length }), phones)
}

export function buildValue(schema: JsonSchema, document: Document): fc.Arbitrary<unknown> {
  const { $ref, anyOf, type, enum: allowedValues, items, properties, required = [] } = schema
  if ($ref) {
    const namedSchema = document.components.schemas[$ref.split('/').at(-1) ?? '']
    if (!namedSchema) throw new Error(`The document has no ${$ref}`)
    return buildValue(namedSchema, document)
  }
  if ('const' in schema) return fc.constant(schema.const)
  if (allowedValues) return fc.constantFrom(...allowedValues)
  if (anyOf) return fc.oneof(...anyOf.map((option) => buildValue(option, document)))
  switch (type) {
    case 'string':
      return buildText(schema)
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: Math.min(schema.maximum ?? 1000, 2 ** 31 - 1) })
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(buildValue(items ?? {}, document), { maxLength: Math.min(schema.maxItems ?? 3, 3) })
    case 'object': {
      const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, buildValue(field, document)])
      return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: required })
    }
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function mutateExample(example: object, { properties = {}, required = [] }: JsonSchema, document: Document) {
  const names = [...new Set([...Object.keys(properties), ...Object.keys(example)])]
  const field = fc.constantFrom(...names, 'unknown', '__proto__')
  const change = field.chain((name) =>
    fc.tuple(
      fc.constant(name),
      fc.oneof(buildValue(properties[name] ?? {}, document), anyValue, fc.constant(undefined)),
    ),
  )
  const optionalEntries = fc.subarray(Object.entries(example).filter(([name]) => !required.includes(name)))
  const requiredEntries = Object.entries(example).filter(([name]) => required.includes(name))
  return fc
    .tuple(optionalEntries, fc.array(change, { maxLength: 2 }))
    .map(([optional, changes]) => Object.fromEntries([...requiredEntries, ...optional, ...changes]))
}

function buildBody(operation: Operation, document: Document): fc.Arbitrary<string | undefined> {
  const media = operation.requestBody?.content['application/json']
  if (!media) return fc.constant(undefined)
  const name = media.schema.$ref?.split('/').at(-1) ?? ''
  const schema = document.components.schemas[name] ?? media.schema
  const example = media.example as object
  const json = fc.oneof(
    { weight: 4, arbitrary: fc.constant(example) },
    { weight: 8, arbitrary: mutateExample(example, schema, document) },
    { weight: 4, arbitrary: buildValue(media.schema, document) },
    { weight: 2, arbitrary: anyValue },
  )
  return fc.oneof(
    { weight: 20, arbitrary: json.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.constantFrom(undefined, '', '{', 'null', '"', '[1,]', '{"a":1}}', '\ufeff{}', 'NaN') },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 60_000 }).map((depth) => '['.repeat(depth)) },
    { weight: 1, arbitrary: fc.constant(JSON.stringify({ ...example, unknown: 'x'.repeat(600_000) })) },
  )
}

/** Valid header values; `fetch` rejects all others. */
const headerText = fc.oneof(
  fc.constantFrom('*', '"1"', '"2"', 'W/"1"', '1', '"x"', '', '"1", "2"', '"99999999999"'),
  fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCodePoint(code)), maxLength: 300 }),
)

const CONTENT_TYPES = [
  'application/json; charset=utf-8',
  'text/plain',
  'application/x-www-form-urlencoded',
  'application',
  '',
]

const createWeightedArbitrary = <Value>(
  weight: number,
  usualValue: Value,
  otherValues: fc.Arbitrary<Value>,
): fc.Arbitrary<Value> =>
  fc.oneof({ weight, arbitrary: fc.constant(usualValue) }, { weight: 1, arbitrary: otherValues })

const credentials: fc.Arbitrary<Credential> = createWeightedArbitrary<Credential>(
  12,
  'allowed',
  fc.oneof(
    fc.constantFrom<Credential>('without-scope', 'revoked', { header: undefined }),
    headerText.map((header) => ({ header })),
    headerText.map((text) => ({ header: `Bearer ${text}` })),
    fc.stringMatching(/^dw_[\w-]{43}$/).map((key) => ({ header: `Bearer ${key}` })),
  ),
)

const formatQueryValue = (value: unknown): string => (typeof value === 'string' ? value : String(JSON.stringify(value)))

function buildQuery({ parameters = [] }: Operation, document: Document): fc.Arbitrary<[string, string][]> {
  const queryParameters = parameters.filter((parameter) => parameter.in === 'query')
  if (queryParameters.length === 0)
    return createWeightedArbitrary<[string, string][]>(
      9,
      [],
      fc.array(fc.tuple(hostileText, hostileText), { maxLength: 2 }),
    )
  const parameter = fc
    .constantFrom(...queryParameters)
    .chain(({ name, schema }) =>
      fc.tuple(
        fc.constant(name),
        fc.oneof(
          { weight: 3, arbitrary: buildValue(schema.items ?? schema, document).map(formatQueryValue) },
          { weight: 1, arbitrary: hostileText },
        ),
      ),
    )
  const unknownParameter = fc.tuple(hostileText, hostileText)
  return fc.array(fc.oneof({ weight: 12, arbitrary: parameter }, { weight: 1, arbitrary: unknownParameter }), {
    maxLength: 4,
  })
}

function buildHeaders({ parameters = [], requestBody }: Operation): fc.Arbitrary<Record<string, string>> {
  const headerParameters = parameters.filter((parameter) => parameter.in === 'header')
  const fields = headerParameters.map(({ name, schema, required }) => {
    const { example } = schema as { example?: string }
    const usualValue = required && example ? fc.constant(example) : buildText(schema)
    return [name.toLowerCase(), fc.oneof({ weight: 4, arbitrary: usualValue }, { weight: 1, arbitrary: headerText })]
  })
  const type = createWeightedArbitrary(15, 'application/json', fc.constantFrom(...CONTENT_TYPES))
  return fc.record(
    {
      ...(Object.fromEntries(fields) as Record<string, fc.Arbitrary<string>>),
      ...(requestBody && { 'content-type': type }),
    },
    { requiredKeys: requestBody ? ['content-type'] : [] },
  ) as fc.Arbitrary<Record<string, string>>
}

export const buildRequests = (
  operation: Operation,
  document: Document,
  ids: readonly string[],
): fc.Arbitrary<FuzzRequest> =>
  fc.record({
    credential: credentials,
    id: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...ids) },
      { weight: 1, arbitrary: fc.oneof(fc.uuid(), hostileText) },
    ),
    query: buildQuery(operation, document),
    headers: buildHeaders(operation),
    body: buildBody(operation, document),
  })
