import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

type Build = {
  stamp: string
  /** Globs relative to `root`. Their files are compared by content. */
  inputs: string[]
  variables: Record<string, string>
  /** A file that exists when the build is complete. */
  output: string
}

function computeFingerprint(root: string, { inputs, variables }: Build): string {
  const hash = createHash('sha256').update(process.version)
  for (const [name, value] of Object.entries(variables).toSorted()) hash.update(`${name}=${value}\n`)
  for (const file of globSync(inputs, { cwd: root }).toSorted()) {
    const path = resolve(root, file)
    if (statSync(path).isFile()) hash.update(`${file}\n`).update(readFileSync(path))
  }
  return hash.digest('hex')
}

export async function runIfStale(root: string, build: Build, work: () => Promise<void>): Promise<void> {
  const fingerprint = computeFingerprint(root, build)
  const isFresh =
    existsSync(build.output) && existsSync(build.stamp) && readFileSync(build.stamp, 'utf8') === fingerprint
  if (isFresh) return
  rmSync(build.stamp, { force: true })
  await work()
  mkdirSync(dirname(build.stamp), { recursive: true })
  writeFileSync(build.stamp, fingerprint)
}
