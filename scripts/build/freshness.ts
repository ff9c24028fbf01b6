import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** What a build is made of, and where its result is. */
export type Build = {
  stamp: string
  /** Globs below `root`; every matching file's content counts. */
  inputs: string[]
  /** Values that are compiled in. */
  variables: Record<string, string>
  /** A file that exists when the build is whole. */
  output: string
}

/** Content and names of the inputs: changes when a build would come out differently. */
export function fingerprint(root: string, { inputs, variables }: Pick<Build, 'inputs' | 'variables'>): string {
  const hash = createHash('sha256').update(process.version)
  for (const [name, value] of Object.entries(variables).toSorted()) hash.update(`${name}=${value}\n`)
  for (const file of globSync(inputs, { cwd: root }).toSorted()) {
    const path = resolve(root, file)
    if (statSync(path).isFile()) hash.update(`${file}\n`).update(readFileSync(path))
  }
  return hash.digest('hex')
}

/** Runs `build` unless its result is there and nothing it is made of has changed. Returns whether it ran. */
export async function whenStale(root: string, build: Build, work: () => Promise<void>): Promise<boolean> {
  const wanted = fingerprint(root, build)
  const fresh = existsSync(build.output) && existsSync(build.stamp) && readFileSync(build.stamp, 'utf8') === wanted
  if (fresh) return false
  rmSync(build.stamp, { force: true })
  await work()
  mkdirSync(dirname(build.stamp), { recursive: true })
  writeFileSync(build.stamp, wanted)
  return true
}
