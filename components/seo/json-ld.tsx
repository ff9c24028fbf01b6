import type { Thing } from 'schema-dts'
import { serialize } from '@/lib/seo/json-ld/serialize.ts'

/** What a page says to search engines, as a data block: it is never run, so the policy needs no hash for it. */
export function JsonLd({ nodes }: { nodes: (Thing | undefined)[] }) {
  const present = nodes.filter((node) => node !== undefined)
  if (present.length === 0) return null
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: serialize(present) }} />
}
