import { ChartUpwardIcon } from '@sanity/icons/ChartUpward'
import { type CSSProperties, useEffect, useState } from 'react'
import { type Tool, useClient } from 'sanity'
import { IntentLink } from 'sanity/router'

import { apiVersion } from '../../sanity/api-version.ts'
import { listEntries, publicPath, routedTypes } from '../../sanity/content-types.ts'
import { change, type Periods, type Report, formatViews } from './report.ts'
import { useReport } from './views-badge.ts'

type NamedDocument = { _id: string; _type: string; title: string | null }

const DOCUMENTS_QUERY = `*[_type in $types && (path in $paths || slug.current in $slugs)]{
  _id, _type, path, slug, "title": coalesce(title, name)
}`

/** List pages by path. They link to the document that contains their introduction. */
const LIST_DOCUMENTS: [string, NamedDocument][] = listEntries.map(([, { href, title, document = 'siteSettings' }]) => [
  href,
  { _id: document, _type: document, title },
])

function useDocuments(paths: string[]): ReadonlyMap<string, NamedDocument> {
  const client = useClient({ apiVersion })
  const [documents, setDocuments] = useState<ReadonlyMap<string, NamedDocument>>(new Map(LIST_DOCUMENTS))
  const key = paths.join(' ')
  useEffect(() => {
    const requestedPaths = key.split(' ')
    const params = {
      types: routedTypes,
      paths: requestedPaths,
      slugs: requestedPaths.map((path) => path.slice(path.lastIndexOf('/') + 1)),
    }
    const subscription = client.observable
      .fetch<(NamedDocument & { path?: string; slug?: unknown })[]>(DOCUMENTS_QUERY, params, { tag: 'page-views' })
      .subscribe({
        next: (foundDocuments) =>
          setDocuments(
            new Map([
              ...LIST_DOCUMENTS,
              ...foundDocuments.map((document): [string, NamedDocument] => [publicPath(document) ?? '', document]),
            ]),
          ),
        // On failure, the table shows paths instead of titles.
        error: () => undefined,
      })
    return () => subscription.unsubscribe()
  }, [client, key])
  return documents
}

const STATUS_TEXTS = {
  loading: 'Loading…',
  refused:
    'You don’t have access to page views. Sign out of the Studio and sign in again, or ask a project administrator.',
  unreachable: 'Page views are unavailable right now. Reload this page in a minute.',
  empty: 'No page views yet. Views appear a few seconds after a visitor opens a page. Previews don’t count.',
}

function Metric({ label, now, previous }: { label: string; now: number; previous: number }) {
  return (
    <div style={style.figure}>
      <dt style={style.muted}>{label}</dt>
      <dd style={style.number}>{formatViews(now)}</dd>
      <dd style={{ ...style.muted, margin: 0 }}>
        {change(now, previous)}: {formatViews(previous)} in the previous {label.replace('Last ', '')}
      </dd>
    </div>
  )
}

function Row({
  path,
  document,
  last7,
  last30,
  before30,
}: Periods & { path: string; document: NamedDocument | undefined }) {
  const title = document?.title ?? path
  return (
    <tr style={style.row}>
      <th scope="row" style={style.page}>
        {document ? (
          <IntentLink intent="edit" params={{ id: document._id, type: document._type }} style={style.link}>
            {title}
          </IntentLink>
        ) : (
          title
        )}
        <div style={style.muted}>{path}</div>
      </th>
      <td style={style.cell}>{formatViews(last7)}</td>
      <td style={style.cell}>{formatViews(last30)}</td>
      <td style={style.cell}>{change(last30, before30)}</td>
    </tr>
  )
}

function Metrics({ report: { total, pages, since } }: { report: Report }) {
  const documents = useDocuments(pages.map(({ path }) => path))
  return (
    <>
      <dl style={style.figures}>
        <Metric label="Last 7 days" now={total.last7} previous={total.before7} />
        <Metric label="Last 30 days" now={total.last30} previous={total.before30} />
      </dl>
      <table style={style.table}>
        <caption style={style.caption}>Pages, most viewed first</caption>
        <thead>
          <tr style={style.row}>
            <th scope="col" style={style.page}>
              Page
            </th>
            {['7 days', '30 days', 'Change'].map((name) => (
              <th key={name} scope="col" style={style.cell}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pages.map((page) => (
            <Row key={page.path} {...page} document={documents.get(page.path)} />
          ))}
        </tbody>
      </table>
      <p style={{ ...style.muted, marginTop: '1.5rem' }}>
        Counted since {since}, in UTC days, including today. The site counts views, not visitors: opening a page twice
        counts twice. Visitors who turned on Do Not Track or Global Privacy Control aren’t counted.
      </p>
    </>
  )
}

export function createViewsTool(siteUrl: string): Tool {
  function ViewsTool() {
    const result = useReport(siteUrl)
    const isEmpty = result.status === 'ready' && result.report.since === null
    return (
      <main style={style.tool}>
        <h1 style={style.heading}>Page views</h1>
        {result.status === 'ready' && !isEmpty ? (
          <Metrics report={result.report} />
        ) : (
          <p>
            <output>{STATUS_TEXTS[result.status === 'ready' ? 'empty' : result.status]}</output>
          </p>
        )}
      </main>
    )
  }
  return { name: 'views', title: 'Views', icon: ChartUpwardIcon, component: ViewsTool }
}

const line = '1px solid var(--card-border-color)'

const style = {
  tool: {
    height: '100%',
    overflow: 'auto',
    boxSizing: 'border-box',
    maxWidth: '56rem',
    margin: '0 auto',
    padding: '2rem 1.5rem 4rem',
    fontFamily: 'Inter, system-ui, sans-serif',
    fontSize: '0.8125rem',
    lineHeight: 1.5,
    color: 'var(--card-fg-color)',
  },
  heading: { fontSize: '1.3125rem', margin: 0 },
  muted: { color: 'var(--card-muted-fg-color)', fontWeight: 400 },
  figures: { display: 'flex', flexWrap: 'wrap', gap: '1rem', margin: '1.5rem 0 2rem' },
  figure: { flex: '1 1 14rem', border: line, borderRadius: '0.375rem', padding: '1rem 1.25rem' },
  number: { fontSize: '2rem', lineHeight: 1.3, margin: 0, fontVariantNumeric: 'tabular-nums' },
  table: { width: '100%', borderCollapse: 'collapse' },
  caption: { textAlign: 'left', fontWeight: 600, paddingBottom: '0.5rem' },
  row: { borderBottom: line },
  page: { textAlign: 'left', fontWeight: 500, padding: '0.625rem 0.5rem 0.625rem 0' },
  cell: {
    textAlign: 'right',
    fontWeight: 400,
    padding: '0.625rem 0 0.625rem 1rem',
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
  },
  link: { color: 'var(--card-link-color)' },
} as const satisfies Record<string, CSSProperties>
