import { spawnSync } from 'node:child_process'
import { canUseApt, installPackages, updatePackageLists } from '../../../scripts/support/apt.ts'
import { step } from '../../../scripts/support/progress.ts'

/** Programs that are not of npm, with the question for their version. */
const VERSION_FLAGS = { nginx: '-v', wrk: '-v' }

type Tool = keyof typeof VERSION_FLAGS

/** Debian has servers where not every user looks for programs. */
const env = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin` }

/** The version of a program, or undefined where it is not installed. */
export function versionOf(tool: Tool): string | undefined {
  const { error, stdout, stderr } = spawnSync(tool, [VERSION_FLAGS[tool]], { env, encoding: 'utf8' })
  return error ? undefined : /\d+(?:\.\d+)+/.exec(stdout + stderr)?.[0]
}

/**
 * Installs a program from the distribution where it is missing.
 * @returns false where it cannot be had: then what needs it is left out
 */
export async function hasTool(tool: Tool): Promise<boolean> {
  if (versionOf(tool) === undefined && canUseApt()) {
    await step(`Installing ${tool} from the distribution`, async () => {
      if (installPackages(tool)) return
      updatePackageLists()
      installPackages(tool)
    })
  }
  if (versionOf(tool) !== undefined) return true
  console.log(`! There is no ${tool} on this machine: what needs it is left out. Install the package ${tool}.`)
  return false
}

/** Environment in which these programs are found. */
export const toolEnvironment = { PATH: env.PATH }
