import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

export type Sbom = {
  bomFormat: string
  metadata: { component: { name: string } }
  components: { name: string; version: string; purl: string; hashes?: { alg: string; content: string }[] }[]
}

const MAX_BYTES = 64 * 1024 ** 2

/** Includes dev dependencies, because `--omit=dev` also drops packages shared with local servers, such as zod. */
const ARGUMENTS = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only']

export async function writeSbom(root: string, folder: string): Promise<void> {
  const { stdout } = await promisify(execFile)('npm', ARGUMENTS, {
    cwd: root,
    maxBuffer: MAX_BYTES,
    shell: process.platform === 'win32',
  })
  const sbom = JSON.parse(stdout) as Sbom
  const { name } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as { name: string }
  sbom.metadata.component.name = name
  writeFileSync(resolve(folder, 'sbom.json'), `${JSON.stringify(sbom, null, 2)}\n`)
}
