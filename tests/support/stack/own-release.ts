import { cpSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { isOfBuild } from '../../../scripts/build/release/built-files.ts'
import { root } from '../../../scripts/support/settings.ts'
import { stack } from './addresses.ts'
import { release } from './stack.ts'

/**
 * Folders that are not copied: the Studio's many files, which no test requests, and the used build. An unused build
 * replaces it.
 */
const LEFT_OUT = new Set([resolve(release, '.next'), resolve(release, 'public/studio')])

/** Copies the release without any cache, as on another machine. */
export function ownRelease(name: string): string {
  const folder = resolve(stack.dataDir, name)
  rmSync(folder, { recursive: true, force: true })
  cpSync(release, folder, { recursive: true, filter: (source) => !LEFT_OUT.has(source) })
  cpSync(resolve(root, '.next'), resolve(folder, '.next'), { recursive: true, filter: isOfBuild(root) })
  return folder
}
