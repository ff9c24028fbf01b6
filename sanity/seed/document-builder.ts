import type { SchemaType, TypeNode } from 'groq-js'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toLinkTarget } from './links.ts'
import { toPortableText } from './markdown.ts'
import { findRecordingFields } from './recordings.ts'
import { typeset } from './typeset.ts'

export class SeedError extends Error {
  override readonly name = 'SeedError'
}

export type SeedLocation = { file: string; path: string }

export type Reference = { location: SeedLocation; id: string; types: string[] }

type Fields = Record<string, unknown>

type Attributes = Extract<TypeNode, { type: 'object' }>['attributes']

const schema = JSON.parse(readFileSync(join(import.meta.dirname, '../schema.json'), 'utf8')) as SchemaType
const types = new Map(schema.map((type) => [type.name, type]))

export const fail = ({ file, path }: SeedLocation, problem: string): never => {
  throw new SeedError(`${file}${path && `, ${path}`}: ${problem}`)
}

const locateChild = ({ file, path }: SeedLocation, name: string | number): SeedLocation => ({
  file,
  path: path ? `${path}.${name}` : `${name}`,
})

function resolveTypes(node: TypeNode): TypeNode[] {
  if (node.type === 'union') return node.of.flatMap(resolveTypes)
  if (node.type === 'object' && node.rest?.type === 'inline') return resolveTypes(node.rest)
  if (node.type !== 'inline') return [node]
  const type = types.get(node.name)
  if (type?.type === 'type') return resolveTypes(type.value)
  // The import creates asset references, so there is no type to check.
  return []
}

const getLiteral = (attributes: Attributes, name: string): unknown => {
  const value = attributes[name]?.value
  return value?.type === 'string' ? value.value : undefined
}

export function findFields(type: string): Attributes | undefined {
  const schemaType = types.get(type)
  return schemaType?.type === 'document' ? schemaType.attributes : undefined
}

/** Source folder in sanity/seed and prefix in Sanity's import format. SVGs are imported as PNG. */
const ASSET_SOURCES = {
  image: { folder: 'pictures', notation: (file: string) => `image@file://./images/${file.replace(/\.svg$/, '.png')}` },
  file: { folder: 'files', notation: (file: string) => `file@file://./files/${file}` },
}

function buildAsset(
  assetKind: keyof typeof ASSET_SOURCES,
  file: string,
  location: SeedLocation,
): { _sanityAsset: string } {
  const { folder, notation } = ASSET_SOURCES[assetKind]
  if (!existsSync(join(import.meta.dirname, folder, file)))
    fail(location, `there is no sanity/seed/${folder}/${file}. Put the file there, or correct its name.`)
  return { _sanityAsset: notation(file) }
}

/** Resolves a link's `to` field, which is a URL or a document id. */
const resolveTarget = ({ to, ...link }: Fields): Fields =>
  typeof to === 'string' ? { ...link, ...toLinkTarget(to) } : link

export class DocumentBuilder {
  readonly references: Reference[] = []

  /**
   * Builds the fields of a document or object.
   * @throws {SeedError} if the schema does not define a field
   */
  buildFields(source: Fields, attributes: Attributes, location: SeedLocation): Fields {
    const names = Object.keys(attributes).filter((name) => !name.startsWith('_'))
    const result: Fields = {}
    const completeSource = attributes.timings ? { ...findRecordingFields(String(source.file)), ...source } : source
    for (const [name, value] of Object.entries(attributes.internal ? resolveTarget(completeSource) : completeSource)) {
      if (name.startsWith('_')) result[name] = value
      else if (name === 'file' && attributes.asset)
        Object.assign(result, buildAsset('image', String(value), locateChild(location, name)))
      else if (attributes[name])
        result[name] = this.buildValue(value, attributes[name].value, locateChild(location, name))
      else
        fail(
          location,
          `there is no field “${name}”. Fields are: ${names.join(', ')}. To add a field, edit sanity/schema and run npm run generate.`,
        )
    }
    const missingField = names.find((name) => attributes[name]?.optional === false && result[name] === undefined)
    if (missingField) fail(location, `the field “${missingField}” is missing.`)
    const type = getLiteral(attributes, '_type')
    return { ...(type === 'seo' && { noIndex: false }), ...result, ...(type !== undefined && { _type: type }) }
  }

  buildValue(source: unknown, node: TypeNode, location: SeedLocation): unknown {
    const kinds = resolveTypes(node)
    if (typeof source === 'string') return this.buildText(source, kinds, node, location)
    if (Array.isArray(source)) return this.buildList(source, kinds, location)
    if (typeof source === 'object' && source !== null) return this.buildObject(source as Fields, kinds, location)
    return kinds.some(({ type }) => type === typeof source)
      ? source
      : fail(location, `cannot be ${JSON.stringify(source)}.`)
  }

  private buildText(source: string, kinds: TypeNode[], node: TypeNode, location: SeedLocation): unknown {
    const texts = kinds.filter((typeNode) => typeNode.type === 'string')
    const choices = texts.flatMap(({ value }) => (value === undefined ? [] : [value]))
    if (choices.length > 0 && choices.length === texts.length && !choices.includes(source))
      fail(location, `“${source}” is not allowed. Use one of: ${choices.join(', ')}.`)
    if (texts.length > 0) return location.path.endsWith('.code') ? source : typeset(source)
    const targets = kinds.flatMap((typeNode) =>
      typeNode.type === 'object' && typeNode.dereferencesTo ? [typeNode.dereferencesTo] : [],
    )
    if (targets.length > 0) {
      this.references.push({ location, id: source, types: targets })
      return { _type: 'reference', _ref: source }
    }
    const [typeNode] = kinds
    if (typeNode?.type === 'array') return this.buildValue(toPortableText(source), node, location)
    if (typeNode?.type === 'object' && typeNode.attributes.current) return { _type: 'slug', current: source }
    if (typeNode?.type === 'object' && typeNode.attributes.asset)
      return { _type: 'file', ...buildAsset('file', source, location) }
    return fail(location, `cannot be the text “${source}”.`)
  }

  /** Builds a list. Derives keys from the position, so that the output is reproducible. */
  private buildList(source: unknown[], kinds: TypeNode[], location: SeedLocation): unknown[] {
    const typeNode = kinds.find(({ type }) => type === 'array')
    if (typeNode?.type !== 'array') return fail(location, 'cannot be a list.')
    return source.map((item, index) => {
      const value = this.buildValue(item, typeNode.of, locateChild(location, index + 1))
      return typeof value === 'object'
        ? { _key: `${deriveKeyPrefix(location.path, value as Fields)}-${index + 1}`, ...value }
        : value
    })
  }

  private buildObject(source: Fields, kinds: TypeNode[], location: SeedLocation): Fields {
    const objects = kinds.filter((typeNode) => typeNode.type === 'object')
    const names = objects.map(({ attributes }) => getLiteral(attributes, '_type'))
    const typeNode = objects.length > 1 ? objects[names.indexOf(source._type)] : objects[0]
    if (!typeNode)
      return fail(
        location,
        objects.length > 1 ? `the _type must be one of: ${names.join(', ')}.` : 'cannot have fields.',
      )
    return this.buildFields(source, typeNode.attributes, location)
  }
}

/** Derives the key prefix of list items, for example `action` for `actions` and `column` for `footerColumns`. */
function deriveKeyPrefix(path: string, { _type }: Fields): string {
  const field = path.split('.').at(-1) ?? ''
  if (_type === 'reference') return 'ref'
  if (field === 'body' || field === 'answer') return 'block'
  return (/[A-Z]?[a-z]+$/.exec(field)?.[0] ?? 'item').toLowerCase().replace(/s$/, '')
}
