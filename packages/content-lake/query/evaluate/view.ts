import { LRUCache } from 'lru-cache'
import {
  draftId,
  isDraftId,
  isPublicId,
  isVersionId,
  type LakeDocument,
  publishedId,
  type Snapshot,
  versionId,
} from '../../store/document.ts'

/** Dataset in one perspective. Lists are ordered by `_id`. */
export type View = {
  get(id: string): LakeDocument | undefined
  all(): readonly LakeDocument[]
  /** Returns at least all documents of the type. */
  ofType(type: string): readonly LakeDocument[]
  referencing(id: string): readonly LakeDocument[]
  versionsOf(id: string): readonly LakeDocument[]
}

const VIEWS_KEPT = 20

type Cached = { revision: number; views: LRUCache<string, View>; versionIds: VersionIds | undefined }
type VersionIds = ReadonlyMap<string, string[]>
const caches = new WeakMap<Snapshot, Cached>()

/** Returns the view, cached until the snapshot has a new revision. */
export function viewOf(snapshot: Snapshot, perspective: Perspective, anonymous: boolean): View {
  const key = JSON.stringify([perspective, anonymous])
  const { views } = cacheOf(snapshot)
  const view = views.get(key) ?? cachedLists(createLookup(snapshot, perspective, anonymous))
  views.set(key, view)
  return view
}

function cacheOf(snapshot: Snapshot): Cached {
  const known = caches.get(snapshot)
  if (known?.revision === snapshot.revision) return known
  const created = {
    revision: snapshot.revision,
    views: new LRUCache<string, View>({ max: VIEWS_KEPT }),
    versionIds: undefined,
  }
  caches.set(snapshot, created)
  return created
}

function versionsOf(snapshot: Snapshot, id: string): LakeDocument[] {
  const cache = cacheOf(snapshot)
  cache.versionIds ??= groupVersions(snapshot)
  const ids = [id, draftId(id), ...(cache.versionIds.get(id) ?? [])]
  return ids.flatMap((one) => snapshot.get(one) ?? [])
}

function groupVersions(snapshot: Snapshot): VersionIds {
  const ids = Array.from(snapshot.all(), ({ _id }) => _id).filter(isVersionId)
  return Map.groupBy(ids, publishedId)
}

type Lookup = {
  get(id: string): LakeDocument | undefined
  shownId(id: string): string | undefined
  snapshot: Snapshot
}

function createLookup(snapshot: Snapshot, perspective: Perspective, anonymous: boolean): Lookup {
  const stored = (id: string) => (anonymous && !isPublicId(id) ? undefined : snapshot.get(id))
  if (perspective === 'raw') return { snapshot, get: stored, shownId: (id) => id }
  if (perspective === 'published') {
    const isShown = (id: string) => !isDraftId(id) && !isVersionId(id)
    const get = (id: string) => (isShown(id) ? stored(id) : undefined)
    return { snapshot, get, shownId: (id) => (isShown(id) ? id : undefined) }
  }
  const layers = layerIds(perspective)
  return { snapshot, get: (id) => topLayer(id, layers, stored), shownId: publishedId }
}

/** Returns one id mapper per layer, which maps a published id. The published layer is last. */
function layerIds(perspective: 'drafts' | string[]): ((id: string) => string)[] {
  const names = perspective === 'drafts' ? ['drafts'] : perspective.filter((name) => name !== 'published')
  const toId = (name: string) => (id: string) => (name === 'drafts' ? draftId(id) : versionId(name, id))
  return [...names.map(toId), (id) => id]
}

function topLayer(
  id: string,
  layers: ((id: string) => string)[],
  stored: (id: string) => LakeDocument | undefined,
): LakeDocument | undefined {
  if (isDraftId(id) || isVersionId(id)) return undefined
  for (const layer of layers) {
    const document = stored(layer(id))
    if (document) return isDeletion(document) ? undefined : overlay(id, document)
  }
  return undefined
}

const isDeletion = ({ _system }: LakeDocument): boolean =>
  (_system as { delete?: unknown } | null | undefined)?.delete === true

const overlays = new WeakMap<LakeDocument, LakeDocument>()

/**
 * Returns the document under its published id. The cache spans revisions and perspectives, because stored documents are
 * immutable.
 */
function overlay(id: string, document: LakeDocument): LakeDocument {
  const known = overlays.get(document)
  if (known) return known
  const dressed = { ...document, _id: id, _originalId: document._id }
  overlays.set(document, dressed)
  return dressed
}

function cachedLists({ snapshot, get, shownId }: Lookup): View {
  const lists = new Map<string, readonly LakeDocument[]>()
  const list = (key: string, documents: () => Iterable<LakeDocument>) => {
    const known = lists.get(key)
    if (known) return known
    const made = shown(documents())
    lists.set(key, made)
    return made
  }
  const shown = (documents: Iterable<LakeDocument>) => {
    const ids = new Set<string>()
    for (const { _id } of documents) {
      const id = shownId(_id)
      if (id !== undefined) ids.add(id)
    }
    return [...ids].toSorted().flatMap((id) => get(id) ?? [])
  }
  return {
    get,
    all: () => list('all', () => snapshot.all()),
    ofType: (type) => list(`type ${type}`, () => snapshot.ofType(type)),
    referencing: (id) => list(`reference ${id}`, () => snapshot.referencing(id)),
    versionsOf: (id) => shown(versionsOf(snapshot, id)),
  }
}

/** Perspective. A release stack is ordered by priority. `previewDrafts` is an alias of `drafts`. */
export type Perspective = 'raw' | 'published' | 'drafts' | string[]
