import { Link } from '../ui/link.tsx'
import type { Shell } from './types.ts'

type Links = NonNullable<Shell['settings']>['socialLinks']

const PLATFORMS = { linkedin: 'LinkedIn', youtube: 'YouTube', facebook: 'Facebook', instagram: 'Instagram', x: 'X' }

/** Profiles elsewhere, by name: no logo needs to be loaded or licensed. */
export function SocialLinks({ links }: { links: Links }) {
  if (!links?.length) return null
  return (
    <ul className="flex flex-wrap gap-x-6">
      {links.map(({ _key, platform, url }) => (
        <li key={_key}>
          <Link href={url} className="text-link inline-flex min-h-11 items-center text-[0.9375rem]">
            {platform ? PLATFORMS[platform] : url}
          </Link>
        </li>
      ))}
    </ul>
  )
}
