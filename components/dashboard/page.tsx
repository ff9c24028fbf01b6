import type { ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'

type PageProps = { title: string; lead?: string; children: ReactNode }

/** A page of the dashboard: its title, what it is for in one sentence, and its panels. */
export function Page({ title, lead, children }: PageProps) {
  return (
    <>
      <h1 className="text-heading">{title}</h1>
      {lead && <p className="mt-3 max-w-lead text-base text-muted">{lead}</p>}
      <div className="mt-7 grid gap-5">{children}</div>
    </>
  )
}

/** Terms and their values, in two columns. */
export function DescriptionList({ rows }: { rows: [term: string, value: ReactNode][] }) {
  return (
    <dl>
      {rows.map(([term, value]) => (
        <div
          key={term}
          className="grid grid-cols-[8rem_minmax(0,1fr)] gap-4 border-t border-line py-2 first:border-t-0"
        >
          <dt className="text-muted">{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Yes or no, as an icon and a word, so that it does not depend on colour. */
export function StatusBadge({ on, children }: { on: boolean; children: string }) {
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap ${on ? 'text-ice' : 'text-muted'}`}>
      <Icon name={on ? 'check' : 'minus'} size={16} />
      {children}
    </span>
  )
}
