import { cpSync, lstatSync, mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, relative, resolve } from 'node:path'
import { createBuildFilter } from './built-files.ts'
import { writeSbom } from './sbom.ts'
import { traceFiles } from './trace.ts'

const BUILD_ONLY_FILES =
  /^\.next\/(build|diagnostics|types|turbopack|trace\b.*)(\/|$)|\.nft\.json$|^\.next\/server\/.*\.map$/

/** Manifest fields to keep in a release. Node reads `type`. */
const RELEASE_MANIFEST_FIELDS = ['name', 'version', 'private', 'type']

const NODE_RANGE = '>=22.18'

function copyFile(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from), to)
  else cpSync(from, to)
}

function copyBuild(root: string, folder: string): void {
  const isBuildFile = createBuildFilter(root)
  cpSync(resolve(root, '.next'), resolve(folder, '.next'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => isBuildFile(source) && !BUILD_ONLY_FILES.test(relative(root, source)),
  })
  // Creates the only folder that a running site writes to, so that a volume can be mounted on it.
  mkdirSync(resolve(folder, '.next/cache'))
}

/** Writes the configuration as JavaScript, because Next.js loads a 100 MB compiler for TypeScript. */
function writeConfiguration(root: string, folder: string): void {
  const source = readFileSync(resolve(root, 'next.config.ts'), 'utf8')
  writeFileSync(resolve(folder, 'next.config.mjs'), stripTypeScriptTypes(source))
}

function writeManifest(root: string, folder: string): void {
  const manifest = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as Record<string, unknown>
  const releaseFields = Object.fromEntries(RELEASE_MANIFEST_FIELDS.map((name) => [name, manifest[name]]))
  writeFileSync(
    resolve(folder, 'package.json'),
    `${JSON.stringify({ ...releaseFields, engines: { node: NODE_RANGE } }, null, 2)}\n`,
  )
}

export async function writeRelease(root: string, folder: string): Promise<void> {
  const files = await traceFiles(root)
  rmSync(folder, { recursive: true, force: true })
  copyBuild(root, folder)
  cpSync(resolve(root, 'public'), resolve(folder, 'public'), { recursive: true })
  for (const file of files) {
    if (file === 'package.json' || file === 'next.config.ts') continue
    copyFile(resolve(root, file), resolve(folder, file))
  }
  writeConfiguration(root, folder)
  writeManifest(root, folder)
  await writeSbom(root, folder)
}
