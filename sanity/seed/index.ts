import type { IdentifiedSanityDocumentStub } from '@sanity/client'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parse } from 'yaml'
import { wordsFrom } from '../../lib/words.ts'
import { typeName } from '../type-name.ts'
import { orderRank } from './order-rank.ts'
import { DocumentBuilder, fail, fieldsOf, type Place } from './document-builder.ts'

/** A document of the sample content: what an import creates, so its id is fixed and its images are files yet to be uploaded. */
export type SeedDocument = IdentifiedSanityDocumentStub

type Fields = Record<string, unknown>

/** A document as its file has it, before the schema has been asked. */
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

/** Sections of a page, each below its heading. */
const sectionsOf = (markdown: string): Fields[] =>
  markdown.split(/^## /m).flatMap((section) => {
    const [heading = '', ...body] = section.split('\n')
    return section.trim() ? [{ heading, body: body.join('\n') }] : []
  })

/** The text below the front matter is the body of a document, or its sections where it has those. */
function markdownFields(text: string, type: string, place: Place): Fields {
  const { fields, body } =
    FRONT_MATTER.exec(text)?.groups ?? fail(place, 'has to begin with front matter: a line ---, fields, a line ---.')
  const prose = fieldsOf(type)?.sections ? { sections: sectionsOf(body ?? '') } : { body }
  return { ...(yaml(fields ?? '', place) as Fields), ...prose }
}

/** What one file holds: `page/page-home.yaml` one document of the type, `faq-item.yaml` a list of them, `press-kit.yaml` the only one. */
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

/** The words of the site's frame are those of their table. */
const words: Written = {
  id: 'siteWords',
  type: 'siteWords',
  fields: wordsFrom(null),
  place: { file: 'lib/words.ts', path: '' },
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
 * The sample content: every document of the site, with fixed ids and keys. Pictures and files are named, not included.
 * @param folder where the files are
 * @throws {SeedError} when a file has a field that the schema does not know, or names a document or picture that is not there
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
