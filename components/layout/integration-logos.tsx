import { resolveImage } from '../../sanity/image.ts'
import { Link } from '../ui/link.tsx'
import { Logo } from './logo.tsx'
import type { Shell } from './types.ts'

/** Logos are drawn this large, in CSS pixels; sources are twice as sharp. */
const LOGO_WIDTH = 78

/** Tools the product works with. */
export function IntegrationLogos({
  integrations,
  className = '',
}: Pick<Shell, 'integrations'> & { className?: string }) {
  if (integrations.length === 0) return null
  return (
    <section
      aria-labelledby="integrations"
      className={`grid items-center gap-x-12 gap-y-6 border-t border-line pt-10 lg:grid-cols-12 ${className}`}
    >
      <h2 id="integrations" className="label font-normal tracking-normal text-muted lg:col-span-3">
        Works with the tools you have
      </h2>
      <ul className="flex flex-wrap items-center gap-x-8 gap-y-2 lg:col-span-9 lg:justify-end">
        {integrations.map(({ _id, name, url, logo }) => (
          <li key={_id}>
            <Link
              href={url}
              className="flex min-h-11 items-center text-muted transition-colors hover:text-ink"
              aria-label={name ?? undefined}
            >
              <Logo name={name ?? ''} src={resolveImage(logo, LOGO_WIDTH * 2)?.src} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
