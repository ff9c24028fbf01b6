import { Link } from '../ui/link.tsx'

/** The home page of a dataset that has none: says what to do to whoever has just set the site up. */
export function EmptyHome() {
  return (
    <section className="wrap band min-h-[60vh]">
      <h1 className="max-w-[18ch] text-hero leading-[0.98] tracking-[-0.035em]">Nothing is published here yet</h1>
      <p className="mt-7 max-w-[36rem] text-lead text-muted">
        The site works and its dataset is empty. In the Studio, create a page with the path{' '}
        <code className="label">/</code>, add a hero and publish it: it appears here within a second.
      </p>
      <Link href="/studio" className="button button-solid mt-9">
        Open the Studio
      </Link>
    </section>
  )
}
