import { LakeError } from '../errors.ts'
import type { Perspective } from './types.ts'

const PUBLISHED_BY_DEFAULT_SINCE = '2025-02-19'
/** A dataset has at most a hundred releases, and every document is looked for in each layer. */
const MAX_LAYERS = 102
const NAME = /^[A-Za-z0-9_-]{1,128}$/

/**
 * The perspective a request asks for: a name, a comma-separated stack or a list, as the query string carries it.
 * Without one, API versions from 2025-02-19 on (and `X`) read published documents, older ones raw documents.
 * @throws LakeError 400 on a malformed perspective
 */
export function parsePerspective(input: string | string[] | undefined, apiVersion: string): Perspective {
  const layers = [input ?? []]
    .flat()
    .flatMap((text) => text.split(','))
    .map((name) => name.trim())
    .filter(Boolean)
  const [first, ...rest] = layers.map((name) => (name === 'previewDrafts' ? 'drafts' : name))
  if (first === undefined) return defaultPerspective(apiVersion)
  if (rest.length === 0 && (first === 'raw' || first === 'published' || first === 'drafts')) return first
  const stack = [first, ...rest]
  const wrong = stack.find((name) => name === 'raw' || !NAME.test(name))
  if (wrong !== undefined) throw invalid(`Invalid perspective "${wrong}"`)
  const unique = [...new Set(stack)]
  if (unique.length > MAX_LAYERS) throw invalid(`A perspective has at most ${MAX_LAYERS} layers`)
  return unique
}

function defaultPerspective(apiVersion: string): Perspective {
  const date = apiVersion.replace(/^v/, '')
  return date === '1' || date < PUBLISHED_BY_DEFAULT_SINCE ? 'raw' : 'published'
}

function invalid(message: string): LakeError {
  return new LakeError(400, { statusCode: 400, error: 'Bad Request', message })
}
