import type { FuncCallNode, Node, OpCallNode } from '../groq-tree.ts'
import { parseTextQuery, relevance, termsOf, tokenize, tokensOf } from '../text-search.ts'
import { countReading, countSteps, evaluate, type Scope } from './scope.ts'

/** `text match pattern`: every term of the pattern occurs; with `text::query(…)` on the right, a search in all texts. */
export function matches(node: OpCallNode, scope: Scope): boolean {
  const query = searchText(node.right, scope)
  if (query !== undefined) return scoreSearch(query, node, scope) > 0
  const counts = occurrences(node, scope)
  return counts.length > 0 && counts.every((count) => count > 0)
}

/** The relevance of a match in `score()`. */
export function scoreMatch(node: OpCallNode, scope: Scope): number {
  const query = searchText(node.right, scope)
  if (query !== undefined) return scoreSearch(query, node, scope)
  return occurrences(node, scope).reduce((sum, count) => sum + relevance(count), 0)
}

/** A token and a term are compared in less than a step. */
const COMPARISONS_IN_A_STEP = 16

/** How many tokens on the left match each term on the right; none when either side is not text. */
function occurrences({ left, right }: OpCallNode, scope: Scope): number[] {
  const texts = textsOf(evaluate(left, scope).data)
  const patterns = textsOf(evaluate(right, scope).data)
  countReading(scope.run, [texts, patterns])
  const tokens = texts.flatMap((text) => (typeof text === 'string' ? tokenize(text) : []))
  if (tokens.length === 0 || !patterns.every((pattern) => typeof pattern === 'string')) return []
  return patterns.flatMap(termsOf).map((term) => {
    countSteps(scope.run, tokens.length / COMPARISONS_IN_A_STEP)
    return tokens.filter(term).length
  })
}

const textsOf = (data: unknown): unknown[] => (Array.isArray(data) ? data : [data])

function scoreSearch(query: unknown, { left }: OpCallNode, scope: Scope): number {
  if (typeof query !== 'string') return 0
  const { data } = evaluate(left, scope)
  const search = parseTextQuery(query)
  if (typeof data === 'string') countReading(scope.run, [data])
  const texts = tokensOf(data)
  countSteps(scope.run, (search.terms * texts.reduce((sum, { length }) => sum + length, 0)) / COMPARISONS_IN_A_STEP)
  return search.score(texts)
}

/** The argument of `text::query()`, the form every list and search of the Studio asks with. */
function searchText(node: Node, scope: Scope): unknown {
  const argument = textCall(node)?.args[0]
  return argument && evaluate(argument, scope).data
}

function textCall(node: Node): FuncCallNode | undefined {
  if (node.type === 'Group') return textCall(node.base)
  return node.type === 'FuncCall' && node.namespace === 'text' && node.name === 'query' ? node : undefined
}
