import { PAGE_SIZE } from '../../lib/constants.ts'
import { HOME_PATH } from '../../lib/routes.ts'
import { documentPath, listPaths } from '../content-types.ts'
import { isOpenPage, parseRoute } from '../page-route.ts'
import { knownPagesRead } from '../queries/pages.ts'
import { readPublished } from './published.ts'

type Documents = Awaited<ReturnType<typeof readPublished<Exclude<(typeof knownPagesRead)['answer'], undefined>>>>

type KnownPaths = { paths: ReadonlySet<string>; maxPages: number }

const knownPathsByDocuments = new WeakMap<Documents, KnownPaths>()

function deriveKnownPaths(documents: Documents): KnownPaths {
  const openDocuments = documents.filter(({ _type, key }) => isOpenPage(_type, key ?? ''))
  const paths = new Set([
    HOME_PATH,
    ...listPaths,
    ...openDocuments.map(({ _type, key }) => documentPath(_type, key ?? '')),
  ])
  const counts = Map.groupBy(openDocuments, ({ _type }) => _type)
  const maxCount = Math.max(0, ...[...counts.values()].map((typeDocuments) => typeDocuments.length))
  return { paths, maxPages: Math.ceil(maxCount / PAGE_SIZE) }
}

/**
 * Finds the known page for a path. Paginated paths (`/page/2`) resolve to their list.
 * Returns undefined for unknown paths. The result changes when a publish adds or removes pages.
 * @throws if the Content Lake has never responded
 */
export async function findKnownPage(path: string): Promise<string | undefined> {
  const route = parseRoute(path === HOME_PATH ? [] : path.split('/').slice(1))
  if (route.path !== path || route.kind === 'nothing') return undefined
  const documents = await readPublished(knownPagesRead)
  const knownPaths = knownPathsByDocuments.get(documents) ?? deriveKnownPaths(documents)
  knownPathsByDocuments.set(documents, knownPaths)
  const number = 'page' in route ? route.page : 1
  const page = number > 1 ? path.replace(/\/page\/\d+$/, '') : path
  return knownPaths.paths.has(page) && (number === 1 || number <= knownPaths.maxPages) ? page : undefined
}
