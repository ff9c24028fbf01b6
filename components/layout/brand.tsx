import { Link } from '../ui/link.tsx'

/** The name as a mark: a duct that turns from warm to cool. */
export function Brand({ brand }: { brand: string }) {
  return (
    <Link href="/" className="brand">
      <svg viewBox="0 0 28 28" aria-hidden="true">
        <path d="M3 8h13a5 5 0 0 1 0 10" stroke="var(--primary)" />
        <path d="M25 20H10" stroke="var(--accent)" />
        <path d="M3 14h9" stroke="currentColor" />
      </svg>
      {brand}
    </Link>
  )
}
