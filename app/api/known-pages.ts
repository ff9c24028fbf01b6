import 'server-only'
import { knownPathAt } from '@/lib/page-views/known-path.ts'
import { sharedState } from '@/lib/shared-state.ts'
import { documentPath, listPaths } from '@/sanity/content-types.ts'
import { fetchPublished } from '@/sanity/fetch.ts'
import { knownPagesRead } from '@/sanity/queries/known-pages.ts'

/** Milliseconds for which a process keeps the addresses: asking for each view would cost more than the view. */
const KEPT = 30_000

type Known = { paths: Promise<ReadonlySet<string>>; readAt: number }

const shared = sharedState<{ known?: Known }>('known-pages', () => ({}))

async function readPaths(): Promise<ReadonlySet<string>> {
  const documents = await fetchPublished(knownPagesRead)
  return new Set([...listPaths, ...documents.map(({ _type, key }) => documentPath(_type, key ?? ''))])
}

function paths(): Promise<ReadonlySet<string>> {
  const now = Date.now()
  if (shared.known && now - shared.known.readAt < KEPT) return shared.known.paths
  // A failure is kept as long: visitors must not add to what ails the Content Lake.
  shared.known = { paths: readPaths(), readAt: now }
  return shared.known.paths
}

/**
 * The stored page that a path leads to: its own path, or that of the list whose further page it is. Undefined for a path
 * that no page has.
 * @throws when the Content Lake has not answered yet
 */
export async function knownPage(path: string): Promise<string | undefined> {
  const page = knownPathAt(path)
  return page !== undefined && (await paths()).has(page) ? page : undefined
}
