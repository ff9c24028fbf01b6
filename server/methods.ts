import { API_ROOT, DASHBOARD_PATH, LOGIN_PATH, REGISTER_PATH } from '../lib/routes.ts'

/** Of what is only read. */
export const READ: readonly string[] = ['GET', 'HEAD']

/** Of routes, each of which says itself which of them it has. */
const OF_ROUTES: readonly string[] = [...READ, 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const ROUTES = [API_ROOT, '/__clerk']
const PAGES_WITH_ACTIONS = [DASHBOARD_PATH, LOGIN_PATH, REGISTER_PATH]

const isBelow = (path: string) => (root: string) => path === root || path.startsWith(`${root}/`)

/** Whether a path has pages with server actions. */
export const hasActions = (path: string): boolean => PAGES_WITH_ACTIONS.some(isBelow(path))

/** The methods that are handed to the framework at a path. */
export function methodsOf(path: string): readonly string[] {
  if (ROUTES.some(isBelow(path))) return OF_ROUTES
  return hasActions(path) ? [...READ, 'POST'] : READ
}
