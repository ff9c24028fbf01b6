import type { ReactNode } from 'react'
import { API_RATE_LIMIT, IDEMPOTENCY_TTL_MS, LIST_PAGE_SIZES } from '@/lib/dashboard/api/limits.ts'
import { type ProblemName, buildProblemId, PROBLEMS } from '@/lib/dashboard/api/problem.ts'
import { SCOPES } from '@/lib/platform/auth/scopes.ts'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import type { ReferenceOperation } from '@/lib/site/api-reference/reference.ts'
import { buildSamples } from '@/lib/site/api-reference/samples.ts'
import { TextLink } from '../../ui/link.tsx'
import { Listing, Samples } from './api-samples.tsx'

export const ApiSection = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section id={id} aria-labelledby={`${id}-title`}>
    <h2 id={`${id}-title`} className="text-heading">
      {title}
    </h2>
    {children}
  </section>
)

export const BASICS_SECTION = { id: 'basics', title: 'Basics' }
export const PROBLEMS_SECTION = { id: 'errors', title: 'Errors' }

function Topic({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-8 gap-y-2 border-t py-6 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <h3 className="text-lg/snug">{title}</h3>
      <div className="flex max-w-160 flex-col gap-3">{children}</div>
    </div>
  )
}

/**
 * Renders inline code. `geometricPrecision` keeps the character widths, so that loading the font does not shift the
 * line.
 */
export const Term = ({ children }: { children: ReactNode }) => (
  <code className="data rounded-lg border bg-muted px-1.5 py-0.5 text-sm whitespace-nowrap [text-rendering:geometricPrecision]">
    {children}
  </code>
)

const Facts = ({ facts }: { facts: [name: string, text: string][] }) => (
  <dl className="text-sm *:not-first:border-t">
    {facts.map(([name, text]) => (
      <div key={name} className="grid gap-x-4 py-1.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
        <dt className="data">{name}</dt>
        <dd className="text-muted-foreground">{text}</dd>
      </div>
    ))}
  </dl>
)

const IDEMPOTENCY_HOURS = IDEMPOTENCY_TTL_MS / 3_600_000
const RATE_LIMIT_WINDOW_SECONDS = API_RATE_LIMIT.windowMs / 1000

export function ApiBasics({ documentPath }: { documentPath: string }) {
  return (
    <ApiSection {...BASICS_SECTION}>
      <p className="mt-4 mb-8 max-w-160">
        Requests and responses are JSON in UTF-8. Call the API from your server. Browsers can’t call it from other
        sites. This reference is also available as{' '}
        <a href={documentPath} className="text-link">
          OpenAPI 3.1
        </a>
        .
      </p>
      <Topic title="Authentication">
        <p>
          Send your key as <Term>Authorization: Bearer dw_…</Term>, and never put it in a URL. A key is read-only unless
          you gave it write access. After you revoke a key, its next request fails.
        </p>
        <Facts facts={Object.entries(SCOPES).map(([scope, label]) => [scope, `Can ${label}`])} />
      </Topic>
      <Topic title="Idempotency and retries">
        <p>
          Add an <Term>Idempotency-Key</Term> to each POST. If you don’t know whether a request arrived, send it again:
          for {IDEMPOTENCY_HOURS} hours you get the original response, and nothing runs twice.
        </p>
      </Topic>
      <Topic title="Concurrent edits (ETag)">
        <p>
          Every record has a <Term>version</Term>, which is also its <Term>ETag</Term>. Send it back in{' '}
          <Term>If-Match</Term> with your change. If someone else edited the record since, you get a <Term>412</Term>
          with the current record. With the version in the body instead, you get a <Term>409</Term>.
        </p>
      </Topic>
      <Topic title="Pagination">
        <p>
          Lists return {LIST_PAGE_SIZES.default} records per page. Set <Term>limit</Term> for up to{' '}
          {LIST_PAGE_SIZES.max}. Pass <Term>next</Term> as <Term>cursor</Term>, with the same filters, until it is{' '}
          <Term>null</Term>. New records don’t shift the pages.
        </p>
      </Topic>
      <Topic title="Rate limits">
        <p>
          {API_RATE_LIMIT.count} requests per key in {RATE_LIMIT_WINDOW_SECONDS} seconds. <Term>RateLimit</Term> says
          how many are left and when the limit resets. After a <Term>429</Term>, wait for the seconds in{' '}
          <Term>Retry-After</Term>. Requests with invalid keys are limited per IP address.
        </p>
      </Topic>
    </ApiSection>
  )
}

const STATUSES: [status: string, text: string][] = [
  ['200, 201', 'Success.'],
  ['400 to 422', 'Nothing was changed. The response says what to fix.'],
  ['429', 'Too many requests. Wait, then try again.'],
  ['500, 503', 'An error on our end. Send the same request again later.'],
]

export function ProblemList() {
  return (
    <ApiSection {...PROBLEMS_SECTION}>
      <p className="mt-4 mb-8 max-w-160">
        Errors below <Term>/api/v1</Term> are <Term>application/problem+json</Term> (RFC 9457). In your code, check{' '}
        <Term>type</Term>: it is the URL of an error listed below, and stays the same when the wording changes.
      </p>
      <Facts facts={STATUSES} />
      <details className="mt-6 border-y">
        <summary className="flex min-h-14 items-center justify-between gap-4 py-2 font-medium">
          All {Object.keys(PROBLEMS).length} errors, and what to do
          <span className="chevron" />
        </summary>
        <dl>
          {Object.entries(PROBLEMS).map(([name, { status, title, remedy }]) => (
            <div
              key={name}
              id={buildProblemId(name as ProblemName)}
              className="grid gap-x-6 border-t py-3 target:bg-muted sm:grid-cols-[14rem_minmax(0,1fr)]"
            >
              <dt className="data text-sm">
                <span className="mr-3 text-muted-foreground">{status}</span>
                {name}
              </dt>
              <dd className="text-sm">
                <span className="block font-medium">{title}</span>
                {remedy}
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </ApiSection>
  )
}

export const QUICK_START_SECTION = { id: 'quick-start', title: 'Quick start' }

export function QuickStart({ operation, siteUrl }: { operation: ReferenceOperation; siteUrl: string }) {
  const okResponse = operation.responses.find(({ status }) => status === 200)
  return (
    <ApiSection {...QUICK_START_SECTION}>
      <p className="mt-4 max-w-160">
        An admin creates a key under <TextLink href={AREAS.keys.path}>Settings, API keys</TextLink>. Replace{' '}
        <Term>dw_YOUR_KEY</Term> with it, and list your latest calls.
      </p>
      <div className="mt-6 grid items-start gap-4 lg:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          <Listing title="Base URL" code={siteUrl} language="text" />
          <Samples
            name={QUICK_START_SECTION.id}
            label={QUICK_START_SECTION.title}
            samples={buildSamples({ ...operation, parameters: [] }, siteUrl)}
          />
          <p className="text-sm text-muted-foreground">
            {siteUrl.startsWith('https:')
              ? 'Always over HTTPS.'
              : 'This is a local address. In production, always over HTTPS.'}
          </p>
        </div>
        <Listing title="Response, 200 OK" code={JSON.stringify(okResponse?.example, null, 2)} isShort />
      </div>
    </ApiSection>
  )
}
