import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, openSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const HEARTBEAT_MS = 10_000

/** Matches manifest fields that affect the installed packages. */
const DEPENDENCY_FIELD_PATTERN = /^(workspaces|overrides|allowScripts|\w*[dD]ependencies)$/

/** Returns a hash that changes with the required packages and the platform. */
function computeFingerprint(root) {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  const packages = readdirSync(join(root, 'packages')).toSorted()
  const folders = ['.', 'studio', ...packages.map((name) => `packages/${name}`)]
  for (const file of folders.map((folder) => join(root, folder, 'package.json')).filter((path) => existsSync(path))) {
    const manifest = Object.entries(JSON.parse(readFileSync(file, 'utf8')))
    hash.update(JSON.stringify(manifest.filter(([name]) => DEPENDENCY_FIELD_PATTERN.test(name))))
  }
  return hash.update(`${process.platform}-${process.arch}`).digest('hex')
}

/**
 * Runs `npm ci` unless node_modules matches the lockfile. Writes the stamp last, so that an interrupted install runs
 * again.
 */
export async function installPackages(root) {
  const stamp = join(root, 'node_modules', '.installed')
  const fingerprint = computeFingerprint(root)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return

  const startedAt = Date.now()
  const formatElapsed = () => `${Math.round((Date.now() - startedAt) / 1000)} s`
  const reason = existsSync(join(root, 'node_modules'))
    ? 'the installed ones are incomplete or out of date'
    : 'first run'
  console.log(`▸ Installing packages (${reason})`)
  const heartbeat = setInterval(() => console.log(`  still installing packages (${formatElapsed()})`), HEARTBEAT_MS)

  const logFile = join(root, '.data', 'logs', 'install.log')
  mkdirSync(join(root, '.data', 'logs'), { recursive: true })
  try {
    await runNpmCi(root, logFile)
  } finally {
    clearInterval(heartbeat)
  }
  writeFileSync(stamp, fingerprint)
  console.log(`✓ Installed packages (${formatElapsed()})`)
}

function runNpmCi(root, logFile) {
  const log = openSync(logFile, 'w')
  // Uses the system's Node for npm, because npm deletes the one in node_modules.
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  return new Promise((resolve, reject) => {
    const child = spawn('npm', ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'development', PATH: path.join(delimiter) },
      stdio: ['ignore', log, log],
      shell: process.platform === 'win32',
    })
    child.on('error', () => reject(new Error('npm was not found: install Node 20 or newer together with npm.')))
    child.on('exit', (code) => {
      if (code === 0) return resolve()
      const tail = readFileSync(logFile, 'utf8').trim().split('\n').slice(-8).join('\n')
      reject(
        new Error(
          `Could not install the packages. Check the network connection. The last lines of ${logFile}:\n${tail}`,
        ),
      )
    })
  })
}
