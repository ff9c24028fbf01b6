import { describe, expect, it } from 'vitest'
import { analyzeQuery, type ContentSchema } from '../../../scripts/build/query-reads.ts'

const schema: ContentSchema = {
  fields: new Map([
    ['author', ['name', 'slug']],
    ['city', ['faqs', 'name', 'seo', 'slug', 'summary']],
    ['faq', ['answer', 'question']],
    ['page', ['blocks', 'path', 'title']],
    ['post', ['author', 'body', 'related', 'slug', 'title']],
    ['settings', ['brand', 'links']],
  ]),
  targets: new Map([
    ['author', ['author']],
    ['faqs', ['faq']],
    ['related', ['post']],
    ['internal', ['city', 'page']],
    ['asset', ['sanity.imageAsset']],
  ]),
}

const parseReads = (query: string) => analyzeQuery(query, schema)
const parseFields = (query: string) => parseReads(query).fields

const EVERY_TYPE = Object.fromEntries([...schema.fields.keys()].map((type) => [type, []]))

describe('query fields', () => {
  it.each<[what: string, query: string, fields: Record<string, string[]>]>([
    ['of one type', '*[_type == "city"]{ name }', { city: ['name'] }],
    ['of a type in parentheses', '*[((_type == "city") && defined(name))]{ _id }', { city: ['name'] }],
    ['of several types', '*[_type in ["city", "page"]]{ title, name }', { city: ['name'], page: ['title'] }],
    ['of types in both conditions', '*[_type in ["city", "page"] && _type in ["page", "faq"]]._id', { page: [] }],
    ['of either type', '*[_type == "city" || (_type == "page" && title == "a")]{ _id }', { city: [], page: ['title'] }],
    ['of a type that does not exist', '*[_type == "nothing"]{ name }', {}],
    ['of types from a parameter', '*[_type in $types]{ _id }', EVERY_TYPE],
    ['of all types but one', '*[_type != "city"]{ _id }', EVERY_TYPE],
    ['of every type', '*[_type == "city" || name == "a"]{ _id }', { ...EVERY_TYPE, author: ['name'], city: ['name'] }],
    ['of no type, with contradicting conditions', '*[_type == "faq" && _type == "city"]{ _id }', {}],
    ['as top-level names', '*[_type == "city"]{ "a": slug.current, seo{ title } }', { city: ['seo', 'slug'] }],
    ['that do not exist', '*[_type == "city"]{ nothing }', { city: [] }],
    ['that never change', '*[_type == "city"]{ _id, _type, _createdAt }', { city: [] }],
    ['that always change', '*[_type == "city"]{ name, _updatedAt }', { city: ['*'] }],
    ['with the revision', '*[_type == "city"]{ _rev }', { city: ['*'] }],
    [
      'in a filter',
      '*[_type == "city" && defined(slug.current) && name match $words]{ _id }',
      { city: ['name', 'slug'] },
    ],
    ['in a second condition', '*[_type == "city"][summary == "a"]{ _id }', { city: ['summary'] }],
    [
      'in an order',
      '*[_type == "city"] | order(name asc, lower(summary) desc)[0...$limit]{ _id }',
      { city: ['name', 'summary'] },
    ],
    [
      'in a score',
      '*[_type == "city"] | score(boost(name match $w, 2)) | order(_score desc){ _id }',
      { city: ['name'] },
    ],
    ['in a slice with parameters', '*[_type == "city"][$from...$to]{ name }', { city: ['name'] }],
    ['of the first document', '*[_type == "city"][0].name', { city: ['name'] }],
    ['of each document', '*[_type == "city"].name', { city: ['name'] }],
    [
      'in coalesce and select',
      '*[_type == "city"]{ "a": coalesce(name, summary), "b": select(defined(slug) => seo.title) }',
      { city: ['name', 'seo', 'slug', 'summary'] },
    ],
    [
      'in conditional projections',
      '*[_type == "city"]{ name == "a" => { summary }, ...select(defined(slug) => { "s": seo }) }',
      { city: ['name', 'seo', 'slug', 'summary'] },
    ],
    [
      'in function arguments',
      '*[_type == "post"]{ "a": pt::text(body), "b": count(related) }',
      { post: ['body', 'related'] },
    ],
    ['in lists', '*[_type == "city"]{ "a": [name, slug.current] }', { city: ['name', 'slug'] }],
    [
      'in expressions',
      '*[_type == "city"]{ "a": name + ", " + summary, "b": !defined(seo) }',
      { city: ['name', 'seo', 'summary'] },
    ],
  ])('are extracted from a query: %s', (_, query, fields) => expect(parseFields(query)).toEqual(fields))
})

describe('whole documents', () => {
  it.each<[what: string, query: string, fields: Record<string, string[]>]>([
    ['a plain query', '*[_type == "city"]', { city: ['*'] }],
    ['the first result', '*[_type == "city"] | order(name asc)[0]', { city: ['*'] }],
    ['in an object', '{ "cities": *[_type == "city"] }', { city: ['*'] }],
    ['a spread', '*[_type == "city"]{ ..., "a": name }', { city: ['*'] }],
    ['@', '*[_type == "city"]{ "self": @ }', { city: ['*'] }],
    ['in a list', '[*[_type == "city"][0], *[_type == "page"][0]]', { city: ['*'], page: ['*'] }],
    ['in a sum of lists', '*[_type == "city"] + *[_type == "page"]', { city: ['*'], page: ['*'] }],
    ['in coalesce', 'coalesce(*[_type == "city"][0], *[_type == "page"][0])', { city: ['*'], page: ['*'] }],
    ['as a function argument', 'array::compact(*[_type == "city"])', { city: ['*'] }],
    ['a dereferenced document', '*[_type == "post"]{ author-> }', { author: ['*'], post: ['author'] }],
    ['a references() filter', '*[_type == "post" && references($id)]{ _id }', { post: ['*'] }],
    ['only counted', 'count(*[_type == "city"])', { city: [] }],
    ['only checked for existence', 'defined(*[_type == "city"][0])', { city: [] }],
    ['a spread of a nested object', '*[_type == "post"]{ body[]{ ... } }', { post: ['body'] }],
  ])('are distinguished from single fields: %s', (_, query, fields) => expect(parseFields(query)).toEqual(fields))
})

describe('references', () => {
  it.each<[what: string, query: string, fields: Record<string, string[]>]>([
    ['to a single type', '*[_type == "post"]{ author->{ name } }', { author: ['name'], post: ['author'] }],
    ['in a list', '*[_type == "city"]{ faqs[]->{ question } }', { city: ['faqs'], faq: ['question'] }],
    [
      'to several types',
      '*[_type == "settings"]{ links[]{ "a": internal->slug.current, "b": internal->path } }',
      { city: ['slug'], page: ['path'], settings: ['links'] },
    ],
    [
      'that only read the type',
      '*[_type == "settings"]{ links[]{ "a": internal->_type } }',
      { city: [], page: [], settings: ['links'] },
    ],
    ['nested', '*[_type == "post"]{ "a": related[]->author->name }', { author: ['name'], post: ['author', 'related'] }],
    ['through `@`', '*[_type == "city"]{ "a": faqs[]{ "q": @->question } }', { city: ['faqs'], faq: ['question'] }],
    ['to files', '*[_type == "city"]{ seo{ image{ asset->{ url } } } }', { city: ['seo'] }],
    ['that are not dereferenced', '*[_type == "post"]{ "id": author._ref }', { post: ['author'] }],
  ])('are resolved through the schema: %s', (_, query, fields) => expect(parseFields(query)).toEqual(fields))
})

describe('parent scopes', () => {
  it.each<[what: string, query: string, fields: Record<string, string[]>]>([
    [
      'the parent document',
      '*[_type == "author"]{ "posts": *[_type == "post" && author._ref == ^.name]{ title } }',
      { author: ['name'], post: ['author', 'title'] },
    ],
    [
      'the immutable parent id',
      '*[_type == "author"]{ "posts": count(*[_type == "post" && author._ref == ^._id]) }',
      { author: [], post: ['author'] },
    ],
    [
      'the grandparent document',
      '*[_type == "author"]{ "p": *[_type == "post"]{ "c": *[_type == "city" && name == ^.^.slug.current]{ _id } } }',
      { author: ['slug'], city: ['name'], post: [] },
    ],
    ['the parent of a list item', '*[_type == "page"]{ blocks[]{ "all": ^.title } }', { page: ['blocks', 'title'] }],
    ['in a list filter', '*[_type == "page"]{ "a": blocks[@.x == ^.title]{ _key } }', { page: ['blocks', 'title'] }],
  ])('are resolved: %s', (_, query, fields) => expect(parseFields(query)).toEqual(fields))
})

describe('single-document lookups', () => {
  const buildReads = (overrides: Partial<ReturnType<typeof analyzeQuery>>) => ({
    ids: [],
    documents: [],
    fields: {},
    ...overrides,
  })
  const buildLookup = (param: string, ...types: string[]) => ({ documents: [{ types, param }] })

  it.each<[what: string, query: string, found: Parameters<typeof buildReads>[0]]>([
    ['by an id', '*[_id == "settings"][0]{ brand }', { ids: ['settings'] }],
    ['by an id and a type', '*[_type == "settings" && _id == "settings"][0]{ brand }', { ids: ['settings'] }],
    ['by an id, with the whole document', '*[_id == "settings"][0]', { ids: ['settings'] }],
    ['by a slug', '*[_type == "city" && slug.current == $slug][0]{ name, _updatedAt }', buildLookup('slug', 'city')],
    ['by a path', '*[_type == "page" && path == $path][0]{ title }', buildLookup('path', 'page')],
    [
      'by a path or a slug',
      '*[_type in ["city", "page"] && (path == $key || slug.current == $key)][0]._id',
      buildLookup('key', 'city', 'page'),
    ],
    [
      'with their references',
      '*[_type == "city" && slug.current == $slug][0]{ faqs[]->{ question } }',
      { ...buildLookup('slug', 'city'), fields: { faq: ['question'] } },
    ],
    [
      'with other queries',
      '*[_type == "post" && slug.current == $slug][0]{ "more": *[_type == "post" && author._ref == ^.author._ref]{ title } }',
      { ...buildLookup('slug', 'post'), fields: { post: ['author', 'title'] } },
    ],
    ['in a count', 'count(*[_id == "settings" && defined(brand)])', { ids: ['settings'] }],
  ])('are detected: %s', (_, query, expected) => expect(parseReads(query)).toEqual(buildReads(expected)))

  it.each<[what: string, query: string, fields: Record<string, string[]>]>([
    ['a parameter for the id', '*[_id == $id && _type == "city"]{ name }', { city: ['name'] }],
    ['one id or another', '*[_type == "city" && (_id == "a" || _id == "b")]{ name }', { city: ['name'] }],
    [
      'a slug or something else',
      '*[_type == "city" && (slug.current == $slug || name == $slug)]{ _id }',
      { city: ['name', 'slug'] },
    ],
    ['two parameters', '*[_type == "city" && (slug.current == $a || slug.current == $b)]{ _id }', { city: ['slug'] }],
    ['any slug but one', '*[_type == "city" && slug.current != $slug]{ _id }', { city: ['slug'] }],
    ['a field that is not a path or slug', '*[_type == "city" && name == $name]{ _id }', { city: ['name'] }],
    ['a literal slug', '*[_type == "city" && slug.current == "a"]{ _id }', { city: ['slug'] }],
    ['a referenced slug', '*[_type == "city" && faqs[0]->slug.current == $slug]{ _id }', { city: ['faqs'], faq: [] }],
  ])('do not include filters by %s', (_, query, fields) => {
    expect(parseReads(query)).toEqual(buildReads({ fields }))
  })
})

describe('unsupported queries', () => {
  it.each([
    ['documents without a filter', '*{ _id }', 'Unfiltered read'],
    ['a count of all documents', 'count(*)', 'Unfiltered read'],
    ['a reference through an unknown field', '*[_type == "city"]{ name-> }', 'No field "name"'],
    ['a document as a reference', '*[_type == "city"]->', 'No field ""'],
    ['a reference from a parameter', '*[_type == "city"]{ "a": $ref->name }', 'origin of a reference'],
    [
      'a reference in a function result',
      '*[_type == "city"]{ "a": array::compact(faqs)[]->question }',
      'origin of a reference',
    ],
    ['a missing parent', '*[_type == "city" && name == ^.^.name]{ _id }', 'No parent'],
    ['unsupported syntax', '*[_type == "city" && name in "a".."b"]{ _id }', 'does not support InRange'],
  ])('throw an error: %s', (_, query, message) => expect(() => parseReads(query)).toThrow(message))
})
