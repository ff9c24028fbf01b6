import { Link } from '../ui/link.tsx'

/** Body of a redirect, for the few programs that do not follow one. */
export function Moved({ to }: { to: string }) {
  return (
    <section className="wrap band min-h-[60vh]">
      <h1 className="text-title">This page has moved</h1>
      <p className="mt-7 text-lead">
        <Link href={to} className="text-link">
          Go to where it is now
        </Link>
      </p>
    </section>
  )
}
