import { routeAt } from '../routes.ts'

/**
 * The path under which a page is known: that of its list for a further page of a list. Undefined where no document could
 * ever be, so that nonsense costs nothing.
 */
export function knownPathAt(path: string): string | undefined {
  const segments = path.split('/').slice(1)
  const route = routeAt(path === '/' ? [] : segments)
  if (route.path !== path || route.kind === 'nothing') return undefined
  return 'page' in route && route.page > 1 ? path.replace(/\/page\/\d+$/, '') : path
}
