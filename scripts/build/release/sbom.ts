import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

/** The parts of a CycloneDX document that are read here. */
export type Sbom = {
  bomFormat: string
  metadata: { component: { name: string } }
  components: { name: string; version: string; purl: string; hashes?: { alg: string; content: string }[] }[]
}

const MAX_BYTES = 64 * 1024 ** 2

/** With what only tests and builds need: `--omit=dev` also leaves out what a local server of `packages/` has as well, such as zod. */
const ARGUMENTS = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only']

/** Every package that a release is made of or made with, with the hash of its archive, as npm reads it in the lock. */
export async function sbomOf(root: string): Promise<Sbom> {
  const { stdout } = await promisify(execFile)('npm', ARGUMENTS, {
    cwd: root,
    maxBuffer: MAX_BYTES,
    shell: process.platform === 'win32',
  })
  const sbom = JSON.parse(stdout) as Sbom
  const { name } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as { name: string }
  // Npm takes the name of the folder.
  sbom.metadata.component.name = name
  return sbom
}

/** Writes the software bill of materials of a release into its folder. */
export async function writeSbom(root: string, folder: string): Promise<void> {
  writeFileSync(resolve(folder, 'sbom.json'), `${JSON.stringify(await sbomOf(root), null, 2)}\n`)
}
