import type { ReactNode } from 'react'
import type { UiCopy } from '@/lib/site/ui-copy.ts'
import { INTEGRATION_ROOT } from '../../../lib/routes.ts'
import type { INTEGRATION_QUERY_RESULT } from '../../../sanity/types.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { type Action, Actions } from '../../ui/button-link.tsx'
import { TouchLink } from '../../ui/link.tsx'
import { ArticleBody } from '../article/article-body.tsx'
import { Monogram, Status } from './integration-list.tsx'

type Integration = NonNullable<INTEGRATION_QUERY_RESULT>

type PermissionsProps = { permissions: NonNullable<Integration['permissions']>; labels: UiCopy['integrations'] }

function Permissions({ permissions, labels }: PermissionsProps) {
  const namedPermissions = permissions.filter(({ scope }) => scope)
  return (
    <section className="mt-12">
      <div className="article-heading">
        <h2 id="permissions">{labels.permissions}</h2>
      </div>
      <ul className="mt-4 border-b">
        {permissions.map((permission) => (
          <li key={permission._key} className="flex flex-wrap items-baseline justify-between gap-x-4 border-t py-3">
            <span className="font-semibold">{permission.words}</span>
            {permission.onlyToWrite && <span className="label text-accent">{labels.onlyToWrite}</span>}
          </li>
        ))}
      </ul>
      {namedPermissions.length > 0 && (
        <details className="label">
          <summary className="flex min-h-11 items-center gap-2 text-muted-foreground">
            {labels.technical}
            <span className="chevron" />
          </summary>
          <ul className="grid gap-2 pb-2 font-mono text-sm wrap-anywhere">
            {namedPermissions.map(({ _key, scope }) => (
              <li key={_key}>{scope}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

type IntegrationPageProps = {
  integration: Integration
  /** Undefined for an integration that exists only in the CMS. */
  isOffered: boolean | undefined
  actions: Action[]
  labels: UiCopy
}

function Facts({ integration, isOffered, labels: { integrations: labels } }: Omit<IntegrationPageProps, 'actions'>) {
  const { name, url, reads, writes } = integration
  const websiteLink = url && <TouchLink href={url}>{name}</TouchLink>
  const status = isOffered !== undefined && <Status isOffered={isOffered} labels={labels} />
  const facts: [label: string, value: ReactNode][] = [
    [labels.offered, status],
    [labels.reads, reads],
    [labels.writes, writes],
    [labels.makerSite, websiteLink],
  ]
  return (
    <dl className="panel self-start px-5 py-3 lg:unfold-column lg:col-span-4 lg:col-start-9 lg:row-span-2 lg:row-start-1 [&>div+div]:border-t">
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label} className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-baseline gap-4 py-2.5">
              <dt className="label text-muted-foreground">{label}</dt>
              <dd className="min-w-0 first-letter:uppercase">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

export function IntegrationPage({ integration, isOffered, actions, labels }: IntegrationPageProps) {
  const { name, summary, body, permissions } = integration
  return (
    <article className="wrap grid gap-x-12 gap-y-10 pt-8 pb-16 md:pt-12 md:pb-24 lg:grid-cols-12">
      <header className="lg:col-span-8">
        <Breadcrumb steps={[{ label: labels.integrations.integrations, href: INTEGRATION_ROOT }]} />
        <div className="mt-4 flex flex-wrap items-center gap-4">
          <Monogram name={name} />
          <h1 className="text-headline">{name}</h1>
        </div>
        <p className="mt-5 max-w-lead text-lead text-muted-foreground">{summary}</p>
        <Actions actions={actions} className="mt-7" />
      </header>
      <Facts integration={integration} isOffered={isOffered} labels={labels} />
      <div className="mt-10 min-w-0 lg:col-span-8">
        {isOffered === false && (
          <p className="mb-8 max-w-text rounded-xl border bg-card px-5.5 py-4.5">
            {labels.integrations.notOfferedText}
          </p>
        )}
        <ArticleBody
          value={body}
          labels={labels.articles}
          hasHiddenCaptions
          className="[&>.article-table]:max-w-none"
        />
        {permissions && permissions.length > 0 && (
          <Permissions permissions={permissions} labels={labels.integrations} />
        )}
      </div>
    </article>
  )
}
