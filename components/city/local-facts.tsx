import type { CITY_QUERY_RESULT } from '../../sanity/types.ts'
import { Link } from '../ui/link.tsx'

type Facts = NonNullable<CITY_QUERY_RESULT>['localFacts']

/** Public numbers about a city, each with its source. */
export function LocalFacts({ facts }: { facts: Facts }) {
  if (!facts?.length) return null
  return (
    <dl className="wrap grid gap-x-8 gap-y-10 pb-16 sm:grid-cols-2 md:pb-24 lg:grid-cols-4">
      {facts.map(({ _key, label, value, source }) => (
        <div key={_key} className="flex flex-col border-t border-line pt-5">
          <dt className="order-2 mt-2 text-muted">{label}</dt>
          <dd className="order-1 font-display text-[1.375rem] leading-tight font-semibold tracking-[-0.02em] tabular-nums">
            {value}
          </dd>
          {source?.name && (
            <dd className="label order-3 mt-3 text-muted">
              <Link href={source.url} className="text-link inline-block py-1">
                {source.name}
              </Link>
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
