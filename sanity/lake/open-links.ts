import { isObject } from '../answer-shape.ts'
import { isOpenPath } from '../page-route.ts'

const isClosedLink = ({ kind, href }: Record<string, unknown>) =>
  kind === 'internal' && typeof href === 'string' && !isOpenPath(href)

export function removeClosedLinks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeClosedLinks)
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([name, child]) => [name, removeClosedLinks(child)])
  return { ...Object.fromEntries(entries), ...(isClosedLink(value) && { href: null }) }
}
