import type { SchemaType, TypeNode } from 'groq-js'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { linkTarget } from './links.ts'
import { portableText } from './markdown.ts'
import { measuredOf } from './recordings.ts'
import { typeset } from './typeset.ts'

export class SeedError extends Error {
  override readonly name = 'SeedError'
}

export type Place = { file: string; path: string }

export type Reference = { place: Place; id: string; types: string[] }

type Fields = Record<string, unknown>

type Attributes = Extract<TypeNode, { type: 'object' }>['attributes']

const schema = JSON.parse(readFileSync(join(import.meta.dirname, '../schema.json'), 'utf8')) as SchemaType
const types = new Map(schema.map((type) => [type.name, type]))

export const fail = ({ file, path }: Place, problem: string): never => {
  throw new SeedError(`${file}${path && `, ${path}`}: ${problem}`)
}

const within = ({ file, path }: Place, name: string | number): Place => ({
  file,
  path: path ? `${path}.${name}` : `${name}`,
})

function kindsOf(node: TypeNode): TypeNode[] {
  if (node.type === 'union') return node.of.flatMap(kindsOf)
  if (node.type === 'object' && node.rest?.type === 'inline') return kindsOf(node.rest)
  if (node.type !== 'inline') return [node]
  const type = types.get(node.name)
  if (type?.type === 'type') return kindsOf(type.value)
  // The import creates asset references, so there is no type to check.
  return []
}

const literal = (attributes: Attributes, name: string): unknown => {
  const value = attributes[name]?.value
  return value?.type === 'string' ? value.value : undefined
}

export function fieldsOf(type: string): Attributes | undefined {
  const found = types.get(type)
  return found?.type === 'document' ? found.attributes : undefined
}

/** Source folder in sanity/seed and prefix in Sanity's import format. SVGs are imported as PNG. */
const ASSETS = {
  image: { folder: 'pictures', notation: (file: string) => `image@file://./images/${file.replace(/\.svg$/, '.png')}` },
  file: { folder: 'files', notation: (file: string) => `file@file://./files/${file}` },
}

function asset(kind: keyof typeof ASSETS, file: string, place: Place): { _sanityAsset: string } {
  const { folder, notation } = ASSETS[kind]
  if (!existsSync(join(import.meta.dirname, folder, file)))
    fail(place, `there is no sanity/seed/${folder}/${file}. Put the file there, or correct its name.`)
  return { _sanityAsset: notation(file) }
}

/** Resolves a link's `to` field, which is a URL or a document id. */
const withTarget = ({ to, ...link }: Fields): Fields => (typeof to === 'string' ? { ...link, ...linkTarget(to) } : link)

export class DocumentBuilder {
  readonly references: Reference[] = []

  /**
   * Builds the fields of a document or object.
   * @throws {SeedError} if the schema does not define a field
   */
  fields(written: Fields, attributes: Attributes, place: Place): Fields {
    const names = Object.keys(attributes).filter((name) => !name.startsWith('_'))
    const result: Fields = {}
    const complete = attributes.timings ? { ...measuredOf(String(written.file)), ...written } : written
    for (const [name, value] of Object.entries(attributes.internal ? withTarget(complete) : complete)) {
      if (name.startsWith('_')) result[name] = value
      else if (name === 'file' && attributes.asset)
        Object.assign(result, asset('image', String(value), within(place, name)))
      else if (attributes[name]) result[name] = this.value(value, attributes[name].value, within(place, name))
      else
        fail(
          place,
          `there is no field “${name}”. Fields are: ${names.join(', ')}. A new one is added in sanity/schema, then npm run generate.`,
        )
    }
    const missing = names.find((name) => attributes[name]?.optional === false && result[name] === undefined)
    if (missing) fail(place, `the field “${missing}” is missing.`)
    const type = literal(attributes, '_type')
    return { ...(type === 'seo' && { noIndex: false }), ...result, ...(type !== undefined && { _type: type }) }
  }

  value(written: unknown, node: TypeNode, place: Place): unknown {
    const kinds = kindsOf(node)
    if (typeof written === 'string') return this.text(written, kinds, node, place)
    if (Array.isArray(written)) return this.list(written, kinds, place)
    if (typeof written === 'object' && written !== null) return this.object(written as Fields, kinds, place)
    return kinds.some(({ type }) => type === typeof written)
      ? written
      : fail(place, `cannot be ${JSON.stringify(written)}.`)
  }

  private text(written: string, kinds: TypeNode[], node: TypeNode, place: Place): unknown {
    const texts = kinds.filter((kind) => kind.type === 'string')
    const choices = texts.flatMap(({ value }) => (value === undefined ? [] : [value]))
    if (choices.length > 0 && choices.length === texts.length && !choices.includes(written))
      fail(place, `“${written}” is none of: ${choices.join(', ')}.`)
    if (texts.length > 0) return place.path.endsWith('.code') ? written : typeset(written)
    const targets = kinds.flatMap((kind) =>
      kind.type === 'object' && kind.dereferencesTo ? [kind.dereferencesTo] : [],
    )
    if (targets.length > 0) {
      this.references.push({ place, id: written, types: targets })
      return { _type: 'reference', _ref: written }
    }
    const [kind] = kinds
    if (kind?.type === 'array') return this.value(portableText(written), node, place)
    if (kind?.type === 'object' && kind.attributes.current) return { _type: 'slug', current: written }
    if (kind?.type === 'object' && kind.attributes.asset) return { _type: 'file', ...asset('file', written, place) }
    return fail(place, `cannot be the text “${written}”.`)
  }

  /** Builds a list. Derives keys from the position, so that the output is reproducible. */
  private list(written: unknown[], kinds: TypeNode[], place: Place): unknown[] {
    const kind = kinds.find(({ type }) => type === 'array')
    if (kind?.type !== 'array') return fail(place, 'cannot be a list.')
    return written.map((item, index) => {
      const value = this.value(item, kind.of, within(place, index + 1))
      return typeof value === 'object'
        ? { _key: `${keyPrefix(place.path, value as Fields)}-${index + 1}`, ...value }
        : value
    })
  }

  private object(written: Fields, kinds: TypeNode[], place: Place): Fields {
    const objects = kinds.filter((kind) => kind.type === 'object')
    const names = objects.map(({ attributes }) => literal(attributes, '_type'))
    const kind = objects.length > 1 ? objects[names.indexOf(written._type)] : objects[0]
    if (!kind)
      return fail(
        place,
        objects.length > 1 ? `the _type has to be one of: ${names.join(', ')}.` : 'cannot have fields.',
      )
    return this.fields(written, kind.attributes, place)
  }
}

/** Derives the key prefix of list items, for example `action` for `actions` and `column` for `footerColumns`. */
function keyPrefix(path: string, { _type }: Fields): string {
  const field = path.split('.').at(-1) ?? ''
  if (_type === 'reference') return 'ref'
  if (field === 'body' || field === 'answer') return 'block'
  return (/[A-Z]?[a-z]+$/.exec(field)?.[0] ?? 'item').toLowerCase().replace(/s$/, '')
}
