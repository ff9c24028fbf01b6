import type { IdentifiedSanityDocumentStub } from '@sanity/client'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parse } from 'yaml'
import { resolveCopy } from '../../lib/site/ui-copy.ts'
import { toTypeName } from '../type-name.ts'
import { buildOrderRank } from './order-rank.ts'
import { DocumentBuilder, fail, findFields, type SeedLocation } from './document-builder.ts'

/** Document of the sample content with a fixed id. Images refer to files to upload. */
export type SeedDocument = IdentifiedSanityDocumentStub

type Fields = Record<string, unknown>

type SourceDocument = { id: string; type: string; fields: Fields; location: SeedLocation; position?: number }

const CONTENT_FOLDER = join(import.meta.dirname, 'content')

const FRONT_MATTER_PATTERN = /^---\n(?<fields>.*?)\n---\n(?<body>.*)$/s

function parseYaml(text: string, location: SeedLocation): unknown {
  try {
    return parse(text)
  } catch (error) {
    return fail(location, `is not valid YAML: ${(error as Error).message}`)
  }
}

const splitSections = (markdown: string): Fields[] =>
  markdown.split(/^## /m).flatMap((section) => {
    const [heading = '', ...body] = section.split('\n')
    return section.trim() ? [{ heading, body: body.join('\n') }] : []
  })

/** Parses front matter and Markdown. The Markdown becomes the body, or sections if the type has them. */
function parseMarkdown(text: string, type: string, location: SeedLocation): Fields {
  const { fields, body } =
    FRONT_MATTER_PATTERN.exec(text)?.groups ??
    fail(location, 'must begin with front matter: fields between two lines of ---.')
  const content = findFields(type)?.sections ? { sections: splitSections(body ?? '') } : { body }
  return { ...(parseYaml(fields ?? '', location) as Fields), ...content }
}

/**
 * Reads one source file. `page/page-home.yaml` is one document, `faq-item.yaml` a list, `press-kit.yaml` a singleton.
 */
function readSource(root: string, path: string): SourceDocument[] {
  const location = { file: `sanity/seed/content/${path}`, path: '' }
  const text = readFileSync(join(root, path), 'utf8')
  const folder = dirname(path)
  const id = basename(path).replace(/\.\w+$/, '')
  const type = toTypeName(folder === '.' ? id : folder)
  const content = path.endsWith('.md') ? parseMarkdown(text, type, location) : parseYaml(text, location)
  if (Array.isArray(content))
    return content.map((entry: Fields | null, index) => {
      const { _id, ...fields } = entry ?? {}
      const id = String(_id ?? fail({ ...location, path: `${index + 1}` }, 'the _id is missing.'))
      return { id, type, fields, location: { ...location, path: id }, position: index }
    })
  if (typeof content !== 'object' || content === null)
    return fail(location, 'has neither fields nor a list of documents.')
  const { order, ...fields } = content as Fields
  return [
    {
      id: folder === '.' ? type : id,
      type,
      fields,
      location,
      ...(order !== undefined && { position: Number(order) - 1 }),
    },
  ]
}

const labelsDocument: SourceDocument = {
  id: 'siteWords',
  type: 'siteWords',
  fields: resolveCopy(null),
  location: { file: 'lib/site/ui-copy.ts', path: '' },
}

function buildDocument(
  { id, type, fields, location, position }: SourceDocument,
  builder: DocumentBuilder,
): SeedDocument {
  const attributes =
    findFields(type) ??
    fail(location, `there is no type “${type}” in sanity/schema. The folder or file is named after the type.`)
  if (attributes.orderRank && position === undefined)
    fail(location, 'the field “order” is missing. It is the position in the list, starting at 1.')
  const rankedFields = attributes.orderRank ? { ...fields, orderRank: buildOrderRank(position ?? 0) } : fields
  return { _id: id, ...builder.buildFields(rankedFields, attributes, location), _type: type }
}

/**
 * Returns all sample documents with fixed ids and keys. Refers to files without including them.
 * @param folder source folder
 * @throws {SeedError} if a field, document or picture is unknown
 */
export function buildSeedDocuments(folder = CONTENT_FOLDER): SeedDocument[] {
  const builder = new DocumentBuilder()
  const sourceDocuments = [
    labelsDocument,
    ...globSync('**/*.{md,yaml}', { cwd: folder })
      .toSorted()
      .flatMap((path) => readSource(folder, path)),
  ]
  const documents = sourceDocuments.map((sourceDocument) => buildDocument(sourceDocument, builder))
  const typeById = new Map(sourceDocuments.map(({ id, type }) => [id, type]))
  for (const { location, id, types } of builder.references) {
    const type = typeById.get(id)
    if (!type || !types.includes(type))
      fail(location, `there is no ${types.join(' or ')} with the id “${id}”. Ids are file names or _id values.`)
  }
  return documents
}
