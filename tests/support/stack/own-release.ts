import { cpSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { createBuildFilter } from '../../../scripts/build/release/built-files.ts'
import { root } from '../../../scripts/support/settings.ts'
import { stack } from './addresses.ts'
import { release } from './stack.ts'

/**
 * Folders that are not copied: the Studio, because no test requests its many files, and the used build, which a fresh
 * build replaces.
 */
const EXCLUDED_FOLDERS = new Set([resolve(release, '.next'), resolve(release, 'public/studio')])

/** Copies the release without any cache, as on another machine. */
export function copyRelease(name: string): string {
  const folder = resolve(stack.dataDir, name)
  rmSync(folder, { recursive: true, force: true })
  cpSync(release, folder, { recursive: true, filter: (source) => !EXCLUDED_FOLDERS.has(source) })
  cpSync(resolve(root, '.next'), resolve(folder, '.next'), { recursive: true, filter: createBuildFilter(root) })
  return folder
}
