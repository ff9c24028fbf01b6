import type { SchemaType } from 'groq-js'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sanity } from './builds.ts'
import { answerShape } from './answer-shape.ts'
import { run } from '../support/processes.ts'
import { type ContentSchema, queryReads } from './query-reads.ts'
import type { Settings } from '../support/settings.ts'

/** Where the extracted schema is, below a tree. */
const SCHEMA = 'studio/.sanity/schema.json'

/** Where queries are written, and where the generation of types finds them as plain text. */
const QUERIES = 'sanity/queries'
const PLAIN_QUERIES = 'studio/.sanity/queries'

/** Types that are no content of the site: files and pictures of the Content Lake, and how the media library sorts them. */
const SYSTEM_TYPE = /^(?:sanity|media)\./

/** The name that the extraction gives to a reference to a type. */
const REFERENCE = /^(.+)\.reference$/

/**
 * Extracts the schema of the Studio in `tree` and writes the types of schema and queries to sanity/types.ts there, and
 * what each query reads to sanity/query-reads.ts, and the schema itself to sanity/schema.json. Needs no network and no
 * running service.
 */
export async function generateTypes(
  { studio, dataDir }: Pick<Settings, 'studio' | 'dataDir'>,
  tree: string,
): Promise<void> {
  const queries = await exportedQueries(tree)
  writePlainQueries(tree, queries)
  const commands: [name: string, ...args: string[]][] = [
    [
      'The extraction of the schema',
      'schema',
      'extract',
      '--enforce-required-fields',
      '--path',
      '.sanity/schema.json',
      '--force',
    ],
    ['The generation of types', 'typegen', 'generate'],
  ]
  for (const [name, ...args] of commands) {
    await run({
      name,
      args: sanity(...args),
      cwd: resolve(tree, 'studio'),
      env: studio,
      logFile: resolve(dataDir, 'logs', `typegen-${args[0]}.log`),
    })
  }
  const extracted = JSON.parse(readFileSync(resolve(tree, SCHEMA), 'utf8')) as SchemaNode[]
  // First, because evaluating the queries' types sorts the unions of the schema in place.
  writeSchema(tree, extracted)
  writeQueryReads(tree, queries, extracted)
}

/** Keeps the extracted schema, a type a line, for the sample content, which is read without the Studio (sanity/seed). */
function writeSchema(tree: string, extracted: SchemaNode[]): void {
  const types = extracted.filter(({ name = '' }) => !SYSTEM_TYPE.test(name))
  const lines = types.map((type) => JSON.stringify(type)).toSorted()
  writeFileSync(resolve(tree, 'sanity/schema.json'), `[\n${lines.join(',\n')}\n]\n`)
}

type SchemaNode = { type?: string; name?: string; attributes?: Record<string, SchemaNode> }

/** Every value below a node of a schema, itself first. */
function* nodesBelow(node: unknown): Generator<SchemaNode> {
  if (typeof node !== 'object' || node === null) return
  yield node
  for (const child of Object.values(node)) yield* nodesBelow(child)
}

/** Types that a field may refer to, by itself or in a list. */
const targetsOf = (field: SchemaNode): string[] =>
  [...nodesBelow(field)].flatMap(({ type, name }) => (type === 'inline' && REFERENCE.exec(name ?? '')?.[1]) || [])

/** What an extracted schema says of content types and references. */
export function contentSchema(extracted: SchemaNode[]): ContentSchema {
  const targets = new Map<string, string[]>()
  for (const { attributes = {} } of nodesBelow(extracted)) {
    for (const [field, value] of Object.entries(attributes)) {
      const types = targetsOf(value)
      if (types.length > 0) targets.set(field, [...new Set([...(targets.get(field) ?? []), ...types])])
    }
  }
  const documents = extracted
    .filter(({ type, name = '' }) => type === 'document' && !SYSTEM_TYPE.test(name))
    .map(({ name = '', attributes = {} }): [string, string[]] => [name, Object.keys(attributes)])
  return { fields: new Map(documents.toSorted()), targets }
}

type ExportedQuery = { file: string; name: string; query: string }

/** Every query that the modules of `sanity/queries` export, by module and name. */
async function exportedQueries(tree: string): Promise<ExportedQuery[]> {
  const files = globSync('*.ts', { cwd: resolve(tree, QUERIES) }).toSorted()
  const modules = await Promise.all(
    files.map(async (file) => ({
      file,
      module: (await import(pathToFileURL(resolve(tree, QUERIES, file)).href)) as Record<string, unknown>,
    })),
  )
  return modules.flatMap(({ file, module }) =>
    Object.entries(module)
      .filter((entry): entry is [string, string] => entry[0].endsWith('_QUERY'))
      .map(([name, query]) => ({ file, name, query }))
      // Exports come by name or as they were written, depending on who loads the module.
      .toSorted((one, other) => one.name.localeCompare(other.name)),
  )
}

/**
 * Writes the queries as plain text where the generation of types looks for them: it reads source text, and many queries
 * are put together from the registry of content types and the blocks.
 */
function writePlainQueries(tree: string, queries: ExportedQuery[]): void {
  const folder = resolve(tree, PLAIN_QUERIES)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [file, ofFile] of Map.groupBy(queries, (query) => query.file)) {
    const lines = ofFile.map(({ name, query }) => `export const ${name} = defineQuery(${JSON.stringify(query)})\n`)
    writeFileSync(resolve(folder, file), `import { defineQuery } from 'next-sanity'\n\n${lines.join('')}`)
  }
}

function writeQueryReads(tree: string, queries: ExportedQuery[], extracted: SchemaNode[]): void {
  const schema = contentSchema(extracted)
  const entries = queries.map(
    ({ name, query }) =>
      `  [\n    ${JSON.stringify(query)},\n    ${JSON.stringify({
        name,
        ...queryReads(query, schema),
        answer: answerShape(query, extracted as SchemaType),
      })},\n  ],`,
  )
  const text = `// Written by \`npm run generate\` from the queries: do not edit.
import type { AnswerShape } from './answer-shape.ts'
import type { QueryReads } from './tags.ts'

type QueryFacts = QueryReads & { name: string; answer: AnswerShape }

/** The name of a query, what of the dataset can change its answer, and what the answer looks like, by the query's text. */
export const queryReads: ReadonlyMap<string, QueryFacts> = new Map<string, QueryFacts>([
${entries.join('\n')}
])
`
  writeFileSync(resolve(tree, 'sanity/query-reads.ts'), text)
}
