import { evaluateSync, parse, Path, toJS } from 'groq-js'

/**
 * Syntax tree of groq-js 2.0 (`src/shared/nodeTypes.ts`, missing in the published types). `Map` and `FlatMap` evaluate
 * `expr` in a hidden scope that `^` skips.
 */
export type Node = Kind & {
  /** True if the value stays constant during a run; see `markConstantNodes`. */
  isConstant?: boolean
}

type Kind =
  | { type: 'This' | 'Everything' }
  | { type: 'Parent'; n: number }
  | { type: 'Context'; key: 'before' | 'after' }
  | { type: 'Parameter'; name: string }
  | { type: 'Value'; value: unknown }
  | AccessAttributeNode
  | { type: 'AccessElement'; base: Node; index: number }
  | { type: 'Slice'; base: Node; left: number; right: number; isInclusive: boolean }
  | { type: 'ArrayCoerce' | 'Deref' | 'Group' | 'Not' | 'Neg' | 'Pos' | 'Asc' | 'Desc'; base: Node }
  | FilterNode
  | { type: 'Map' | 'FlatMap' | 'Projection'; base: Node; expr: Node }
  | { type: 'And' | 'Or'; left: Node; right: Node }
  | OpCallNode
  | { type: 'InRange'; base: Node; left: Node; right: Node; isInclusive: boolean }
  | { type: 'Select'; alternatives: { condition: Node; value: Node }[]; fallback?: Node }
  | ObjectNode
  | { type: 'Array'; elements: { value: Node; isSplat: boolean }[] }
  | { type: 'Tuple'; members: Node[] }
  | FuncCallNode
  | PipeFuncCallNode
  | { type: 'SelectorFuncCall'; name: 'anywhere'; arg: Node }
  | { type: 'SelectorNested'; base: Node; nested: Node }

export type AccessAttributeNode = { type: 'AccessAttribute'; base?: Node; name: string }
export type FilterNode = { type: 'Filter'; base: Node; expr: Node }
export type OpCallNode = { type: 'OpCall'; op: string; left: Node; right: Node }
export type FuncCallNode = { type: 'FuncCall'; namespace: string; name: string; args: Node[] }
export type PipeFuncCallNode = { type: 'PipeFuncCall'; base: Node; name: string; args: Node[] }
export type ObjectNode = { type: 'Object'; attributes: AttributeNode[] }
type AttributeNode =
  | { type: 'ObjectAttributeValue'; name: string; value: Node }
  | { type: 'ObjectConditionalSplat'; condition: Node; value: Node }
  | { type: 'ObjectSplat'; value: Node }

export function listChildNodes(node: Node): Node[] {
  switch (node.type) {
    case 'AccessAttribute':
      return node.base ? [node.base] : []
    case 'Select':
      return [
        ...node.alternatives.flatMap((alternative) => [alternative.condition, alternative.value]),
        ...(node.fallback ? [node.fallback] : []),
      ]
    case 'Object':
      return node.attributes.flatMap((attribute) =>
        'condition' in attribute ? [attribute.condition, attribute.value] : [attribute.value],
      )
    case 'Array':
      return node.elements.map((element) => element.value)
    case 'Tuple':
      return node.members
    case 'FuncCall':
      return node.args
    case 'PipeFuncCall':
      return [node.base, ...node.args]
    default:
      return ['base', 'expr', 'left', 'right', 'arg', 'nested'].flatMap((key) => getNodeAt(node, key) ?? [])
  }
}

function getNodeAt(node: object, key: string): Node | undefined {
  const value = (node as Record<string, unknown>)[key]
  return typeof value === 'object' && value !== null && 'type' in value ? (value as Node) : undefined
}

export { DateTime, GroqSyntaxError } from 'groq-js'

type GroqContext = {
  root?: unknown
  identity?: string
  sanity?: { projectId: string; dataset: string }
  timestamp?: Date
  before?: unknown
  after?: unknown
}

/** Parser mode. `delta` enables `before()`, `after()` and the `delta::` functions for webhooks. */
export type Mode = 'normal' | 'delta'

/** Parses a query. @throws GroqSyntaxError, or Error for an unknown function or wrong arity */
export function parseGroq(query: string, params: Record<string, unknown>, mode: Mode): Node {
  return parse(query, { params, mode }) as Node
}

export function callGroq(node: Node, context: GroqContext = {}): unknown {
  return evaluateSync(node, context).data
}

export const createLiteral = (value: unknown): Node => ({ type: 'Value', value })

export type GroqPath = { toJSON(): string }

export const isPath = (data: unknown): data is GroqPath => data instanceof Path

export const toPlainValue = (data: unknown): unknown => toJS({ data })
