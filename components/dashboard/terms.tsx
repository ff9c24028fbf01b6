import type { ReactNode } from 'react'

/** Terms and what is true of each, in two columns. */
export function Terms({ rows }: { rows: [term: string, value: ReactNode][] }) {
  return (
    <dl className="dash-terms">
      {rows.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
