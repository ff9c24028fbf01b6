import { describe, expect, it } from 'vitest'
import { queryReads, type ContentSchema } from '../../../scripts/build/query-reads.ts'

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

const readsOf = (query: string) => queryReads(query, schema)
const fieldsOf = (query: string) => readsOf(query).fields

const EVERY_TYPE = Object.fromEntries([...schema.fields.keys()].map((type) => [type, []]))

describe('query fields', () => {
  it.each<[what: string, query: string, fields: Record<string, string[]>]>([
    ['of one type', '*[_type == "city"]{ name }', { city: ['name'] }],
    ['of a type in parentheses', '*[((_type == "city") && defined(name))]{ _id }', { city: ['name'] }],
    ['of several types', '*[_type in ["city", "page"]]{ title, name }', { city: ['name'], page: ['title'] }],
    ['of types in both conditions', '*[_type in ["city", "page"] && _type in ["page", "faq"]]._id', { page: [] }],
    ['of either type', '*[_type == "city" || (_type == "page" && title == "a")]{ _id }', { city: [], page: ['title'] }],
    ['of a type that does not exist', '*[_type == "nothing"]{ name }', {}],
    ['of types that a parameter names', '*[_type in $types]{ _id }', EVERY_TYPE],
    ['of all types but one', '*[_type != "city"]{ _id }', EVERY_TYPE],
    ['of everything', '*[_type == "city" || name == "a"]{ _id }', { ...EVERY_TYPE, author: ['name'], city: ['name'] }],
    ['of no type, when both conditions name another', '*[_type == "faq" && _type == "city"]{ _id }', {}],
    ['by their top names', '*[_type == "city"]{ "a": slug.current, seo{ title } }', { city: ['seo', 'slug'] }],
    ['that no type has', '*[_type == "city"]{ nothing }', { city: [] }],
    ['that never change', '*[_type == "city"]{ _id, _type, _createdAt }', { city: [] }],
    ['that always change', '*[_type == "city"]{ name, _updatedAt }', { city: ['*'] }],
    ['with the revision', '*[_type == "city"]{ _rev }', { city: ['*'] }],
    ['filtered', '*[_type == "city" && defined(slug.current) && name match $words]{ _id }', { city: ['name', 'slug'] }],
    ['in a second condition', '*[_type == "city"][summary == "a"]{ _id }', { city: ['summary'] }],
    [
      'in an order',
      '*[_type == "city"] | order(name asc, lower(summary) desc)[0...$limit]{ _id }',
      { city: ['name', 'summary'] },
    ],
    ['scored', '*[_type == "city"] | score(boost(name match $w, 2)) | order(_score desc){ _id }', { city: ['name'] }],
    ['in a slice by parameters', '*[_type == "city"][$from...$to]{ name }', { city: ['name'] }],
    ['of the first', '*[_type == "city"][0].name', { city: ['name'] }],
    ['of each', '*[_type == "city"].name', { city: ['name'] }],
    [
      'in alternatives',
      '*[_type == "city"]{ "a": coalesce(name, summary), "b": select(defined(slug) => seo.title) }',
      { city: ['name', 'seo', 'slug', 'summary'] },
    ],
    [
      'under a condition',
      '*[_type == "city"]{ name == "a" => { summary }, ...select(defined(slug) => { "s": seo }) }',
      { city: ['name', 'seo', 'slug', 'summary'] },
    ],
    ['by a function', '*[_type == "post"]{ "a": pt::text(body), "b": count(related) }', { post: ['body', 'related'] }],
    ['in lists', '*[_type == "city"]{ "a": [name, slug.current] }', { city: ['name', 'slug'] }],
    [
      'in calculations',
      '*[_type == "city"]{ "a": name + ", " + summary, "b": !defined(seo) }',
      { city: ['name', 'seo', 'summary'] },
    ],
  ])('are extracted from a query: %s', (_, query, fields) => expect(fieldsOf(query)).toEqual(fields))
})

describe('whole documents', () => {
  it.each<[what: string, query: string, fields: Record<string, string[]>]>([
    ['by themselves', '*[_type == "city"]', { city: ['*'] }],
    ['the first', '*[_type == "city"] | order(name asc)[0]', { city: ['*'] }],
    ['in an object', '{ "cities": *[_type == "city"] }', { city: ['*'] }],
    ['as a splat', '*[_type == "city"]{ ..., "a": name }', { city: ['*'] }],
    ['as themselves', '*[_type == "city"]{ "self": @ }', { city: ['*'] }],
    ['in a list', '[*[_type == "city"][0], *[_type == "page"][0]]', { city: ['*'], page: ['*'] }],
    ['added to others', '*[_type == "city"] + *[_type == "page"]', { city: ['*'], page: ['*'] }],
    ['in an alternative', 'coalesce(*[_type == "city"][0], *[_type == "page"][0])', { city: ['*'], page: ['*'] }],
    ['given to a function', 'array::compact(*[_type == "city"])', { city: ['*'] }],
    ['behind a reference', '*[_type == "post"]{ author-> }', { author: ['*'], post: ['author'] }],
    ['searched for references', '*[_type == "post" && references($id)]{ _id }', { post: ['*'] }],
    ['only counted', 'count(*[_type == "city"])', { city: [] }],
    ['only there or not', 'defined(*[_type == "city"][0])', { city: [] }],
    ['a splat of a part', '*[_type == "post"]{ body[]{ ... } }', { post: ['body'] }],
  ])('are distinguished from single fields: %s', (_, query, fields) => expect(fieldsOf(query)).toEqual(fields))
})

describe('references', () => {
  it.each<[what: string, query: string, fields: Record<string, string[]>]>([
    ['lead where the schema says', '*[_type == "post"]{ author->{ name } }', { author: ['name'], post: ['author'] }],
    ['in a list', '*[_type == "city"]{ faqs[]->{ question } }', { city: ['faqs'], faq: ['question'] }],
    [
      'to several types',
      '*[_type == "settings"]{ links[]{ "a": internal->slug.current, "b": internal->path } }',
      { city: ['slug'], page: ['path'], settings: ['links'] },
    ],
    [
      'of which only the type is asked',
      '*[_type == "settings"]{ links[]{ "a": internal->_type } }',
      { city: [], page: [], settings: ['links'] },
    ],
    ['nested', '*[_type == "post"]{ "a": related[]->author->name }', { author: ['name'], post: ['author', 'related'] }],
    ['by `@`', '*[_type == "city"]{ "a": faqs[]{ "q": @->question } }', { city: ['faqs'], faq: ['question'] }],
    ['to files', '*[_type == "city"]{ seo{ image{ asset->{ url } } } }', { city: ['seo'] }],
    ['that are not followed', '*[_type == "post"]{ "id": author._ref }', { post: ['author'] }],
  ])('are resolved through the schema: %s', (_, query, fields) => expect(fieldsOf(query)).toEqual(fields))
})

describe('parent scopes', () => {
  it.each<[what: string, query: string, fields: Record<string, string[]>]>([
    [
      'the document that asks',
      '*[_type == "author"]{ "posts": *[_type == "post" && author._ref == ^.name]{ title } }',
      { author: ['name'], post: ['author', 'title'] },
    ],
    [
      'its id, which never changes',
      '*[_type == "author"]{ "posts": count(*[_type == "post" && author._ref == ^._id]) }',
      { author: [], post: ['author'] },
    ],
    [
      'two levels above',
      '*[_type == "author"]{ "p": *[_type == "post"]{ "c": *[_type == "city" && name == ^.^.slug.current]{ _id } } }',
      { author: ['slug'], city: ['name'], post: [] },
    ],
    ['of an element of a list', '*[_type == "page"]{ blocks[]{ "all": ^.title } }', { page: ['blocks', 'title'] }],
    ['in a list filter', '*[_type == "page"]{ "a": blocks[@.x == ^.title]{ _key } }', { page: ['blocks', 'title'] }],
  ])('are resolved: %s', (_, query, fields) => expect(fieldsOf(query)).toEqual(fields))
})

describe('single-document lookups', () => {
  const reads = (found: Partial<ReturnType<typeof queryReads>>) => ({ ids: [], documents: [], fields: {}, ...found })
  const lookup = (param: string, ...types: string[]) => ({ documents: [{ types, param }] })

  it.each<[what: string, query: string, found: Parameters<typeof reads>[0]]>([
    ['by an id', '*[_id == "settings"][0]{ brand }', { ids: ['settings'] }],
    ['by an id and a type', '*[_type == "settings" && _id == "settings"][0]{ brand }', { ids: ['settings'] }],
    ['by an id, and shown whole', '*[_id == "settings"][0]', { ids: ['settings'] }],
    ['by a slug', '*[_type == "city" && slug.current == $slug][0]{ name, _updatedAt }', lookup('slug', 'city')],
    ['by a path', '*[_type == "page" && path == $path][0]{ title }', lookup('path', 'page')],
    [
      'by either',
      '*[_type in ["city", "page"] && (path == $key || slug.current == $key)][0]._id',
      lookup('key', 'city', 'page'),
    ],
    [
      'with what they refer to',
      '*[_type == "city" && slug.current == $slug][0]{ faqs[]->{ question } }',
      { ...lookup('slug', 'city'), fields: { faq: ['question'] } },
    ],
    [
      'with others that are not',
      '*[_type == "post" && slug.current == $slug][0]{ "more": *[_type == "post" && author._ref == ^.author._ref]{ title } }',
      { ...lookup('slug', 'post'), fields: { post: ['author', 'title'] } },
    ],
    ['and counted', 'count(*[_id == "settings" && defined(brand)])', { ids: ['settings'] }],
  ])('are detected: %s', (_, query, found) => expect(readsOf(query)).toEqual(reads(found)))

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
    ['a field that is no address', '*[_type == "city" && name == $name]{ _id }', { city: ['name'] }],
    ['a slug that is written down', '*[_type == "city" && slug.current == "a"]{ _id }', { city: ['slug'] }],
    ['a referenced slug', '*[_type == "city" && faqs[0]->slug.current == $slug]{ _id }', { city: ['faqs'], faq: [] }],
  ])('do not include filters by %s', (_, query, fields) => {
    expect(readsOf(query)).toEqual(reads({ fields }))
  })
})

describe('unsupported queries', () => {
  it.each([
    ['documents without a filter', '*{ _id }', 'without a filter'],
    ['a count of all documents', 'count(*)', 'without a filter'],
    ['a reference in a field that is none', '*[_type == "city"]{ name-> }', 'No field "name"'],
    ['a document as a reference', '*[_type == "city"]->', 'No field ""'],
    ['a reference from nowhere', '*[_type == "city"]{ "a": $ref->name }', 'unknown where a reference comes from'],
    [
      'a reference in the answer of a function',
      '*[_type == "city"]{ "a": array::compact(faqs)[]->question }',
      'unknown where a reference comes from',
    ],
    ['a parent that is not there', '*[_type == "city" && name == ^.^.name]{ _id }', 'no parent'],
    ['unsupported syntax', '*[_type == "city" && name in "a".."b"]{ _id }', 'does not know InRange'],
  ])('throw an error: %s', (_, query, message) => expect(() => readsOf(query)).toThrow(message))
})
