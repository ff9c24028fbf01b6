/**
 * The lake's query engine against groq-js over a plain list, at 10,000 documents. `node tests/bench/lake-query.ts`
 * `first` is the first query after a commit, when nothing is cached; `ms` each one after it.
 */
import { evaluateSync, parse } from 'groq-js'
import { DocumentIndex, type LakeDocument, type QueryRequest, runQuery } from '../../packages/content-lake/index.ts'

const DOCUMENTS = 10_000
const index = new DocumentIndex()
for (let number = 0; number < DOCUMENTS; number++) index.put(documentOf(number))

function documentOf(number: number): LakeDocument {
  const written = new Date(Date.UTC(2026, 0, 1) + ((number * 7919) % DOCUMENTS) * 1000).toISOString()
  const isDraft = number % 20 === 0
  return {
    // Ids in no order, as random ids are.
    _id: `${isDraft ? 'drafts.' : ''}doc-${(number * 7919) % DOCUMENTS}`,
    _type: number % 10 === 0 ? 'city' : 'post',
    _rev: 'r1',
    _createdAt: written,
    _updatedAt: written,
    title: `Document ${number}`,
    slug: { current: `document-${number}` },
    related: [{ _key: 'a', _ref: `doc-${(number * 31) % DOCUMENTS}` }],
    body: [
      { _key: 'p', _type: 'block', children: [{ _key: 's', _type: 'span', text: `The text of number ${number}` }] },
    ],
  }
}

const cases: [string, string, Record<string, unknown>][] = [
  ['by id', '*[_id == $id][0]{title}', { id: 'doc-4242' }],
  ['by slug', '*[_type == "city" && slug.current == $slug][0]{title}', { slug: 'document-4240' }],
  ['ordered 20', '*[_type == "city"] | order(title)[0...20]{title}', {}],
  ['references()', '*[references($id)]{title}', { id: 'doc-310' }],
  ['linked lists', '*[_type == "city"][0...20]{title, related[]->{title}, "back": *[references(^._id)]._id}', {}],
  ['subquery in', 'count(*[_type == "post" && related[0]._ref in *[_type == "city"]._id])', {}],
  ['count a row', '*[_type == "city"]{"n": count(*[_type == "post" && ^._id in related[]._ref])}', {}],
  ['references', '*[_type == "post"]{"n": count(*[references(^._id)])}', {}],
  ['full scan', '*[title match "number* 42*" || slug.current == "document-7"]._id', {}],
  [
    'Studio search',
    '*[_type in $types && [@, _id] match text::query($q)]{_id}[0...100]',
    { types: ['city'], q: 'number 42*' },
  ],
]

/** A subquery of more documents than 20. */
const SUBQUERY = /(?<!20\]){.*\*\[|in \*\[/

for (const perspective of ['published', 'drafts'] as const) {
  process.stdout.write(
    `\n${perspective.padEnd(14)}${'groq-js ms'.padStart(12)}${'first ms'.padStart(12)}${'ms'.padStart(10)}${'ratio'.padStart(9)}\n`,
  )
  for (const [name, query, params] of cases) report(name, { query, params, perspective })
}

function report(name: string, given: Pick<QueryRequest, 'query' | 'params' | 'perspective'>): void {
  const request = { ...given, anonymous: false, project: { projectId: 'local', dataset: 'production' } }
  const plain = runsInGroqJs(given.query) ? best(5, () => inGroqJs(given)) : Number.NaN
  const first = best(10, () => runQuery(index.snapshot(), request), commit)
  const next = best(50, () => runQuery(index.snapshot(), request))
  const ratio = Number.isNaN(plain) ? '-' : `${(plain / next).toFixed(0)}x`
  const columns = [
    (Number.isNaN(plain) ? '-' : plain.toFixed(2)).padStart(12),
    first.toFixed(2).padStart(12),
    next.toFixed(3).padStart(10),
  ]
  process.stdout.write(`${name.padEnd(14)}${columns.join('')}${ratio.padStart(9)}\n`)
}

/** groq-js knows no text search, and needs minutes for a subquery of every document. */
function runsInGroqJs(query: string): boolean {
  return !query.includes('text::') && !SUBQUERY.test(query)
}

function inGroqJs({ query, params, perspective }: Pick<QueryRequest, 'query' | 'params' | 'perspective'>): unknown {
  const dataset = [...index.snapshot().all()].flatMap((document) => {
    const isDraft = document._id.startsWith('drafts.')
    if (perspective === 'published') return isDraft ? [] : [document]
    return [{ ...document, _id: document._id.replace(/^drafts\./, ''), _originalId: document._id }]
  })
  return evaluateSync(parse(query, { params }), { dataset, params }).data
}

/** A change of one document: a new revision. */
function commit(): void {
  index.put({ ...documentOf(1), _rev: `r${Math.random()}` })
}

function best(times: number, run: () => unknown, before: () => void = () => undefined): number {
  let shortest = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < times; attempt++) {
    before()
    const start = performance.now()
    run()
    shortest = Math.min(shortest, performance.now() - start)
  }
  return shortest
}
