import type { ReactNode } from 'react'
import { AREAS } from '@/lib/auth/access-table.ts'
import { API_RATE_LIMIT, IDEMPOTENCY_MS, LIST_LIMIT } from '@/lib/api/limits.ts'
import { type ProblemName, problemId, PROBLEMS } from '@/lib/api/problem.ts'
import { SCOPES } from '@/lib/keys/scopes.ts'
import { Link } from '../ui/link.tsx'
import { Code } from './api-samples.tsx'

export const BASICS = { id: 'basics', title: 'How it speaks' }
export const PROBLEM_LIST = { id: 'problems', title: 'Problems' }

function Topic({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="break-inside-avoid pb-8">
      <h3 className="text-lg">{title}</h3>
      <div className="mt-2 flex max-w-160 flex-col gap-3">{children}</div>
    </div>
  )
}

const Term = ({ children }: { children: ReactNode }) => <code className="data text-[0.92em]">{children}</code>

const HOURS = IDEMPOTENCY_MS / 3_600_000
const SECONDS = API_RATE_LIMIT.windowMs / 1000

/** What holds for all endpoints. @param documentPath where the same is as an OpenAPI document */
export function ApiBasics({ siteUrl, documentPath }: { siteUrl: string; documentPath: string }) {
  return (
    <section id={BASICS.id} aria-labelledby="basics-title" className="flow-root">
      <h2 id="basics-title" className="text-heading">
        {BASICS.title}
      </h2>
      <p className="mt-4 max-w-160">
        Requests and answers are JSON in UTF-8, over HTTPS, between servers: no other site’s page can call it from a
        browser. All of this is also written down for programs:{' '}
        <a href={documentPath} className="text-link">
          OpenAPI 3.1
        </a>
        .
      </p>
      <Code label="Base address" code={siteUrl} language="text" className="mt-4 rounded-xl border bg-muted" />
      <div className="mt-8 -mb-8 gap-x-10 xl:columns-2">
        <Topic title="Keys">
          <p>
            An admin makes a key in the dashboard, under{' '}
            <Link href={AREAS.keys.path} className="text-link">
              Settings, API keys
            </Link>
            . Send it as <Term>Authorization: Bearer dw_…</Term>, and keep it out of addresses. It only reads, unless it
            was made for more. Revoked, it is refused from the next request on.
          </p>
          <dl className="text-sm">
            {Object.entries(SCOPES).map(([scope, words]) => (
              <div key={scope} className="grid gap-x-4 border-t py-1.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
                <dt className="data">{scope}</dt>
                <dd className="text-muted-foreground">May {words}</dd>
              </div>
            ))}
          </dl>
        </Topic>
        <Topic title="Sending something again">
          <p>
            Add an <Term>Idempotency-Key</Term> to a POST. When you do not know whether it arrived, send it again: for{' '}
            {HOURS} hours it is answered as the first time and not done twice.
          </p>
          <p>
            From 200 to 299 it is done. From 400 on, nothing has changed and the body says what is wrong. From 500 on,
            the fault is ours: send the same request again later.
          </p>
        </Topic>
        <Topic title="Changing what others change">
          <p>
            Everything has a <Term>version</Term>, which is its <Term>ETag</Term>, too. Send the one that you have seen
            with a change, and you are told when somebody was faster, together with what is there now.
          </p>
        </Topic>
        <Topic title="Long lists">
          <p>
            A list comes in parts of {LIST_LIMIT.default}, or as many as <Term>limit</Term> says, up to {LIST_LIMIT.max}
            . Pass <Term>next</Term> on as <Term>cursor</Term>, with the same filters, until it is null. Rows that are
            added meanwhile neither shift the others nor hide them.
          </p>
        </Topic>
        <Topic title="How much">
          <p>
            A key has {API_RATE_LIMIT.count} requests in {SECONDS} seconds. <Term>RateLimit</Term> says how many are
            left and when it begins anew; beyond that, <Term>Retry-After</Term> says how long to wait.
          </p>
        </Topic>
      </div>
    </section>
  )
}

/** Every kind of problem, at the address that is its type. */
export function ProblemList() {
  return (
    <section id={PROBLEM_LIST.id} aria-labelledby="problems-title" className="border-t pt-8">
      <h2 id="problems-title" className="text-heading">
        {PROBLEM_LIST.title}
      </h2>
      <p className="mt-4 max-w-160">
        What is refused below <Term>/api/v1</Term> is answered as <Term>application/problem+json</Term> (RFC 9457).
        Compare <Term>type</Term>: it is the address of a row here, and stays as it is when words change.
      </p>
      <dl className="mt-6">
        {Object.entries(PROBLEMS).map(([name, { status, title, remedy }]) => (
          <div
            key={name}
            id={problemId(name as ProblemName)}
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
    </section>
  )
}
