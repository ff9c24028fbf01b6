import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Change } from '../../tests/support/defences/check.ts'
import { UserError } from './progress.ts'
import { root } from './settings.ts'

/** The copy of the repository whose site has no defences. */
export const undefended = resolve(root, '.data/undefended')

/** Files of the repository, new ones too, without what is made and installed. */
const ownFiles = (): string[] =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '' && existsSync(resolve(root, file)))

/** Installed packages are the same files under a second name where the system can do that. */
function linkPackages(folder: string): void {
  const target = resolve(undefended, folder)
  rmSync(target, { recursive: true, force: true })
  mkdirSync(dirname(target), { recursive: true })
  const flags = process.platform === 'linux' ? '-al' : '-a'
  execFileSync('cp', [flags, resolve(root, folder), target])
}

/** Every defence that a check names. */
export async function allChanges(): Promise<Change[]> {
  const files = globSync('tests/{attacks,faults,load}/defences/*.ts', { cwd: root })
  const modules = await Promise.all(
    files.map((file) => import(pathToFileURL(resolve(root, file)).href) as Promise<Record<string, unknown>>),
  )
  const changes = modules.flatMap((module) => Object.values(module) as Record<string, Change[]>[])
  return [...new Set(changes.flatMap((defences) => Object.values(defences).flat()))]
}

/** @throws {UserError} where the text is not there once: the defence has moved, and the change has to follow it */
function apply({ file, from, to }: Change): void {
  const path = resolve(undefended, file)
  const text = readFileSync(path, 'utf8')
  const times = text.split(from).length - 1
  if (times !== 1)
    throw new UserError(`${file} has ${times} times, not once, the text that is a defence of a check:\n\n${from}`)
  writeFileSync(
    path,
    text.replace(from, () => to),
  )
}

/** Makes a copy of the repository in which every defence that a check names is taken away; what was built there is kept. */
export async function makeUndefended(): Promise<void> {
  const kept = new Set(['node_modules', '.next', '.data'])
  if (existsSync(undefended))
    for (const entry of globSync('{*,.*}', { cwd: undefended }).filter((name) => !kept.has(name)))
      rmSync(resolve(undefended, entry), { recursive: true, force: true })
  for (const file of ownFiles()) {
    mkdirSync(dirname(resolve(undefended, file)), { recursive: true })
    cpSync(resolve(root, file), resolve(undefended, file))
  }
  for (const folder of globSync(['node_modules', 'studio/node_modules', 'packages/*/node_modules'], { cwd: root }))
    linkPackages(folder)
  for (const change of await allChanges()) apply(change)
}
