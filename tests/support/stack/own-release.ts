import { cpSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { isOfBuild } from '../../../scripts/build/release/built-files.ts'
import { root } from '../../../scripts/support/settings.ts'
import { stack } from './addresses.ts'
import { release } from './stack.ts'

/** Files of the Studio are not asked for, and many; what is built comes from where nothing is stored by a site. */
const LEFT_OUT = new Set([resolve(release, '.next'), resolve(release, 'public/studio')])

/** A release in a folder of its own with nothing stored yet, as another machine would have it. */
export function ownRelease(name: string): string {
  const folder = resolve(stack.dataDir, name)
  rmSync(folder, { recursive: true, force: true })
  cpSync(release, folder, { recursive: true, filter: (source) => !LEFT_OUT.has(source) })
  cpSync(resolve(root, '.next'), resolve(folder, '.next'), { recursive: true, filter: isOfBuild(root) })
  return folder
}
