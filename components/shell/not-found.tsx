import { Link } from '../ui/link.tsx'

/** No document has this address. */
export function NotFound() {
  return (
    <section className="wrap band min-h-[60vh]">
      <p className="label text-ember">404</p>
      <h1 className="mt-5 max-w-[18ch] text-hero leading-[0.98] tracking-[-0.035em]">
        Nobody picks up at this address
      </h1>
      <p className="mt-7 max-w-[34rem] text-lead text-muted">
        The page was moved, renamed or never published. If you followed a link on this site, the link is wrong, not you.
      </p>
      <div className="mt-9 flex flex-wrap gap-3">
        <Link href="/" className="button button-solid">
          Go to the home page
        </Link>
        <Link href="/hvac-ai-sdr" className="button button-quiet">
          See all cities
        </Link>
      </div>
    </section>
  )
}
