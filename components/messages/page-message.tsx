import { CITY_ROOT, HOME_PATH } from '../../lib/routes.ts'
import type { ReactNode } from 'react'
import { Actions, ButtonLink } from '../ui/button-link.tsx'
import type { Shell } from '../layout/types.ts'

type PageMessageProps = {
  /** One small line above the heading. */
  label?: string
  heading: string
  text: ReactNode
  /** What can be done: one or two buttons. */
  children: ReactNode
}

/** A whole page that says one thing. */
export function PageMessage({ label, heading, text, children }: PageMessageProps) {
  return (
    <section className="wrap section min-h-128">
      {label && <p className="label mb-5 text-primary">{label}</p>}
      <h1 className="max-w-headline text-hero">{heading}</h1>
      <p className="mt-7 max-w-lead text-lead text-muted-foreground">{text}</p>
      {children}
    </section>
  )
}

/** The home page of a dataset that has none: says what to do to whoever has just set the site up. */
export function EmptyHome() {
  const text = (
    <>
      The site works and its dataset is empty. In the Studio, create a page with the path{' '}
      <code className="label">/</code>, add a hero and publish it: it appears here within a second.
    </>
  )
  return (
    <PageMessage heading="Nothing is published here yet" text={text}>
      <ButtonLink href="/studio" className="mt-9">
        Open the Studio
      </ButtonLink>
    </PageMessage>
  )
}

/** For a site whose editors have not written their own. */
const DEFAULT_COPY = {
  heading: 'Nobody picks up at this address',
  text: 'The page was moved, renamed or never published. If you followed a link on this site, the link is wrong, not you.',
  links: [
    { _key: 'home', label: 'Go to the home page', href: HOME_PATH },
    { _key: 'cities', label: 'See all cities', href: CITY_ROOT },
  ],
}

type NotFoundProps = {
  copy?: NonNullable<Shell['settings']>['notFound'] | undefined
  /** The small line above the heading. */
  label: string
}

/** No document has this address: what happened and where to go, in the words of the CMS. */
export function NotFound({ copy, label }: NotFoundProps) {
  return (
    <PageMessage label={label} heading={copy?.heading ?? DEFAULT_COPY.heading} text={copy?.text ?? DEFAULT_COPY.text}>
      <Actions actions={copy?.links?.length ? copy.links : DEFAULT_COPY.links} className="mt-9" />
    </PageMessage>
  )
}
