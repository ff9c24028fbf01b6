import type { Operation } from '@/lib/docs/openapi.ts'
import type { API_INTRO_QUERY_RESULT } from '../../sanity/types.ts'
import { Endpoint, Example } from './api-endpoint.tsx'

type Props = {
  intro: API_INTRO_QUERY_RESULT
  operations: Operation[]
  siteUrl: string
  /** Where the same is as an OpenAPI document. */
  documentPath: string
}

const BASICS = { id: 'basics', title: 'How it speaks' }

/** The reference for developers: what holds for all endpoints, then each of them. */
export function ApiReference({ intro, operations, siteUrl, documentPath }: Props) {
  const entries = [BASICS, ...operations.map(({ id, summary }) => ({ id, title: summary }))]
  return (
    <div className="wrap pt-16 pb-24 md:pt-24">
      <h1 className="max-w-headline text-hero">{intro?.heading ?? 'API reference'}</h1>
      {intro?.text && <p className="mt-7 max-w-text text-lead text-muted">{intro.text}</p>}
      <div className="mt-16 grid gap-x-12 gap-y-10 lg:grid-cols-12">
        <nav aria-label="Endpoints" className="print:hidden self-start lg:sticky lg:top-28 lg:col-span-3">
          <ul className="border-l border-line">
            {entries.map(({ id, title }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="flex min-h-11 items-center py-1 pl-4 leading-snug text-muted transition-colors hover:text-ink"
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="min-w-0 space-y-16 lg:col-span-9">
          <section id={BASICS.id} aria-labelledby="basics-title">
            <h2 id="basics-title" className="text-heading">
              {BASICS.title}
            </h2>
            <p className="mt-4 max-w-160">
              Requests and answers are JSON in UTF-8. Everything here is public and needs no account. What is below has
              also been written down for programs:{' '}
              <a href={documentPath} className="text-link">
                OpenAPI 3.1
              </a>
              .
            </p>
            <Example label="Base address" code={siteUrl} />
            <p className="mt-6 max-w-160">
              An answer from 200 to 299 means that it is done. From 400 on, nothing has changed and the body says what
              is wrong. From 500 on, the fault is ours: send the same request again later.
            </p>
          </section>
          {operations.map((operation) => (
            <Endpoint key={operation.id} operation={operation} siteUrl={siteUrl} />
          ))}
        </div>
      </div>
    </div>
  )
}
