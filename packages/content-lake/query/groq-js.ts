import { evaluateSync, parse, Path, toJS } from 'groq-js'
import type { Node } from './groq-tree.ts'

export { DateTime, GroqSyntaxError } from 'groq-js'

type GroqContext = {
  root?: unknown
  identity?: string
  sanity?: { projectId: string; dataset: string }
  timestamp?: Date
  before?: unknown
  after?: unknown
}

/** `delta` is the language of webhooks: it knows `before()`, `after()` and the functions of `delta::`. */
export type Mode = 'normal' | 'delta'

/** @throws GroqSyntaxError, or Error for an unknown function or wrong arity */
export function parseGroq(query: string, params: Record<string, unknown>, mode: Mode): Node {
  return parse(query, { params, mode }) as Node
}

/** What groq-js makes of one operator or function whose operands are values already. */
export function callGroq(node: Node, context: GroqContext = {}): unknown {
  return evaluateSync(node, context).data
}

export const literal = (value: unknown): Node => ({ type: 'Value', value })

/** What `path()` makes of a pattern, which `toJSON` answers. */
export type GroqPath = { toJSON(): string }

export const isPath = (data: unknown): data is GroqPath => data instanceof Path

/** Dates and paths become strings. */
export const toPlain = (data: unknown): unknown => toJS({ data })
