import { MARK } from '@/lib/palette.ts'
import { Link } from '../ui/link.tsx'

/** The mark and the name. */
export function Brand({ brand }: { brand: string }) {
  return (
    <Link href="/" className="brand">
      <svg viewBox="0 0 28 28" aria-hidden="true">
        {MARK.map(({ path, colour }) => (
          <path key={path} d={path} stroke={`var(--${colour})`} />
        ))}
      </svg>
      {brand}
    </Link>
  )
}
