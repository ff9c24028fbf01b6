import { Link } from '../ui/link.tsx'

/** The name as a mark: a duct that turns from warm to cool. */
export function Brand({ brand }: { brand: string }) {
  return (
    <Link
      href="/"
      className="inline-flex min-h-11 items-center gap-2.5 font-display text-card font-bold tracking-tighter"
    >
      <svg
        viewBox="0 0 28 28"
        className="size-7"
        aria-hidden="true"
        fill="none"
        strokeWidth="3.2"
        strokeLinecap="round"
      >
        <path d="M3 8h13a5 5 0 0 1 0 10" stroke="var(--ember)" />
        <path d="M25 20H10" stroke="var(--ice)" />
        <path d="M3 14h9" stroke="currentColor" />
      </svg>
      {brand}
    </Link>
  )
}
