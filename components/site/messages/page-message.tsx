import type { ReactNode } from 'react'
import { searchFile } from '@/lib/browser-bundles.js'
import { NEAR_PAGES_ATTRIBUTE, toScriptAttributes } from '@/lib/dom-contract.ts'
import type { UiCopy } from '@/lib/site/ui-copy.ts'
import { CITY_ROOT, HOME_PATH } from '../../../lib/routes.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Button, getButtonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LateScript } from '../../ui/late-script.tsx'
import { Link } from '../../ui/link.tsx'
import { SearchForm } from '../search/search-form.tsx'
import type { OfferedLink } from '../search/search-results.tsx'
import type { Shell } from '../types/blocks.ts'

type ErrorNoticeProps = {
  retry: () => void
  /** Id of the error in the server log. Undefined for errors in the browser. */
  digest?: string | undefined
}

export function ErrorNotice({ retry, digest }: ErrorNoticeProps) {
  return (
    <section className="wrap section min-h-128">
      <p className="label text-primary">Something went wrong on our end</p>
      <h1 className="mt-5 max-w-headline text-hero">We couldn’t load this page</h1>
      <p className="mt-7 max-w-136 text-lead text-muted-foreground">
        Try again in a few seconds. The rest of the site may still work.
      </p>
      <div className="mt-9 flex flex-wrap gap-3">
        <Button onClick={retry}>Try again</Button>
        {/* oxlint-disable-next-line next/no-html-link-for-pages -- full page load after a crash */}
        <a href="/" className={getButtonClass('quiet')}>
          Go to the home page
        </a>
      </div>
      {digest && (
        <p className="label mt-9 text-muted-foreground">If you contact us about this, mention error {digest}.</p>
      )}
    </section>
  )
}

type PageMessageProps = {
  heading: string
  text: ReactNode
  children: ReactNode
}

export function PageMessage({ heading, text, children }: PageMessageProps) {
  return (
    <section className="wrap section min-h-128">
      <h1 className="max-w-headline text-hero">{heading}</h1>
      <p className="mt-7 max-w-lead text-lead text-muted-foreground">{text}</p>
      {children}
    </section>
  )
}

export function EmptyHome() {
  const text = (
    <>
      The site is running, but its dataset is empty. In the Studio, create a page with the path{' '}
      <code className="label">/</code>, add a hero and publish it. It appears here within a second.
    </>
  )
  return (
    <PageMessage heading="Nothing published yet" text={text}>
      <ButtonLink href="/studio" className="mt-9">
        Open the Studio
      </ButtonLink>
    </PageMessage>
  )
}

const DEFAULT_COPY = {
  heading: 'We can’t find that page',
  text: 'It may have moved, or the link has a typo.',
  links: [
    { _key: 'home', label: 'Go to the home page', href: HOME_PATH },
    { _key: 'cities', label: 'See all cities', href: CITY_ROOT },
  ],
}

function MissingPageCall({ links, labels }: { links: OfferedLink[]; labels: UiCopy }) {
  return (
    <figure className="pt-8 lg:col-span-5 lg:row-span-2 lg:pt-12">
      <div className="rounded-3xl panel p-5 pb-8 floating sm:p-7 sm:pb-10">
        <p className="label call-rings">{labels.call.incoming}</p>
        <p className="mt-5 font-display text-card-title font-medium">{labels.messages.asked}</p>
      </div>
      {links.length > 0 && (
        <figcaption className="call-outcome">
          <div>
            <p className="label">{labels.messages.handled}</p>
            {labels.messages.routed}
            <ul>
              {links.map(({ _key, label, href }) => (
                <li key={_key}>
                  <Link href={href} className="touch-link gap-2">
                    {label}
                    <Icon name="arrow" size={18} />
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        </figcaption>
      )}
    </figure>
  )
}

/**
 * Renders a list of similar pages, which a script fills in. The list is last on the page and reserves its space, so
 * that the layout does not shift.
 */
function NearPages({ heading }: { heading: string }) {
  return (
    <div
      className="mt-8 min-h-48 lg:col-span-7 noscript:hidden data-none-near:invisible"
      {...toScriptAttributes({ [NEAR_PAGES_ATTRIBUTE]: '' })}
    >
      <h2 className="text-lg">{heading}</h2>
      <ul suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
      <LateScript src={searchFile.path} />
    </div>
  )
}

type NotFoundProps = { labels: UiCopy; copy?: NonNullable<Shell['settings']>['notFound'] | undefined }

export function NotFound({ copy, labels }: NotFoundProps) {
  const { messages, search } = labels
  const [first, ...otherLinks] = copy?.links?.length ? copy.links : DEFAULT_COPY.links
  return (
    <section className="wrap section grid items-start gap-x-12 md:pt-16 lg:grid-cols-12 lg:grid-rows-[auto_1fr]">
      <div className="lg:col-span-7">
        <p className="label mb-5 text-primary">{messages.notFound}</p>
        <h1 className="max-w-headline text-hero">{copy?.heading ?? DEFAULT_COPY.heading}</h1>
        <p className="mt-6 text-lead text-muted-foreground">{copy?.text ?? DEFAULT_COPY.text}</p>
        <SearchForm
          label={search.heading}
          placeholder={search.placeholder}
          submit={search.open}
          className="mt-8 max-w-136"
        />
        {first && (
          <ButtonLink href={first.href} className="mt-8">
            {first.label}
          </ButtonLink>
        )}
      </div>
      <MissingPageCall links={otherLinks} labels={labels} />
      <NearPages heading={messages.near} />
    </section>
  )
}
