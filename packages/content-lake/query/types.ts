import type { ContentSourceMap } from '@sanity/client'
import type { LakeDocument, Snapshot } from '../store/document.ts'

/** A release stack lists its layers most important first; `previewDrafts` is `drafts`. */
export type Perspective = 'raw' | 'published' | 'drafts' | string[]

export type QueryRequest = {
  query: string
  params: Record<string, unknown>
  perspective: Perspective
  /** No token: only ids without a dot exist. */
  anonymous: boolean
  /** User id, what `identity()` answers. */
  identity?: string
  /** `withKeyArraySelector` addresses array members by `_key` instead of by index. */
  resultSourceMap?: boolean | 'withKeyArraySelector'
  now?: Date
  project: { projectId: string; dataset: string }
}

export type QueryAnswer = { result: unknown; syncTags: string[]; resultSourceMap?: ContentSourceMap }

/** Does this one document match a listener's query? */
export type DocumentFilter = (document: LakeDocument, context: FilterContext) => boolean

export type FilterContext = { snapshot: Snapshot; identity?: string }

export type Change = {
  filter?: string
  projection?: string
  before: LakeDocument | undefined
  after: LakeDocument | undefined
  snapshot: Snapshot
  now: Date
}

export type ChangeAnswer = { matches: boolean; payload: unknown }
