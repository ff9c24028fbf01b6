import type { LakeDocument } from '../store/document.ts'
import { conflict, invalid, notFound, revisionMismatch } from '../store/failures.ts'
import { releaseOf } from '../store/ids.ts'
import { assertDocumentId } from '../store/validate.ts'
import type { Workspace } from '../store/workspace.ts'

/** One item of POST /data/actions, as @sanity/client's `Action` types describe it. */
export type Action = { actionType: string; [field: string]: unknown }

export type ActionContext = {
  workspace: Workspace
  author: string
  /** ISO 8601, UTC. */
  timestamp: string
  /** The last state a deleted document had. */
  lastState: (id: string) => LakeDocument | undefined
}

export type Mutation = Record<string, unknown>

/** Translates an action into mutations. Throws a MutationFailure to refuse it. */
export type ActionHandler = (action: Action, context: ActionContext) => Mutation[]

/** A document id from an action's field. Throws a 400 failure when it is missing or malformed. */
export function idField(action: Action, field: string): string {
  const id = action[field]
  if (typeof id !== 'string') throw invalid(`Action requires "${field}"`)
  assertDocumentId(id)
  return id
}

/** An object from an action's field. Throws a 400 failure when it is missing. */
export function objectField(action: Action, field: string): Record<string, unknown> {
  const value = action[field]
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw invalid(`Action requires "${field}"`)
  return value as Record<string, unknown>
}

export function existing({ workspace }: ActionContext, id: string): LakeDocument {
  const document = workspace.get(id)
  if (!document) throw notFound(id)
  return document
}

/** Optimistic locking: throws a 409 failure unless the document is at the revision the client saw (when it names one). */
export function assertRevision({ workspace }: ActionContext, id: string, expected: unknown): void {
  if (expected === undefined || expected === null) return
  const current = workspace.get(id)?._rev
  if (current !== expected) throw revisionMismatch(id, current, String(expected))
}

export const releaseDocumentId = (release: string): string => `_.releases.${release}`

/** A version may change only while its release is active: scheduled ones are locked. */
export function assertUnlocked({ workspace }: ActionContext, id: string): void {
  const release = releaseOf(id)
  if (release === undefined) return
  const document = workspace.get(releaseDocumentId(release))
  if (!document) throw notFound(releaseDocumentId(release))
  if (document.state !== 'active') throw wrongState(release, document.state, 'active')
}

export const wrongState = (release: string, state: unknown, expected: string) =>
  conflict({
    type: 'releaseStateError',
    description: `Release "${release}" is in state "${String(state)}", expected "${expected}"`,
    releaseId: release,
  })

/** The document's own content: what a copy under another id starts from. */
export function contentOf({ _id, _rev, _updatedAt, _system, ...content }: LakeDocument): Record<string, unknown> {
  return content
}

export const remove = (id: string, purge: unknown): Mutation => ({ delete: { id, ...(purge === true && { purge }) } })
