import { LRUCache } from 'lru-cache'
import {
  toDraftId,
  isDraftId,
  isPublicId,
  isVersionId,
  type LakeDocument,
  toPublishedId,
  type Snapshot,
  toVersionId,
} from '../../store/document.ts'

/** Dataset in one perspective. Lists are ordered by `_id`. */
export type View = {
  get(id: string): LakeDocument | undefined
  all(): readonly LakeDocument[]
  /** Returns all documents of the type, and possibly others. */
  ofType(type: string): readonly LakeDocument[]
  referencing(id: string): readonly LakeDocument[]
  versionsOf(id: string): readonly LakeDocument[]
}

const MAX_CACHED_VIEWS = 20

type SnapshotCache = { revision: number; views: LRUCache<string, View>; versionIds: VersionIds | undefined }
type VersionIds = ReadonlyMap<string, string[]>
const caches = new WeakMap<Snapshot, SnapshotCache>()

/** Returns the view, cached until the snapshot has a new revision. */
export function getView(snapshot: Snapshot, perspective: Perspective, anonymous: boolean): View {
  const key = JSON.stringify([perspective, anonymous])
  const { views } = getCache(snapshot)
  const view = views.get(key) ?? createCachedView(createLookup(snapshot, perspective, anonymous))
  views.set(key, view)
  return view
}

function getCache(snapshot: Snapshot): SnapshotCache {
  const cached = caches.get(snapshot)
  if (cached?.revision === snapshot.revision) return cached
  const created = {
    revision: snapshot.revision,
    views: new LRUCache<string, View>({ max: MAX_CACHED_VIEWS }),
    versionIds: undefined,
  }
  caches.set(snapshot, created)
  return created
}

function listVersions(snapshot: Snapshot, id: string): LakeDocument[] {
  const cache = getCache(snapshot)
  cache.versionIds ??= groupVersions(snapshot)
  const ids = [id, toDraftId(id), ...(cache.versionIds.get(id) ?? [])]
  return ids.flatMap((candidateId) => snapshot.get(candidateId) ?? [])
}

function groupVersions(snapshot: Snapshot): VersionIds {
  const ids = Array.from(snapshot.all(), ({ _id }) => _id).filter(isVersionId)
  return Map.groupBy(ids, toPublishedId)
}

type Lookup = {
  get(id: string): LakeDocument | undefined
  toVisibleId(id: string): string | undefined
  snapshot: Snapshot
}

function createLookup(snapshot: Snapshot, perspective: Perspective, anonymous: boolean): Lookup {
  const getStoredDocument = (id: string) => (anonymous && !isPublicId(id) ? undefined : snapshot.get(id))
  if (perspective === 'raw') return { snapshot, get: getStoredDocument, toVisibleId: (id) => id }
  if (perspective === 'published') {
    const isPublishedId = (id: string) => !isDraftId(id) && !isVersionId(id)
    const get = (id: string) => (isPublishedId(id) ? getStoredDocument(id) : undefined)
    return { snapshot, get, toVisibleId: (id) => (isPublishedId(id) ? id : undefined) }
  }
  const layers = createLayerMappers(perspective)
  return { snapshot, get: (id) => findTopLayer(id, layers, getStoredDocument), toVisibleId: toPublishedId }
}

/** Returns one id mapper per layer, which maps a published id. The published layer is last. */
function createLayerMappers(perspective: 'drafts' | string[]): ((id: string) => string)[] {
  const names = perspective === 'drafts' ? ['drafts'] : perspective.filter((name) => name !== 'published')
  const toId = (name: string) => (id: string) => (name === 'drafts' ? toDraftId(id) : toVersionId(name, id))
  return [...names.map(toId), (id) => id]
}

function findTopLayer(
  id: string,
  layers: ((id: string) => string)[],
  getStored: (id: string) => LakeDocument | undefined,
): LakeDocument | undefined {
  if (isDraftId(id) || isVersionId(id)) return undefined
  for (const layer of layers) {
    const document = getStored(layer(id))
    if (document) return isDeletion(document) ? undefined : applyOverlay(id, document)
  }
  return undefined
}

const isDeletion = ({ _system }: LakeDocument): boolean =>
  (_system as { delete?: unknown } | null | undefined)?.delete === true

const overlayCache = new WeakMap<LakeDocument, LakeDocument>()

/**
 * Returns the document under its published id. The cache spans revisions and perspectives, because stored documents are
 * immutable.
 */
function applyOverlay(id: string, document: LakeDocument): LakeDocument {
  const cached = overlayCache.get(document)
  if (cached) return cached
  const overlaidDocument = { ...document, _id: id, _originalId: document._id }
  overlayCache.set(document, overlaidDocument)
  return overlaidDocument
}

function createCachedView({ snapshot, get, toVisibleId }: Lookup): View {
  const lists = new Map<string, readonly LakeDocument[]>()
  const list = (key: string, documents: () => Iterable<LakeDocument>) => {
    const cached = lists.get(key)
    if (cached) return cached
    const visible = selectVisibleDocuments(documents())
    lists.set(key, visible)
    return visible
  }
  const selectVisibleDocuments = (documents: Iterable<LakeDocument>) => {
    const ids = new Set<string>()
    for (const { _id } of documents) {
      const id = toVisibleId(_id)
      if (id !== undefined) ids.add(id)
    }
    return [...ids].toSorted().flatMap((id) => get(id) ?? [])
  }
  return {
    get,
    all: () => list('all', () => snapshot.all()),
    ofType: (type) => list(`type ${type}`, () => snapshot.ofType(type)),
    referencing: (id) => list(`reference ${id}`, () => snapshot.referencing(id)),
    versionsOf: (id) => selectVisibleDocuments(listVersions(snapshot, id)),
  }
}

/** Perspective. A release stack is ordered by priority. `previewDrafts` is an alias of `drafts`. */
export type Perspective = 'raw' | 'published' | 'drafts' | string[]
