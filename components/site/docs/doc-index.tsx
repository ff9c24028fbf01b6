import type { ReactNode } from 'react'
import { stegaClean } from 'next-sanity'
import type { DOC_TREE_QUERY_RESULT } from '../../../sanity/types.ts'
import { CardLink, Link } from '../../ui/link.tsx'
import { API_ROOT, buildDocHref, buildDocSectionHref, TROUBLESHOOTING_SLUG } from '../../../lib/routes.ts'
import type { UiCopy } from '@/lib/site/ui-copy.ts'
import { Icon } from '../../ui/icon.tsx'

type Section = DOC_TREE_QUERY_RESULT[number]
type Page = Section['pages'][number]
type DocLabels = UiCopy['documentation']
type DocIndexProps = {
  tree: DOC_TREE_QUERY_RESULT
  labels: DocLabels
  reference: string | null | undefined
}

export function TroubleshootingLink({ tree, labels }: Pick<DocIndexProps, 'tree' | 'labels'>) {
  const page = tree.flatMap(({ pages }) => pages).find(({ slug }) => stegaClean(slug) === TROUBLESHOOTING_SLUG)
  if (!page) return null
  return (
    <p className="mt-4 text-muted-foreground">
      {labels.wrong}{' '}
      <Link href={buildDocHref(page)} className="touch-link text-foreground">
        {page.title}
      </Link>
    </p>
  )
}

export function DocSections({ tree: [, ...otherSections] }: Pick<DocIndexProps, 'tree'>) {
  if (otherSections.length === 0) return null
  return (
    <nav aria-label="Sections" className="mt-6 print:hidden">
      <ul className="strip whitespace-nowrap [scrollbar-width:none] max-sm:gap-2! max-sm:[mask-image:linear-gradient(90deg,#000_92%,transparent)] sm:flex sm:flex-wrap sm:gap-2">
        {otherSections.map((section) => (
          <li key={section._id}>
            <Link href={buildDocSectionHref(section)} className="chip bg-background">
              {section.title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type PageRowProps = { page: { title: Page['title']; summary: string | null }; href: string | undefined }

function PageRow({ page, href }: PageRowProps) {
  return (
    <>
      <div className="flex-1">
        <h3 className="text-xl leading-snug">
          <CardLink href={href}>{page.title}</CardLink>
        </h3>
        <p className="mt-1 text-muted-foreground">{page.summary}</p>
      </div>
      <Icon name="arrow" size={20} className="icon-forward mt-1 group-hover:text-foreground" />
    </>
  )
}

function StartSection({ section }: { section: Section }) {
  return (
    <section id={section.slug ?? undefined} className="panel p-5 sm:p-8">
      <h2 className="text-subtitle">{section.title}</h2>
      {section.summary && <p className="mt-2 text-muted-foreground">{section.summary}</p>}
      <ol className="mt-4 grid gap-x-8 lg:grid-cols-3">
        {section.pages.map((page, index) => (
          <li
            key={page._id}
            className="group relative flex items-start gap-4 border-t py-4 first:border-t-0 lg:border-t-0"
          >
            <span aria-hidden="true" className="data text-xl leading-snug text-muted-foreground">
              {index + 1}
            </span>
            <PageRow page={page} href={buildDocHref(page)} />
          </li>
        ))}
      </ol>
    </section>
  )
}

type SectionPartProps = { id?: string | undefined; title: string | null; summary?: string | null; children: ReactNode }

function SectionPart({ id, title, summary, children }: SectionPartProps) {
  return (
    <section id={id} className="grid gap-x-12 gap-y-4 pt-10 md:pt-16 lg:grid-cols-12">
      <div className="lg:col-span-4">
        <h2 className="text-subtitle">{title}</h2>
        {summary && <p className="mt-2 text-muted-foreground">{summary}</p>}
      </div>
      <ul className="lg:col-span-7 lg:col-start-6 lg:-mt-4">{children}</ul>
    </section>
  )
}

const ROW_CLASS = 'group relative flex items-start gap-4 border-t py-4 first:border-t-0'

export function DocIndex({ tree, labels, reference }: DocIndexProps) {
  const [start, ...otherSections] = tree
  if (!start) return <p className="wrap pb-24 text-lead text-muted-foreground">{labels.none}</p>
  return (
    <div className="wrap pb-16 md:pb-24">
      <StartSection section={start} />
      {otherSections.map((section) => (
        <SectionPart key={section._id} id={section.slug ?? undefined} title={section.title} summary={section.summary}>
          {section.pages.map((page) => (
            <li key={page._id} className={ROW_CLASS}>
              <PageRow page={page} href={buildDocHref(page)} />
            </li>
          ))}
        </SectionPart>
      ))}
      <SectionPart title={labels.developers}>
        <li className={ROW_CLASS}>
          <PageRow page={{ title: labels.reference, summary: reference ?? null }} href={API_ROOT} />
        </li>
      </SectionPart>
    </div>
  )
}
