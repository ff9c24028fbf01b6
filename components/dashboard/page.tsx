import type { ComponentProps, ReactNode } from 'react'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { AREAS, type AreaName } from '@/lib/platform/auth/access-table.ts'
import { AppLink } from '../ui/app-link.tsx'

export function BackLink({ area, className = '' }: { area: AreaName; className?: string }) {
  const { path, label } = AREAS[area]
  return (
    <AppLink
      href={path}
      className={`-mt-3 -ml-1 inline-flex min-h-11 items-center gap-1 text-muted-foreground hover:text-foreground ${className}`}
    >
      <Icon name="back" size={16} />
      {label}
    </AppLink>
  )
}

type RecordLinkProps = { href: string; icon: IconName; isMuted?: boolean; state?: string; children: ReactNode }

export function RecordLink({ href, icon, isMuted = false, state, children }: RecordLinkProps) {
  return (
    <AppLink href={href} className="-mx-2.5 flex min-h-11 items-center gap-3 rounded-lg px-2.5 py-1.5 hover:bg-muted">
      <Icon name={icon} size={18} className={`flex-none ${isMuted ? 'text-accent' : 'text-muted-foreground'}`} />
      <span className="min-w-0 flex-1">{children}</span>
      {state && <span className="text-muted-foreground">{state}</span>}
    </AppLink>
  )
}

type PageProps = {
  title: string
  lead?: string
  actions?: ReactNode
  children?: ReactNode
}

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

export const TextLink = (props: ComponentProps<typeof Link>) => <Link {...props} className="text-link" />

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
