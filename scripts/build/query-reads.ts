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

const CONSTANT = new Set(['_id', '_type', '_createdAt'])
const CHANGES_ALWAYS = new Set(['_updatedAt', '_rev'])

/** Placeholder for any field of a document. */
export const ANY_FIELD = '*'

/** Fields by which a webhook identifies a document; see `sanity/tags.ts`. */
const ADDRESSES = new Set(['slug.current', 'path'])

const EXISTENCE_ONLY = new Set(['count', 'defined'])

/**
 * Returns which documents (by ID or URL) and which fields of which types can change a query's result.
 * @throws {Error} on GROQ that this analysis does not support
 */
export function queryReads(query: string, schema: ContentSchema): QueryReads {
  const ids = new Set<string>()
  const documents = new Map<string, { types: string[]; param: string }>()
  const fields = new Map<string, Set<string>>()

  const exists = (types: string[]) => {
    for (const type of types) if (!fields.has(type)) fields.set(type, new Set())
  }

  const record = ({ types, isKeyed }: Origin, field: string) => {
    if (isKeyed || CONSTANT.has(field)) return
    exists(types)
    const name = CHANGES_ALWAYS.has(field) ? ANY_FIELD : field
    for (const type of types) {
      if (name === ANY_FIELD || schema.fields.get(type)?.includes(name)) fields.get(type)?.add(name)
    }
  }

  const show = (origins: Origin[]) => {
    for (const origin of origins) if (origin.field === undefined) record(origin, ANY_FIELD)
  }

  const access = (origins: Origin[], name: string): Origin[] => {
    for (const origin of origins) if (origin.field === undefined) record(origin, name)
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
    exists(content)
    return [{ types: content, isKeyed: false, field: undefined }]
  }

  const select = (filter: Node): Origin => {
    const conditions = conjuncts(filter)
    const named = typesPassed(filter)
    const types = [...schema.fields.keys()].filter((type) => named?.includes(type) ?? true)
    const id = conditions.map(idNamed).find((value) => value !== undefined)
    if (id !== undefined) ids.add(id)
    const param = id === undefined ? conditions.map(addressParam).find((name) => name !== undefined) : undefined
    if (param !== undefined) documents.set(`${types} ${param}`, { types, param })
    const isKeyed = id !== undefined || param !== undefined
    if (!isKeyed) exists(types)
    return { types, isKeyed, field: undefined }
  }

  const visitAttribute = (attribute: ObjectNode['attributes'][number], scope: Scope) => {
    if (attribute.type === 'ObjectConditionalSplat') visit(attribute.condition, scope)
    show(visit(attribute.value, scope))
  }

  const visit = (node: Node, scope: Scope): Origin[] => {
    const each = (nodes: Node[]) => nodes.flatMap((child) => visit(child, scope))
    const nested = (value: Origin[]): Scope => ({ value, parent: scope.isHidden ? scope.parent : scope })
    switch (node.type) {
      case 'Value':
      case 'Parameter':
        return []
      case 'This':
        return scope.value
      case 'Parent':
        return ancestor(scope, node.n, query).value
      case 'Everything':
        throw new Error(`Unfiltered read of all documents in ${query}`)
      case 'Filter': {
        const found = node.base.type === 'Everything' ? [select(node.expr)] : visit(node.base, scope)
        visit(node.expr, nested(found))
        return found
      }
      case 'Projection':
        visit(node.expr, nested(visit(node.base, scope)))
        return []
      case 'Object':
        for (const attribute of node.attributes) visitAttribute(attribute, scope)
        return []
      case 'Array':
        show(each(node.elements.map(({ value }) => value)))
        return []
      case 'AccessAttribute':
        return access(node.base ? visit(node.base, scope) : scope.value, node.name)
      case 'Deref':
        return dereference(visit(node.base, scope))
      case 'Map':
      case 'FlatMap':
        return visit(node.expr, { ...nested(visit(node.base, scope)), isHidden: true })
      case 'AccessElement':
      case 'ArrayCoerce':
      case 'Slice':
      case 'Group':
        return visit(node.base, scope)
      case 'PipeFuncCall': {
        const piped = visit(node.base, scope)
        for (const argument of node.args) visit(argument, nested(piped))
        return piped
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
        each([node.left, node.right])
        return []
      case 'OpCall': {
        const operands = each([node.left, node.right])
        // Concatenated lists and merged objects keep the origin of their documents.
        return node.op === '+' ? operands : []
      }
      case 'Select':
        each(node.alternatives.map(({ condition }) => condition))
        return each([...node.alternatives.map(({ value }) => value), ...(node.fallback ? [node.fallback] : [])])
      case 'FuncCall': {
        const given = each(node.args)
        if (node.name === 'coalesce') return given
        if (node.name === 'references') show(scope.value)
        if (!EXISTENCE_ONLY.has(node.name)) show(given)
        return []
      }
      default:
        throw new Error(`Query analysis does not support ${node.type}, used in ${query}`)
    }
  }

  show(visit(parse(query, { params: sliceParams(query) }) as Node, { value: [], parent: undefined }))
  return {
    ids: [...ids],
    documents: [...documents.values()],
    fields: Object.fromEntries([...fields].toSorted().map(([type, names]) => [type, reduced(names)])),
  }
}

/**
 * Returns numbers for slice parameters, which the parser requires. The size of a slice does not affect the analysis.
 */
export const sliceParams = (query: string): Record<string, number> =>
  Object.fromEntries([...query.matchAll(/\$(\w+)(?=\.\.)|(?<=\.\.)\$(\w+)/g)].map(([, from, to]) => [from ?? to, 0]))

/** Sorts field names. `*` replaces all other names. */
const reduced = (names: Set<string>): string[] => (names.has(ANY_FIELD) ? [ANY_FIELD] : [...names].toSorted())

function ancestor(scope: Scope, levels: number, query: string): Scope {
  if (levels === 0) return scope
  if (!scope.parent) throw new Error(`No parent scope in ${query}`)
  return ancestor(scope.parent, levels - 1, query)
}

const ungrouped = (node: Node): Node => (node.type === 'Group' ? ungrouped(node.base) : node)

function conjuncts(node: Node): Node[] {
  const inner = ungrouped(node)
  return inner.type === 'And' ? [...conjuncts(inner.left), ...conjuncts(inner.right)] : [inner]
}

/** Returns the path of a field, such as `slug.current`. Returns undefined for other expressions. */
function fieldPath(node: Node): string | undefined {
  if (node.type !== 'AccessAttribute') return undefined
  if (!node.base) return node.name
  const base = fieldPath(node.base)
  return base === undefined ? undefined : `${base}.${node.name}`
}

function typesPassed(node: Node): string[] | undefined {
  const inner = ungrouped(node)
  if (inner.type !== 'And' && inner.type !== 'Or') return typesNamed(inner)
  const [left, right] = [typesPassed(inner.left), typesPassed(inner.right)]
  if (inner.type === 'Or') return left && right && [...new Set([...left, ...right])]
  return left && right ? left.filter((type) => right.includes(type)) : (left ?? right)
}

/** Returns the types in `_type == "city"` or `_type in ["page", "legalPage"]`. */
function typesNamed(node: Node): string[] | undefined {
  if (node.type !== 'OpCall' || fieldPath(node.left) !== '_type') return undefined
  if (node.op === '==' && node.right.type === 'Value') return [String(node.right.value)]
  if (node.op !== 'in' || node.right.type !== 'Array') return undefined
  const values = node.right.elements.map(({ value }) => (value.type === 'Value' ? String(value.value) : undefined))
  return values.includes(undefined) ? undefined : values.filter((value) => value !== undefined)
}

function idNamed(node: Node): string | undefined {
  if (node.type !== 'OpCall' || node.op !== '==' || fieldPath(node.left) !== '_id') return undefined
  return node.right.type === 'Value' ? String(node.right.value) : undefined
}

/** Returns the parameter in `slug.current == $slug`. Comparisons joined with "or" must share one parameter. */
function addressParam(node: Node): string | undefined {
  const inner = ungrouped(node)
  if (inner.type === 'Or') {
    const [left, right] = [addressParam(inner.left), addressParam(inner.right)]
    return left === right ? left : undefined
  }
  if (inner.type !== 'OpCall' || inner.op !== '==' || inner.right.type !== 'Parameter') return undefined
  return ADDRESSES.has(fieldPath(inner.left) ?? '') ? inner.right.name : undefined
}
