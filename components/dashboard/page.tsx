import type { ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'

type PageProps = { title: string; lead?: string; children: ReactNode }

/** A page of the dashboard: its title, what it is for in one sentence, and its panels. */
export function Page({ title, lead, children }: PageProps) {
  return (
    <>
      <h1 className="dash-title">{title}</h1>
      {lead && <p className="dash-lead">{lead}</p>}
      <div className="mt-7 grid gap-5">{children}</div>
    </>
  )
}

type PanelProps = { title: string; children: ReactNode; note?: string }

/** A section of a page. */
export function Panel({ title, note, children }: PanelProps) {
  return (
    <section className="dash-panel">
      <h2 className="dash-panel-title">{title}</h2>
      {note && <p className="mt-1 max-w-[70ch] text-muted">{note}</p>}
      <div className="mt-4">{children}</div>
    </section>
  )
}

/** Terms and their values, in two columns. */
export function DescriptionList({ rows }: { rows: [term: string, value: ReactNode][] }) {
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

/** Yes or no, as an icon and a word, so that it does not depend on colour. */
export function StatusBadge({ on, children }: { on: boolean; children: string }) {
  return (
    <span className={`dash-status ${on ? 'text-ice' : 'text-muted'}`}>
      <Icon name={on ? 'check' : 'minus'} size={16} />
      {children}
    </span>
  )
}
