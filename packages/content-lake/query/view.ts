import { LRUCache } from 'lru-cache'
import type { LakeDocument, Snapshot } from '../store/document.ts'
import { draftId, isDraftId, isPublicId, isVersionId, publishedId, versionId } from '../store/ids.ts'
import type { Perspective } from './types.ts'

/** The documents of a dataset as one perspective shows them; lists are in order of `_id`. */
export type View = {
  get(id: string): LakeDocument | undefined
  all(): readonly LakeDocument[]
  /** At least the documents of this type. */
  ofType(type: string): readonly LakeDocument[]
  /** At least the documents that refer to this id. */
  referencing(id: string): readonly LakeDocument[]
  /** At least the documents that `sanity::versionOf(id)` is true of. */
  versionsOf(id: string): readonly LakeDocument[]
}

const VIEWS_KEPT = 20

type Cached = { revision: number; views: LRUCache<string, View>; versionIds: VersionIds | undefined }
/** Ids of the release versions of each document, by published id. */
type VersionIds = ReadonlyMap<string, string[]>
const caches = new WeakMap<Snapshot, Cached>()

/** What a reader with this perspective may see of `snapshot`; cached until its revision changes. */
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

/** The stored layers of a document: published, draft and release versions. */
function versionsOf(snapshot: Snapshot, id: string): LakeDocument[] {
  const cache = cacheOf(snapshot)
  cache.versionIds ??= groupVersions(snapshot)
  const ids = [id, draftId(id), ...(cache.versionIds.get(id) ?? [])]
  return ids.flatMap((one) => snapshot.get(one) ?? [])
}

function groupVersions(snapshot: Snapshot): VersionIds {
  const groups = new Map<string, string[]>()
  for (const { _id } of snapshot.all()) {
    if (!isVersionId(_id)) continue
    const group = groups.get(publishedId(_id))
    if (group) group.push(_id)
    else groups.set(publishedId(_id), [_id])
  }
  return groups
}

type Lookup = {
  /** The document shown under this id. */
  get(id: string): LakeDocument | undefined
  /** The id under which a stored document, or another layer of it, may be shown. */
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

/** For each layer, how its documents' ids derive from the published id; the published layer is always the last. */
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

/** A version that stands for "this document goes when the release is published". */
function isDeletion(document: LakeDocument): boolean {
  const system = document._system
  return typeof system === 'object' && system !== null && 'delete' in system && system.delete === true
}

const overlays = new WeakMap<LakeDocument, LakeDocument>()

/** Stored documents never change, so each is dressed once, however many revisions and perspectives show it. */
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
