import { stegaClean } from 'next-sanity'
import type { UiCopy } from '@/lib/site/ui-copy.ts'
import { PRICING_PATH, buildIntegrationHref } from '../../../lib/routes.ts'
import type { INTEGRATION_LIST_QUERY_RESULT } from '../../../sanity/types.ts'
import { fill } from '../../ui/fill.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CardLink, Link } from '../../ui/link.tsx'

function getInitials(name: string): string {
  const initials = name.match(/[\p{Lu}\p{N}]/gu) ?? []
  return initials.length > 1 ? initials.slice(0, 2).join('') : name.slice(0, 2).toUpperCase()
}

export function Monogram({ name }: { name: string | null }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-11 flex-none place-items-center rounded-xl border bg-muted font-display font-semibold"
    >
      {getInitials(stegaClean(name ?? ''))}
    </span>
  )
}

type StatusProps = {
  /** Undefined for an integration that exists only in the CMS. */
  isOffered: boolean | undefined
  labels: UiCopy['integrations']
}

export function Status({ isOffered, labels }: StatusProps) {
  if (isOffered === undefined) return null
  return (
    <span className={isOffered ? 'text-accent' : 'text-muted-foreground'}>
      {isOffered ? labels.available : labels.notOffered}
    </span>
  )
}

/** Groups in display order. Integrations that have no kind come last. */
const GROUPS = [
  { name: 'customers', kinds: ['customers', 'accounting'] },
  { name: 'calendars', kinds: ['calendars'] },
  { name: 'messages', kinds: ['messages'] },
] as const

const NO_WRITES = 'nothing'

type ListedIntegration = INTEGRATION_LIST_QUERY_RESULT[number] & { isOffered: boolean | undefined }

type EntryProps = { integration: ListedIntegration; hasStatus: boolean; labels: UiCopy['integrations'] }

function Entry({ integration, hasStatus, labels }: EntryProps) {
  const { name, summary, reads, writes, isOffered } = integration
  const facts = [
    [labels.reads, reads],
    [labels.writes, writes],
  ]
  return (
    <li className="group relative panel flex items-start gap-4 p-5 transition-colors hover:border-foreground">
      <Monogram name={name} />
      <div className="min-w-0 flex-1">
        <div className="flex items-center justify-between gap-4">
          <h3 className="text-card-title">
            <CardLink href={buildIntegrationHref(integration)}>{name}</CardLink>
          </h3>
          <Icon name="arrow" size={20} className="icon-forward" />
        </div>
        {hasStatus && (
          <p className="label">
            <Status isOffered={isOffered} labels={labels} />
          </p>
        )}
        <p className="mt-1.5">{summary}</p>
        <dl className="label mt-2.5 text-muted-foreground">
          {facts.map(([label, value]) => (
            <div key={label} className="flex">
              <dt className="w-13.5 flex-none">{label}</dt>
              <dd className="min-w-0 first-letter:uppercase">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </li>
  )
}

type IntegrationCountsProps = { integrations: Pick<ListedIntegration, 'writes'>[]; labels: UiCopy['integrations'] }

export function IntegrationCounts({ integrations, labels }: IntegrationCountsProps) {
  const readOnlyCount = integrations.filter(({ writes }) => stegaClean(writes) === NO_WRITES).length
  const counts = [
    [labels.systems, integrations.length],
    [labels.readOnly, readOnlyCount],
    [labels.canWrite, integrations.length - readOnlyCount],
  ] as const
  return (
    <ul className="border-b font-display text-card-title font-semibold figures">
      {counts.map(
        ([text, count]) =>
          count > 0 && (
            <li key={text} className="border-t py-3">
              {fill(text, { count })}
            </li>
          ),
      )}
    </ul>
  )
}

type IntegrationListProps = { integrations: ListedIntegration[]; labels: UiCopy['integrations'] }

export function IntegrationList({ integrations, labels }: IntegrationListProps) {
  if (integrations.length === 0) return <p className="wrap pb-24 text-lead text-muted-foreground">{labels.none}</p>
  const getKind = ({ kind }: ListedIntegration) => stegaClean(kind) ?? 'messages'
  const hasStatus = integrations.some(({ isOffered }) => isOffered === false)
  return GROUPS.map(({ name, kinds }) => {
    const groupedIntegrations = integrations.filter((integration) =>
      kinds.some((kind) => kind === getKind(integration)),
    )
    if (groupedIntegrations.length === 0) return null
    return (
      <section key={name} className="wrap pb-12">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 className="text-subtitle">{labels[name]}</h2>
          <Link href={PRICING_PATH} className="touch-link text-muted-foreground">
            {name === 'calendars' ? labels.everyPlan : labels.largerPlans}
          </Link>
        </div>
        <ul className="mt-4 grid gap-4 lg:grid-cols-2">
          {groupedIntegrations.map((integration) => (
            <Entry key={integration._id} integration={integration} hasStatus={hasStatus} labels={labels} />
          ))}
        </ul>
      </section>
    )
  })
}
