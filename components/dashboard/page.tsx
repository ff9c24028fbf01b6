import type { ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'

type PageProps = {
  title: string
  lead?: string
  /** Buttons and links beside the title: what can be done here. */
  actions?: ReactNode
  children?: ReactNode
}

/** A page of the dashboard: its title, what it is for in one sentence, and its panels. */
export function Page({ title, lead, actions, children }: PageProps) {
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-heading">{title}</h1>
          {lead && <p className="mt-2 max-w-lead text-note text-muted-foreground">{lead}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children && <div className="mt-6 grid gap-5">{children}</div>}
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
          className="grid grid-cols-[8rem_minmax(0,1fr)] gap-4 border-t border-border py-2 first:border-t-0"
        >
          <dt className="text-muted-foreground">{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Yes or no, as an icon and a word, so that it does not depend on colour. */
export function StatusBadge({ on, children }: { on: boolean; children: string }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 whitespace-nowrap ${on ? 'text-accent' : 'text-muted-foreground'}`}
    >
      <Icon name={on ? 'check' : 'minus'} size={16} />
      {children}
    </span>
  )
}
