import type { GroqNode as Node, GroqObjectNode as ObjectNode } from '@ductwise/content-lake'
import { parse } from 'groq-js'
import type { QueryReads } from '../../sanity/tags.ts'

/** Fields by content type, and possible reference targets by field name. */
export type ContentSchema = { fields: Map<string, string[]>; targets: Map<string, string[]> }

type Origin = {
  types: string[]
  /** Whether the query finds the document only by ID or URL, so that the document's tag suffices. */
  isKeyed: boolean
  /** Last field on the path to the value. Undefined for the document itself. */
  field: string | undefined
}

/** A GROQ scope with the value of `@`. The parent operator `^` skips hidden scopes. */
type Scope = { value: Origin[]; parent: Scope | undefined; isHidden?: boolean }

const CONSTANT_FIELDS = new Set(['_id', '_type', '_createdAt'])
const VOLATILE_FIELDS = new Set(['_updatedAt', '_rev'])

/** Placeholder for any field of a document. */
export const ANY_FIELD = '*'

/** Fields that a webhook identifies a document by; see `sanity/tags.ts`. */
const URL_FIELDS = new Set(['slug.current', 'path'])

const EXISTENCE_FUNCTIONS = new Set(['count', 'defined'])

/**
 * Returns what can change a query's result: documents (by ID or URL), and fields of content types.
 * @throws {Error} on GROQ that this analysis does not support
 */
export function analyzeQuery(query: string, schema: ContentSchema): QueryReads {
  const ids = new Set<string>()
  const documents = new Map<string, { types: string[]; param: string }>()
  const fields = new Map<string, Set<string>>()

  const recordTypes = (types: string[]) => {
    for (const type of types) if (!fields.has(type)) fields.set(type, new Set())
  }

  const recordField = ({ types, isKeyed }: Origin, field: string) => {
    if (isKeyed || CONSTANT_FIELDS.has(field)) return
    recordTypes(types)
    const name = VOLATILE_FIELDS.has(field) ? ANY_FIELD : field
    for (const type of types) {
      if (name === ANY_FIELD || schema.fields.get(type)?.includes(name)) fields.get(type)?.add(name)
    }
  }

  const recordWholeDocuments = (origins: Origin[]) => {
    for (const origin of origins) if (origin.field === undefined) recordField(origin, ANY_FIELD)
  }

  const accessField = (origins: Origin[], name: string): Origin[] => {
    for (const origin of origins) if (origin.field === undefined) recordField(origin, name)
    return origins.map((origin) => ({ ...origin, field: name }))
  }

  const dereference = (origins: Origin[]): Origin[] => {
    if (origins.length === 0) throw new Error(`Cannot determine the origin of a reference in ${query}`)
    const types = origins.flatMap(({ field }) => {
      const targets = schema.targets.get(field ?? '')
      if (!targets) throw new Error(`No field "${field ?? ''}" of the schema is a reference, used in ${query}`)
      return targets
    })
    const content = [...new Set(types)].filter((type) => schema.fields.has(type))
    recordTypes(content)
    return [{ types: content, isKeyed: false, field: undefined }]
  }

  const selectDocuments = (filter: Node): Origin => {
    const conditions = listConjuncts(filter)
    const typeNames = inferTypes(filter)
    const types = [...schema.fields.keys()].filter((type) => typeNames?.includes(type) ?? true)
    const id = conditions.map(parseIdCondition).find((value) => value !== undefined)
    if (id !== undefined) ids.add(id)
    const param = id === undefined ? conditions.map(findUrlParam).find((name) => name !== undefined) : undefined
    if (param !== undefined) documents.set(`${types} ${param}`, { types, param })
    const isKeyed = id !== undefined || param !== undefined
    if (!isKeyed) recordTypes(types)
    return { types, isKeyed, field: undefined }
  }

  const visitAttribute = (attribute: ObjectNode['attributes'][number], scope: Scope) => {
    if (attribute.type === 'ObjectConditionalSplat') visit(attribute.condition, scope)
    recordWholeDocuments(visit(attribute.value, scope))
  }

  const visit = (node: Node, scope: Scope): Origin[] => {
    const visitAll = (nodes: Node[]) => nodes.flatMap((child) => visit(child, scope))
    const createChildScope = (value: Origin[]): Scope => ({ value, parent: scope.isHidden ? scope.parent : scope })
    switch (node.type) {
      case 'Value':
      case 'Parameter':
        return []
      case 'This':
        return scope.value
      case 'Parent':
        return findAncestor(scope, node.n, query).value
      case 'Everything':
        throw new Error(`Unfiltered read of all documents in ${query}`)
      case 'Filter': {
        const origins = node.base.type === 'Everything' ? [selectDocuments(node.expr)] : visit(node.base, scope)
        visit(node.expr, createChildScope(origins))
        return origins
      }
      case 'Projection':
        visit(node.expr, createChildScope(visit(node.base, scope)))
        return []
      case 'Object':
        for (const attribute of node.attributes) visitAttribute(attribute, scope)
        return []
      case 'Array':
        recordWholeDocuments(visitAll(node.elements.map(({ value }) => value)))
        return []
      case 'AccessAttribute':
        return accessField(node.base ? visit(node.base, scope) : scope.value, node.name)
      case 'Deref':
        return dereference(visit(node.base, scope))
      case 'Map':
      case 'FlatMap':
        return visit(node.expr, { ...createChildScope(visit(node.base, scope)), isHidden: true })
      case 'AccessElement':
      case 'ArrayCoerce':
      case 'Slice':
      case 'Group':
        return visit(node.base, scope)
      case 'PipeFuncCall': {
        const baseOrigins = visit(node.base, scope)
        for (const argument of node.args) visit(argument, createChildScope(baseOrigins))
        return baseOrigins
      }
      case 'Asc':
      case 'Desc':
      case 'Not':
      case 'Neg':
      case 'Pos':
        visit(node.base, scope)
        return []
      case 'And':
      case 'Or':
        visitAll([node.left, node.right])
        return []
      case 'OpCall': {
        const operands = visitAll([node.left, node.right])
        // Concatenated lists and merged objects keep the origin of their documents.
        return node.op === '+' ? operands : []
      }
      case 'Select':
        visitAll(node.alternatives.map(({ condition }) => condition))
        return visitAll([...node.alternatives.map(({ value }) => value), ...(node.fallback ? [node.fallback] : [])])
      case 'FuncCall': {
        const argumentOrigins = visitAll(node.args)
        if (node.name === 'coalesce') return argumentOrigins
        if (node.name === 'references') recordWholeDocuments(scope.value)
        if (!EXISTENCE_FUNCTIONS.has(node.name)) recordWholeDocuments(argumentOrigins)
        return []
      }
      default:
        throw new Error(`Query analysis does not support ${node.type}, used in ${query}`)
    }
  }

  recordWholeDocuments(
    visit(parse(query, { params: buildSliceParams(query) }) as Node, { value: [], parent: undefined }),
  )
  return {
    ids: [...ids],
    documents: [...documents.values()],
    fields: Object.fromEntries([...fields].toSorted().map(([type, names]) => [type, normalizeFields(names)])),
  }
}

/**
 * Returns numbers for slice parameters, which the parser requires. The size of a slice does not affect the analysis.
 */
export const buildSliceParams = (query: string): Record<string, number> =>
  Object.fromEntries([...query.matchAll(/\$(\w+)(?=\.\.)|(?<=\.\.)\$(\w+)/g)].map(([, from, to]) => [from ?? to, 0]))

/** Sorts field names. `*` replaces all other names. */
const normalizeFields = (names: Set<string>): string[] => (names.has(ANY_FIELD) ? [ANY_FIELD] : [...names].toSorted())

function findAncestor(scope: Scope, levels: number, query: string): Scope {
  if (levels === 0) return scope
  if (!scope.parent) throw new Error(`No parent scope in ${query}`)
  return findAncestor(scope.parent, levels - 1, query)
}

const unwrapGroup = (node: Node): Node => (node.type === 'Group' ? unwrapGroup(node.base) : node)

function listConjuncts(node: Node): Node[] {
  const inner = unwrapGroup(node)
  return inner.type === 'And' ? [...listConjuncts(inner.left), ...listConjuncts(inner.right)] : [inner]
}

/** Returns the path of a field, such as `slug.current`. Returns undefined for other expressions. */
function getFieldPath(node: Node): string | undefined {
  if (node.type !== 'AccessAttribute') return undefined
  if (!node.base) return node.name
  const base = getFieldPath(node.base)
  return base === undefined ? undefined : `${base}.${node.name}`
}

function inferTypes(node: Node): string[] | undefined {
  const inner = unwrapGroup(node)
  if (inner.type !== 'And' && inner.type !== 'Or') return parseTypeCondition(inner)
  const [left, right] = [inferTypes(inner.left), inferTypes(inner.right)]
  if (inner.type === 'Or') return left && right && [...new Set([...left, ...right])]
  return left && right ? left.filter((type) => right.includes(type)) : (left ?? right)
}

/** Returns the types in `_type == "city"` or `_type in ["page", "legalPage"]`. */
function parseTypeCondition(node: Node): string[] | undefined {
  if (node.type !== 'OpCall' || getFieldPath(node.left) !== '_type') return undefined
  if (node.op === '==' && node.right.type === 'Value') return [String(node.right.value)]
  if (node.op !== 'in' || node.right.type !== 'Array') return undefined
  const values = node.right.elements.map(({ value }) => (value.type === 'Value' ? String(value.value) : undefined))
  return values.includes(undefined) ? undefined : values.filter((value) => value !== undefined)
}

function parseIdCondition(node: Node): string | undefined {
  if (node.type !== 'OpCall' || node.op !== '==' || getFieldPath(node.left) !== '_id') return undefined
  return node.right.type === 'Value' ? String(node.right.value) : undefined
}

/** Returns the parameter in `slug.current == $slug`. Comparisons joined with "or" must share one parameter. */
function findUrlParam(node: Node): string | undefined {
  const inner = unwrapGroup(node)
  if (inner.type === 'Or') {
    const [left, right] = [findUrlParam(inner.left), findUrlParam(inner.right)]
    return left === right ? left : undefined
  }
  if (inner.type !== 'OpCall' || inner.op !== '==' || inner.right.type !== 'Parameter') return undefined
  return URL_FIELDS.has(getFieldPath(inner.left) ?? '') ? inner.right.name : undefined
}
