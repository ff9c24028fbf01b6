import type { IdentifiedSanityDocumentStub } from '@sanity/client'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parse } from 'yaml'
import { wordsFrom } from '../../lib/site/ui-copy.ts'
import { typeName } from '../type-name.ts'
import { orderRank } from './order-rank.ts'
import { DocumentBuilder, fail, fieldsOf, type Place } from './document-builder.ts'

/** Document of the sample content with a fixed id. Images refer to files to upload. */
export type SeedDocument = IdentifiedSanityDocumentStub

type Fields = Record<string, unknown>

type Written = { id: string; type: string; fields: Fields; place: Place; position?: number }

const CONTENT = join(import.meta.dirname, 'content')

const FRONT_MATTER = /^---\n(?<fields>.*?)\n---\n(?<body>.*)$/s

function yaml(text: string, place: Place): unknown {
  try {
    return parse(text)
  } catch (error) {
    return fail(place, `is no YAML: ${(error as Error).message}`)
  }
}

const sectionsOf = (markdown: string): Fields[] =>
  markdown.split(/^## /m).flatMap((section) => {
    const [heading = '', ...body] = section.split('\n')
    return section.trim() ? [{ heading, body: body.join('\n') }] : []
  })

/** Parses front matter and Markdown. The Markdown becomes the body, or sections if the type has them. */
function markdownFields(text: string, type: string, place: Place): Fields {
  const { fields, body } =
    FRONT_MATTER.exec(text)?.groups ?? fail(place, 'has to begin with front matter: a line ---, fields, a line ---.')
  const prose = fieldsOf(type)?.sections ? { sections: sectionsOf(body ?? '') } : { body }
  return { ...(yaml(fields ?? '', place) as Fields), ...prose }
}

/**
 * Reads one source file. `page/page-home.yaml` is one document, `faq-item.yaml` a list, `press-kit.yaml` a singleton.
 */
function read(root: string, path: string): Written[] {
  const place = { file: `sanity/seed/content/${path}`, path: '' }
  const text = readFileSync(join(root, path), 'utf8')
  const folder = dirname(path)
  const id = basename(path).replace(/\.\w+$/, '')
  const type = typeName(folder === '.' ? id : folder)
  const content = path.endsWith('.md') ? markdownFields(text, type, place) : yaml(text, place)
  if (Array.isArray(content))
    return content.map((entry: Fields | null, index) => {
      const { _id, ...fields } = entry ?? {}
      const id = String(_id ?? fail({ ...place, path: `${index + 1}` }, 'the _id is missing.'))
      return { id, type, fields, place: { ...place, path: id }, position: index }
    })
  if (typeof content !== 'object' || content === null) return fail(place, 'has neither fields nor a list of documents.')
  const { order, ...fields } = content as Fields
  return [
    {
      id: folder === '.' ? type : id,
      type,
      fields,
      place,
      ...(order !== undefined && { position: Number(order) - 1 }),
    },
  ]
}

const words: Written = {
  id: 'siteWords',
  type: 'siteWords',
  fields: wordsFrom(null),
  place: { file: 'lib/site/ui-copy.ts', path: '' },
}

function document({ id, type, fields, place, position }: Written, builder: DocumentBuilder): SeedDocument {
  const attributes =
    fieldsOf(type) ??
    fail(place, `there is no type “${type}” in sanity/schema. The folder or file is named after the type.`)
  if (attributes.orderRank && position === undefined)
    fail(place, 'the field “order” is missing: the place in the list of these documents, from 1.')
  const ranked = attributes.orderRank ? { ...fields, orderRank: orderRank(position ?? 0) } : fields
  return { _id: id, ...builder.fields(ranked, attributes, place), _type: type }
}

/**
 * Returns all sample documents with fixed ids and keys. Refers to files without including them.
 * @param folder source folder
 * @throws {SeedError} if a field, document or picture is unknown
 */
export function seedDocuments(folder = CONTENT): SeedDocument[] {
  const builder = new DocumentBuilder()
  const written = [
    words,
    ...globSync('**/*.{md,yaml}', { cwd: folder })
      .toSorted()
      .flatMap((path) => read(folder, path)),
  ]
  const documents = written.map((each) => document(each, builder))
  const typeById = new Map(written.map(({ id, type }) => [id, type]))
  for (const { place, id, types } of builder.references) {
    const type = typeById.get(id)
    if (!type || !types.includes(type))
      fail(
        place,
        `there is no ${types.join(' or ')} with the id “${id}”. The id is the name of a file, or an _id in one.`,
      )
  }
  return documents
}
