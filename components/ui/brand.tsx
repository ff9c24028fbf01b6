import { MARK } from '@/lib/values/palette.ts'
import { Link } from './link.tsx'

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
