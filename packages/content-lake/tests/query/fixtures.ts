import fc from 'fast-check'
import { isPublicId, type LakeDocument, type Snapshot } from '../../store/document.ts'
import { type QueryResponse, type QueryRequest, runQuery } from '../../query/run.ts'

let lastRevision = 0

export function createSnapshot(documents: readonly LakeDocument[]): Snapshot {
  const byId = new Map(documents.map((document) => [document._id, document]))
  return {
    revision: ++lastRevision,
    get: (id) => byId.get(id),
    all: () => byId.values(),
    ofType: (type) => documents.filter((document) => document._type === type),
    referencing: (id) => documents.filter((document) => listReferences(document).has(id)),
  }
}

const referenceCache = new WeakMap<LakeDocument, ReadonlySet<string>>()

function listReferences(document: LakeDocument): ReadonlySet<string> {
  const cached = referenceCache.get(document) ?? new Set(walkReferences(document))
  referenceCache.set(document, cached)
  return cached
}

function* walkReferences(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (key === '_ref' && typeof inner === 'string') yield inner
    yield* walkReferences(inner)
  }
}

export function buildLakeDocument(fields: { _id: string; _type: string; [field: string]: unknown }): LakeDocument {
  const timestamp = '2026-01-01T00:00:00Z'
  return { _rev: 'r1', _createdAt: timestamp, _updatedAt: timestamp, ...fields }
}

export function runTestQuery(
  documents: readonly LakeDocument[] | Snapshot,
  query: string,
  request: Partial<QueryRequest> = {},
): QueryResponse {
  return runQuery('revision' in documents ? documents : createSnapshot(documents), {
    query,
    params: {},
    perspective: 'raw',
    anonymous: false,
    now: new Date('2026-01-02T00:00:00Z'),
    project: { projectId: 'local', dataset: 'production' },
    ...request,
  })
}

export const fetchResult = (...args: Parameters<typeof runTestQuery>): unknown => runTestQuery(...args).result

/** Computes the documents of a perspective with an independent, slower implementation. */
export function listVisibleDocuments(
  documents: readonly LakeDocument[],
  perspective: QueryRequest['perspective'],
  anonymous = false,
): LakeDocument[] {
  const readable = documents.filter(({ _id }) => !anonymous || isPublicId(_id))
  const sortById = (list: LakeDocument[]) => list.toSorted((a, b) => (a._id < b._id ? -1 : 1))
  if (perspective === 'raw') return sortById(readable)
  const isLayered = (id: string) => id.startsWith('drafts.') || id.startsWith('versions.')
  if (perspective === 'published') return sortById(readable.filter(({ _id }) => !isLayered(_id)))
  const layers = perspective === 'drafts' ? ['drafts.'] : perspective.map(getPrefix)
  const ids = new Set(readable.map(({ _id }) => _id.replace(/^drafts\.|^versions\.[^.]+\./, '')))
  const visible = [...ids].flatMap((id) => {
    const topDocument = [...layers, ''].flatMap((prefix) => readable.find(({ _id }) => _id === prefix + id) ?? [])[0]
    const system = topDocument?._system as { delete?: boolean } | undefined
    return topDocument && !system?.delete ? [{ ...topDocument, _id: id, _originalId: topDocument._id }] : []
  })
  return sortById(visible)
}

function getPrefix(layer: string): string {
  if (layer === 'published') return ''
  return layer === 'drafts' ? 'drafts.' : `versions.${layer}.`
}

const IDS = ['a', 'b', 'c', 'd']
const name = fc.constantFrom('a', 'apple', 'banana pie', 'cherry', 'apple pie')
const makeOptional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const reference = fc.record({ _key: fc.constantFrom('k1', 'k2', 'k3'), _ref: fc.constantFrom(...IDS, 'missing') })
const block = fc.record({ _key: fc.constantFrom('b1', 'b2'), heading: name, inner: fc.array(name, { maxLength: 2 }) })

const body = fc.record(
  {
    name,
    title: makeOptional(name),
    rank: makeOptional(fc.integer({ min: 0, max: 3 })),
    on: makeOptional(fc.boolean()),
    tags: fc.array(fc.oneof(name, fc.integer({ min: 0, max: 2 })), { maxLength: 3 }),
    one: makeOptional(reference),
    faqs: makeOptional(fc.array(reference, { maxLength: 3 })),
    blocks: fc.array(block, { maxLength: 2 }),
    seo: makeOptional(fc.record({ title: makeOptional(name), image: makeOptional(fc.record({ alt: name })) })),
  },
  { requiredKeys: ['name'] },
)

const removeUndefined = <T extends object>(value: T): T => JSON.parse(JSON.stringify(value)) as T

export const datasets: fc.Arbitrary<LakeDocument[]> = fc.uniqueArray(
  fc
    .tuple(fc.constantFrom(...IDS), fc.constantFrom('', '', 'drafts.', 'versions.r1.', 'versions.r2.'), body, fc.nat(9))
    .map(([id, prefix, fields, chance]) => {
      const _type = id < 'c' ? 'city' : 'faq'
      const system = prefix.startsWith('versions.') && chance === 0 ? { _system: { delete: true } } : {}
      return buildLakeDocument({ _id: prefix + id, _type, ...system, ...removeUndefined(fields) })
    }),
  { selector: ({ _id }) => _id, maxLength: 12 },
)

export const perspectives: fc.Arbitrary<QueryRequest['perspective']> = fc.constantFrom<QueryRequest['perspective']>(
  'raw',
  'published',
  'drafts',
  ['r1', 'drafts'],
  ['r2', 'r1'],
)

export const PARAMS = { id: 'a', ids: ['b', 'c', 'drafts.a'], type: 'city', types: ['faq', 'nothing'], word: 'apple*' }

const simpleConditions = [
  '_type == "city"',
  '"faq" == _type',
  '_type == $type',
  '_type in $types',
  '_type in ["city", "faq"]',
  '_id == "a"',
  '_id == $id',
  '_id in $ids',
  '_id in [$id, "d", 3]',
  'references("a")',
  'references($ids)',
  'references($id, "b")',
  'sanity::versionOf("a")',
  'sanity::versionOf($id)',
  'sanity::partOfRelease("r1")',
  '_id in path("drafts.**")',
  'name == "apple"',
  'name match $word',
  'name match ["pie", "b*"]',
  'rank > 1',
  'rank in 1..2',
  'count(faqs) > 0',
  'defined(title)',
  'one->name == "apple"',
  '"apple" in tags',
  'on',
  'on == true',
  'title < name',
  '_id == name',
  'seo.image.alt != null',
  'one._ref in *[_type == "faq"]._id',
  'name in *[rank > 1].title',
  'count(*[_type == "faq"]) > 1',
  'name == *[_type == "city"] | order(name)[0].name',
  'rank in *[_type == "faq" && name in *[_type == "city"].name].rank',
  'count(*[_type == "faq" && name == ^.name]) > 0',
  'count(*[one._ref == ^._id && title == ^.^.title]) > 0',
]

const condition = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    { weight: 4, arbitrary: fc.constantFrom(...simpleConditions) },
    fc.tuple(tie('condition'), tie('condition')).map(([a, b]) => `${a} && ${b}`),
    fc.tuple(tie('condition'), tie('condition')).map(([a, b]) => `(${a} || ${b})`),
    tie('condition').map((inner) => `!(${inner})`),
  ),
})).condition

export const copyingAttributes = [
  'name',
  '_id',
  '"renamed": title',
  '...',
  'seo{title, "alt": image.alt}',
  '"alt": seo.image.alt',
  'faqs[]->{name, "parent": ^._id, "up": ^.name}',
  'faqs[]->name',
  '"deep": faqs[]->faqs[]->name',
  '"first": faqs[0]->name',
  '"last": faqs[-1]->{...}',
  'one->',
  '"chain": one->one->{name, tags}',
  '"both": coalesce(title, one->title, name)',
  '"chosen": select(on => title, defined(rank) => name, one->name)',
  'on => {"shown": name, rank}',
  'defined(title) => {...}',
  '...one->{"linked": name}',
  '"list": [name, title, ...tags]',
  '"part": tags[0...2]',
  '"tail": tags[-2..-1]',
  '"sorted": blocks | order(heading desc)',
  '"found": blocks[_key == "b1"]{heading, "owner": ^.name}',
  'blocks[]{heading, inner, "of": ^.title}',
  '"headings": blocks[].heading',
  '"inner": blocks[].inner[]',
  '"backlinks": *[references(^._id)]{_id, "to": ^.name, "again": ^.^.name}',
  '"linked": *[_id in ^.faqs[]._ref]{name}',
  '"same": *[_type == ^._type && _id != ^._id].name',
  '"exact": *[_id == ^.one._ref][0]{name}',
  '"solid": array::compact(blocks[].inner[])',
  '"unique": array::unique(blocks[].heading)',
]

const joiningAttributes = [
  '"named": *[_type == "faq" && name == ^.name]{name, "by": ^.name}',
  '"titled": *[^.title == title]._id',
  '"tagged": *[_type in ["faq", "city"] && ^.name in tags]{tags, rank}',
  '"pointing": *[_type == "city" && ^._id in faqs[]._ref]{_id, "also": *[_type == "faq" && one._ref == ^.one._ref].name}',
  '"any": *[_type == "faq" && name in ^.tags]{name}',
  '"through": *[one->name == ^.name]{_id}',
  '"odd": *[tags == ^.tags || seo == ^.seo]._id',
  '"members": *[_type == "city" && tags in ^.tags]._id',
  '"fixed": *[_type == "faq"][0]{name, "all": *[_type == "city"].name}',
  '"inner": blocks[]{heading, "same": *[_type == "faq" && title == ^.heading && name == ^.^.name].name}',
]

const computingAttributes = [
  '"count": count(faqs)',
  '"upper": upper(name)',
  '"sum": rank + 1',
  '"text": name + " " + title',
  '"minus": -rank',
  '"when": dateTime(_updatedAt)',
  '"later": dateTime(_updatedAt) + 60 > dateTime(now())',
  '"joined": array::join(tags, ", ")',
  '"max": math::max(*[]{"r": rank}.r)',
  '"total": count(*)',
  '"is": name in ["apple", "cherry"]',
  '"words": string::split(name, " ")',
  '"hit": name match "pie"',
  '"me": identity()',
  '"project": sanity::projectId()',
  '"merged": {"a": 1, ...seo}',
]

const pipelines = [
  (filter: string, object: string) => `*[${filter}]${object}`,
  (filter: string, object: string) => `*[${filter}] | order(rank desc, name asc)[0...3]${object}`,
  (filter: string, object: string) => `*[${filter}][0]${object}`,
  (filter: string, object: string) => `*[${filter}]${object} | order(name)[1..2]`,
  (filter: string, object: string) => `*[_type == "city"][${filter}]${object}`,
  (filter: string, object: string) => `(*[${filter}])[-1]${object}`,
  (filter: string, object: string) => `{"list": *[${filter}]${object}, "total": count(*[${filter}])}`,
  (filter: string, object: string) => `[...*[${filter}]${object}, *[${filter}][1]]`,
]

const buildObject = (attributes: string[]) =>
  fc.subarray(attributes, { minLength: 1, maxLength: 4 }).map((list) => `{${list.join(', ')}}`)

const combineQueries = (filters: fc.Arbitrary<string>, objects: fc.Arbitrary<string>) =>
  fc
    .tuple(fc.constantFrom(...pipelines), filters, objects)
    .map(([pipeline, filter, object]) => pipeline(filter, object))

export const queries = fc.oneof(
  {
    weight: 9,
    arbitrary: combineQueries(
      condition,
      buildObject([...copyingAttributes, ...joiningAttributes, ...computingAttributes]),
    ),
  },
  {
    weight: 1,
    arbitrary: condition.map((filter) => `array::unique(*[${filter}].name)`),
  },
  {
    weight: 1,
    arbitrary: condition.map((filter) => `*[${filter}] | score(name match "app*", boost(rank > 1, 2)) {name, _score}`),
  },
)

export const copyingQueries = combineQueries(
  fc.constantFrom('_type == "city"', '_id in ["a", "c"]', 'true', 'references("a")'),
  buildObject(copyingAttributes.filter((attribute) => !/order\(|unique/.test(attribute))),
).filter((query) => !query.includes('order('))
