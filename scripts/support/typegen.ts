import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sanity } from './builds.ts'
import { run } from './processes.ts'
import { type ContentSchema, queryReads } from './query-reads.ts'
import type { Settings } from './settings.ts'

/** Where the extracted schema is, below a tree. */
const SCHEMA = 'studio/.sanity/schema.json'

/** Types of the Content Lake's own documents: files and pictures, which nobody edits as text. */
const SYSTEM_TYPE = /^sanity\./

/** The name that the extraction gives to a reference to a type. */
const REFERENCE = /^(.+)\.reference$/

/**
 * Extracts the schema of the Studio in `tree` and writes the types of schema and queries to sanity/types.ts there, and
 * what each query reads to sanity/query-reads.ts. Needs no network and no running service.
 */
export async function generateTypes(
  { studio, dataDir }: Pick<Settings, 'studio' | 'dataDir'>,
  tree: string,
): Promise<void> {
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
  await writeQueryReads(tree)
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

/** Every query that the modules of `sanity/queries` export, by module and name. */
async function exportedQueries(tree: string): Promise<[name: string, query: string][]> {
  const files = globSync('sanity/queries/*.ts', { cwd: tree }).toSorted()
  const modules = await Promise.all(
    files.map(async (file) => (await import(pathToFileURL(resolve(tree, file)).href)) as Record<string, unknown>),
  )
  return modules.flatMap((module) =>
    Object.entries(module)
      .filter((entry): entry is [string, string] => entry[0].endsWith('_QUERY'))
      // Exports come by name or as they were written, depending on who loads the module.
      .toSorted(([one], [other]) => one.localeCompare(other)),
  )
}

async function writeQueryReads(tree: string): Promise<void> {
  const schema = contentSchema(JSON.parse(readFileSync(resolve(tree, SCHEMA), 'utf8')) as SchemaNode[])
  const queries = await exportedQueries(tree)
  const entries = queries.map(
    ([name, query]) =>
      `  // ${name}\n  [\n    ${JSON.stringify(query)},\n    ${JSON.stringify(queryReads(query, schema))},\n  ],`,
  )
  const text = `// Written by \`npm run typegen\` from the queries: do not edit.
import type { QueryReads } from './tags.ts'

/** The types that editors make documents of. */
export const contentTypes = ${JSON.stringify([...schema.fields.keys()])} as const

/** What of the dataset can change the answer to a query, by the query's text. */
export const queryReads: ReadonlyMap<string, QueryReads> = new Map<string, QueryReads>([
${entries.join('\n')}
])
`
  writeFileSync(resolve(tree, 'sanity/query-reads.ts'), text)
}
