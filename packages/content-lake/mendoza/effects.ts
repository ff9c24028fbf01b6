import type { LakeDocument } from '../store/document.ts'
import { encode, type MendozaPatch } from './encode.ts'

/** Patches from before to after and back, as listeners and history carry them. `_rev` is not part of them. */
export type Effects = { apply: MendozaPatch; revert: MendozaPatch }

export function effectsOf(before: LakeDocument | undefined, after: LakeDocument | undefined): Effects {
  const from = withoutRevision(before)
  const to = withoutRevision(after)
  return { apply: encode(from, to), revert: encode(to, from) }
}

function withoutRevision(document: LakeDocument | undefined): Record<string, unknown> | undefined {
  if (!document) return undefined
  const { _rev, ...rest } = document
  return rest
}
