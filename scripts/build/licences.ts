import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { UserError } from '../support/progress.ts'
import { root } from '../support/settings.ts'
import { licenceName, refusedPackages } from './licences/allowed.ts'
import { type Lock, type Package, shippedPackages } from './licences/packages.ts'
import { type SharedText, sharedTexts } from './licences/texts.ts'

export const LICENCES_FILE = 'public/licences.txt'

const RULE = '-'.repeat(80)

const named = ({ name, version }: Package): string => `${name} ${version}`

const HEAD = `Licences of what this site is made of

The site, its scripts, its dashboard and its Studio contain or use the packages and fonts below. Each is under the
licence that stands beside it, whose text follows. Written by \`npm run generate\`; docs/operate/licences.md says how.
`

const SYSTEMS = `Packages for some systems alone, of which the one of the server's system is used. Those under LGPL-3.0-or-later hold
libvips and libraries that it is made of, as files of their own that can be replaced; their sources are at
https://github.com/lovell/sharp-libvips, and the texts of both licences at the end.
`

function textPart({ licence, body, notices }: SharedText): string {
  const byHolders = new Map<string, string[]>()
  for (const { package: each, holders } of notices) {
    const line = holders.join('\n')
    byHolders.set(line, [...(byHolders.get(line) ?? []), named(each)])
  }
  const whose = [...byHolders].map(([holders, names]) =>
    [[...new Set(names)].join(', '), holders].filter(Boolean).join('\n'),
  )
  return [RULE, licence, '', whose.join('\n\n'), '', body, ''].join('\n')
}

const lookAt = (what: string, lines: string[]): void => {
  if (lines.length === 0) return
  const list = lines.map((line) => `  ${line}`).join('\n')
  throw new UserError(`${what}. Review each, then add it to scripts/build/licences/allowed.ts:\n${list}`)
}

/** Returns the attribution text for third-party code. @throws {UserError} for a license that has not been reviewed */
export function licencesText(folder = root): string {
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as Lock
  const packages = shippedPackages(lock)
  lookAt('Packages have licenses that are not on the list of allowed licenses', refusedPackages(packages))
  const forSome = packages.filter(({ isForSomeSystems }) => isForSomeSystems)
  const { texts, without, unexpected } = sharedTexts(
    folder,
    packages.filter(({ isForSomeSystems }) => !isForSomeSystems),
  )
  lookAt('Packages include a license text that they do not declare', unexpected.map(named))
  lookAt('Packages have a license whose text no package includes', without.map(named))
  const gnu = ['lgpl-3.0.txt', 'gpl-3.0.txt'].map((file) =>
    [RULE, readFileSync(join(root, 'scripts/build/licences', file), 'utf8')].join('\n'),
  )
  const list = forSome.map((each) => `${named(each)}: ${licenceName(each)}`)
  return [HEAD, ...texts.map(textPart), RULE, SYSTEMS, ...list, '', ...gnu].join('\n')
}

export const writeLicences = (tree: string): void => writeFileSync(resolve(tree, LICENCES_FILE), licencesText())
