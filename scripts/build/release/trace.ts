import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import { dirname, join, normalize, relative, resolve } from 'node:path'
import { nodeFileTrace } from '@vercel/nft'

/** Entry points of Node processes, and files that Next.js loads by path. */
const ENTRY_POINTS = [
  'server/main.ts',
  'server/worker.ts',
  'server/migrate.ts',
  'next.config.ts',
  'lib/platform/page-cache/handler.ts',
]

/** Compilers and the dev server, which a built site never loads. */
const BUILD_ONLY_FILES =
  /^node_modules\/(next\/dist\/(build\/(swc|webpack|turbopack|babel)\b|compiled\/(webpack|babel|next-server\/.*\.dev\.)|server\/(dev\/|lib\/router-utils\/setup-dev)|lib\/upgrade)|@next\/swc|typescript\/|sass)|\.d\.ts$|\.map$/

const COPIED_FOLDER_PATTERN = /^(\.next|public|\.data|dist)(\/|$)/

const isTypeScript = (path: string) => /(?<!\.d)\.tsx?$/.test(path)

const hasCode = (error: unknown, ...codes: string[]) => codes.includes(String((error as NodeJS.ErrnoException).code))

async function readAsJavaScript(path: string): Promise<string | null> {
  try {
    const text = await readFile(path, 'utf8')
    return isTypeScript(path) ? stripTypeScriptTypes(text) : text
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'EISDIR')) return null
    throw error
  }
}

async function traceServerFiles(root: string): Promise<string[]> {
  const { fileList } = await nodeFileTrace(
    ENTRY_POINTS.map((entry) => resolve(root, entry)),
    {
      base: root,
      mixedModules: true,
      readFile: readAsJavaScript,
      ignore: (path) => BUILD_ONLY_FILES.test(path) || COPIED_FOLDER_PATTERN.test(path),
    },
  )
  return [...fileList]
}

/**
 * Returns the files that Next.js traced itself:
 * https://nextjs.org/docs/app/api-reference/config/next-config-js/output#how-it-works
 */
function readBuildTraces(root: string): string[] {
  return globSync('.next/{*,server/**/*}.nft.json', { cwd: root }).flatMap((trace) => {
    const { files } = JSON.parse(readFileSync(resolve(root, trace), 'utf8')) as { files: string[] }
    return files.map((file) => normalize(join(dirname(trace), file)))
  })
}

/**
 * Returns compiler files that Next.js resolves, but does not load, when it reads its configuration. Tracers cannot find
 * their names.
 */
function findConfigFiles(root: string): string[] {
  const { resolve: resolveModule } = createRequire(resolve(root, 'package.json'))
  const source = readFileSync(resolveModule('next/dist/server/config-utils.js'), 'utf8')
  return (
    source.match(/(?<=')next\/dist\/compiled\/[^']+(?=')/g)?.map((name) => relative(root, resolveModule(name))) ?? []
  )
}

/** Returns the files and links outside `.next` and `public` that a built site needs, relative to the root. */
export async function traceFiles(root: string): Promise<string[]> {
  const files = new Set([...(await traceServerFiles(root)), ...readBuildTraces(root), ...findConfigFiles(root)])
  return [...files].filter((file) => !file.startsWith('..') && !COPIED_FOLDER_PATTERN.test(file)).toSorted()
}
