import { PAGE_SIZE } from '../../lib/constants.ts'
import { HOME_PATH } from '../../lib/routes.ts'
import { documentPath, listPaths } from '../content-types.ts'
import { isOpenPage, routeAt } from '../page-route.ts'
import { knownPagesRead } from '../queries/pages.ts'
import { readPublished } from './published.ts'

type Documents = Awaited<ReturnType<typeof readPublished<Exclude<(typeof knownPagesRead)['answer'], undefined>>>>

type KnownPaths = { paths: ReadonlySet<string>; mostPages: number }

const derived = new WeakMap<Documents, KnownPaths>()

function derive(documents: Documents): KnownPaths {
  const open = documents.filter(({ _type, key }) => isOpenPage(_type, key ?? ''))
  const paths = new Set([HOME_PATH, ...listPaths, ...open.map(({ _type, key }) => documentPath(_type, key ?? ''))])
  const counts = Map.groupBy(open, ({ _type }) => _type)
  const most = Math.max(0, ...[...counts.values()].map((ofType) => ofType.length))
  return { paths, mostPages: Math.ceil(most / PAGE_SIZE) }
}

/**
 * Finds the known page for a path. Paginated paths (`/page/2`) resolve to their list.
 * Returns undefined for unknown paths. Changes when a publish adds or removes pages.
 * @throws if the Content Lake has never responded
 */
export async function knownPage(path: string): Promise<string | undefined> {
  const route = routeAt(path === HOME_PATH ? [] : path.split('/').slice(1))
  if (route.path !== path || route.kind === 'nothing') return undefined
  const documents = await readPublished(knownPagesRead)
  const known = derived.get(documents) ?? derive(documents)
  derived.set(documents, known)
  const number = 'page' in route ? route.page : 1
  const page = number > 1 ? path.replace(/\/page\/\d+$/, '') : path
  return known.paths.has(page) && (number === 1 || number <= known.mostPages) ? page : undefined
}
