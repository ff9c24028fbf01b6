import { LOGO_PATHS } from '@/lib/values/palette.ts'
import { Link } from './link.tsx'

export function Brand({ brand }: { brand: string }) {
  return (
    <Link href="/" className="brand">
      <svg viewBox="0 0 28 28" aria-hidden="true">
        {LOGO_PATHS.map(({ path, color }) => (
          <path key={path} d={path} stroke={`var(--${color})`} />
        ))}
      </svg>
      {brand}
    </Link>
  )
}
