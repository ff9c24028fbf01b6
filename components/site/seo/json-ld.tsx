import type { Thing } from 'schema-dts'
import { serialize } from '@/lib/site/seo/json-ld/serialize.ts'

/** Renders structured data. A JSON-LD block never executes, so it needs no CSP hash. */
export function JsonLd({ nodes }: { nodes: (Thing | undefined)[] }) {
  const presentNodes = nodes.filter((node) => node !== undefined)
  if (presentNodes.length === 0) return null
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: serialize(presentNodes) }} />
}
