import type { SchemaType } from 'groq-js'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { analyzeResult } from './answer-shape.ts'
import { run, buildSanityCommand } from '../support/processes.ts'
import { type ContentSchema, analyzeQuery } from './query-reads.ts'
import type { Settings } from '../support/settings.ts'

const SCHEMA_FILE = 'studio/.sanity/schema.json'

/** Folder of the queries, and the folder where typegen expects them as plain text. */
const QUERIES_DIR = 'sanity/queries'
const PLAIN_QUERIES_DIR = 'studio/.sanity/queries'

/** Matches the types of Content Lake assets and the media library. */
const SYSTEM_TYPE_PATTERN = /^(?:sanity|media)\./

const REFERENCE_TYPE_PATTERN = /^(.+)\.reference$/

/**
 * Writes sanity/types.ts, sanity/query-reads.ts and sanity/schema.json from the Studio's schema in `tree`. Works
 * offline.
 */
export async function generateTypes(
  { studio, dataDir }: Pick<Settings, 'studio' | 'dataDir'>,
  tree: string,
): Promise<void> {
  const queries = await loadQueries(tree)
  writePlainQueries(tree, queries)
  const runSanity = (name: string, ...args: string[]) =>
    run({
      name,
      args: buildSanityCommand(...args),
      cwd: resolve(tree, 'studio'),
      env: studio,
      logFile: resolve(dataDir, 'logs', `typegen-${args[0]}.log`),
    })
  const options = ['--enforce-required-fields', '--path', '.sanity/schema.json', '--force']
  await runSanity('Schema extraction', 'schema', 'extract', ...options)
  await runSanity('Type generation', 'typegen', 'generate')
  const schemaNodes = JSON.parse(readFileSync(resolve(tree, SCHEMA_FILE), 'utf8')) as SchemaNode[]
  // Writes the schema first, because typing the queries sorts its unions in place.
  writeSchema(tree, schemaNodes)
  writeQueryReads(tree, queries, schemaNodes)
}

/** Writes the schema, one type per line. The sample content uses it without loading the Studio (sanity/seed). */
function writeSchema(tree: string, schemaNodes: SchemaNode[]): void {
  const types = schemaNodes.filter(({ name = '' }) => !SYSTEM_TYPE_PATTERN.test(name))
  const lines = types.map((type) => JSON.stringify(type)).toSorted()
  writeFileSync(resolve(tree, 'sanity/schema.json'), `[\n${lines.join(',\n')}\n]\n`)
}

type SchemaNode = { type?: string; name?: string; attributes?: Record<string, SchemaNode> }

function* walkNodes(node: unknown): Generator<SchemaNode> {
  if (typeof node !== 'object' || node === null) return
  yield node
  for (const child of Object.values(node)) yield* walkNodes(child)
}

const listReferenceTargets = (field: SchemaNode): string[] =>
  [...walkNodes(field)].flatMap(
    ({ type, name }) => (type === 'inline' && REFERENCE_TYPE_PATTERN.exec(name ?? '')?.[1]) || [],
  )

export function buildContentSchema(schemaNodes: SchemaNode[]): ContentSchema {
  const targets = new Map<string, string[]>()
  for (const { attributes = {} } of walkNodes(schemaNodes)) {
    for (const [field, value] of Object.entries(attributes)) {
      const types = listReferenceTargets(value)
      if (types.length > 0) targets.set(field, [...new Set([...(targets.get(field) ?? []), ...types])])
    }
  }
  const documents = schemaNodes
    .filter(({ type, name = '' }) => type === 'document' && !SYSTEM_TYPE_PATTERN.test(name))
    .map(({ name = '', attributes = {} }): [string, string[]] => [name, Object.keys(attributes)])
  return { fields: new Map(documents.toSorted()), targets }
}

type ExportedQuery = { file: string; name: string; query: string }

async function loadQueries(tree: string): Promise<ExportedQuery[]> {
  const files = globSync('*.ts', { cwd: resolve(tree, QUERIES_DIR) }).toSorted()
  const modules = await Promise.all(
    files.map(async (file) => ({
      file,
      module: (await import(pathToFileURL(resolve(tree, QUERIES_DIR, file)).href)) as Record<string, unknown>,
    })),
  )
  return modules.flatMap(({ file, module }) =>
    Object.entries(module)
      .filter((entry): entry is [string, string] => entry[0].endsWith('_QUERY'))
      .map(([name, query]) => ({ file, name, query }))
      // Sorts by name, because the export order depends on the loader.
      .toSorted((a, b) => a.name.localeCompare(b.name)),
  )
}

/** Writes the queries as plain text, because typegen reads source text and cannot evaluate composed queries. */
function writePlainQueries(tree: string, queries: ExportedQuery[]): void {
  const folder = resolve(tree, PLAIN_QUERIES_DIR)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [file, fileQueries] of Map.groupBy(queries, (query) => query.file)) {
    const lines = fileQueries.map(({ name, query }) => `export const ${name} = defineQuery(${JSON.stringify(query)})\n`)
    writeFileSync(resolve(folder, file), `import { defineQuery } from 'next-sanity'\n\n${lines.join('')}`)
  }
}

function writeQueryReads(tree: string, queries: ExportedQuery[], schemaNodes: SchemaNode[]): void {
  const schema = buildContentSchema(schemaNodes)
  const entries = queries.map(
    ({ name, query }) =>
      `  [\n    ${JSON.stringify(query)},\n    ${JSON.stringify({
        name,
        ...analyzeQuery(query, schema),
        ...analyzeResult(query, schemaNodes as SchemaType),
      })},\n  ],`,
  )
  const text = `// Written by \`npm run generate\` from the queries: do not edit.
import type { AnswerShape } from './answer-shape.ts'
import type { QueryReads } from './tags.ts'

type QueryFacts = QueryReads & { name: string; answer: AnswerShape; always: AnswerShape; canBeNull: boolean }

/** Facts about each query, by query text: its name, the content that can change its result, and the result's shape. */
export const queryReads: ReadonlyMap<string, QueryFacts> = new Map<string, QueryFacts>([
${entries.join('\n')}
])
`
  writeFileSync(resolve(tree, 'sanity/query-reads.ts'), text)
}
