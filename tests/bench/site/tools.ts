import { spawnSync } from 'node:child_process'
import { canUseApt, installPackages, updatePackageLists } from '../../../scripts/support/apt.ts'
import { runStep } from '../../../scripts/support/progress.ts'

const VERSION_FLAGS = { nginx: '-v', wrk: '-v' }

type Tool = keyof typeof VERSION_FLAGS

/** Extends PATH, because Debian installs servers outside a user's PATH. */
const env = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin` }

/** Returns the version of a tool, or undefined if it is not installed. */
export function findToolVersion(tool: Tool): string | undefined {
  const { error, stdout, stderr } = spawnSync(tool, [VERSION_FLAGS[tool]], { env, encoding: 'utf8' })
  return error ? undefined : /\d+(?:\.\d+)+/.exec(stdout + stderr)?.[0]
}

/** Installs a system package if missing. @returns false if the tool is unavailable */
export async function hasTool(tool: Tool): Promise<boolean> {
  if (findToolVersion(tool) === undefined && canUseApt()) {
    await runStep(`Installing ${tool} from the distribution`, async () => {
      if (installPackages(tool)) return
      updatePackageLists()
      installPackages(tool)
    })
  }
  if (findToolVersion(tool) !== undefined) return true
  console.log(`! There is no ${tool} on this machine: what needs it is left out. Install the package ${tool}.`)
  return false
}

export const toolEnvironment = { PATH: env.PATH }
