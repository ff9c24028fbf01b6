import type { ReactNode } from 'react'
import type { Words } from '@/lib/words.ts'
import { INTEGRATION_ROOT } from '../../lib/routes.ts'
import type { INTEGRATION_QUERY_RESULT } from '../../sanity/types.ts'
import { ArticleBody } from '../article/article-body.tsx'
import { Breadcrumb } from '../ui/breadcrumb.tsx'
import { type Action, Actions } from '../ui/button-link.tsx'
import { Link } from '../ui/link.tsx'
import { Monogram } from './monogram.tsx'
import { Permissions } from './permissions.tsx'
import { Status } from './status.tsx'

type Integration = NonNullable<INTEGRATION_QUERY_RESULT>

type IntegrationPageProps = {
  integration: Integration
  /** Whether it can be connected on this site; undefined for a system that only the editors know. */
  isOffered: boolean | undefined
  actions: Action[]
  words: Words
}

/** What an owner wants to know before anything else. */
function Facts({
  integration,
  isOffered,
  words,
}: Omit<IntegrationPageProps, 'actions' | 'words'> & { words: Words['integrations'] }) {
  const { name, url, reads, writes } = integration
  const website = url && (
    <Link href={url} className="touch-link">
      {name}
    </Link>
  )
  const status = isOffered !== undefined && <Status isOffered={isOffered} words={words} />
  const facts: [label: string, value: ReactNode][] = [
    [words.offered, status],
    [words.reads, reads],
    [words.writes, writes],
    [words.makerSite, website],
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

/** One integration: what an owner gets from it, what is read and written, how it is connected and ended, and what is asked for. */
export function IntegrationPage({ integration, isOffered, actions, words }: IntegrationPageProps) {
  const { name, summary, body, permissions } = integration
  return (
    <article className="wrap grid gap-x-12 gap-y-10 pt-8 pb-16 md:pt-12 md:pb-24 lg:grid-cols-12">
      <header className="lg:col-span-8">
        <Breadcrumb steps={[{ label: words.integrations.integrations, href: INTEGRATION_ROOT }]} />
        <div className="mt-4 flex flex-wrap items-center gap-4">
          <Monogram name={name} />
          <h1 className="text-headline">{name}</h1>
        </div>
        <p className="mt-5 max-w-lead text-lead text-muted-foreground">{summary}</p>
        <Actions actions={actions} className="mt-7" />
      </header>
      <Facts integration={integration} isOffered={isOffered} words={words.integrations} />
      <div className="mt-10 min-w-0 lg:col-span-8">
        {isOffered === false && (
          <p className="mb-8 max-w-text rounded-xl border bg-card px-5.5 py-4.5">{words.integrations.notOfferedText}</p>
        )}
        <ArticleBody value={body} words={words.articles} hasHiddenCaptions className="[&>.article-table]:max-w-none" />
        {permissions && permissions.length > 0 && <Permissions permissions={permissions} words={words.integrations} />}
      </div>
    </article>
  )
}
