import { isOpenPath } from './page-route.ts'

const isClosedLink = ({ kind, href }: Record<string, unknown>) =>
  kind === 'internal' && typeof href === 'string' && !isOpenPath(href)

/** An answer of the Content Lake in which links to documents whose pages do not open have no address, so that they are text. */
export function openLinks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(openLinks)
  if (typeof value !== 'object' || value === null) return value
  const fields = value as Record<string, unknown>
  const entries = Object.entries(fields).map(([name, child]) => [name, openLinks(child)])
  return { ...Object.fromEntries(entries), ...(isClosedLink(fields) && { href: null }) }
}
