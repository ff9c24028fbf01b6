import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { UserError } from '../support/progress.ts'
import { root } from '../support/settings.ts'
import { getLicense, findLicenseProblems } from './licenses/allowed.ts'
import { type PackageLock, type Package, listShippedPackages } from './licenses/packages.ts'
import { type SharedText, groupNotices } from './licenses/texts.ts'

export const LICENSES_FILE = 'public/licenses.txt'

const SEPARATOR = '-'.repeat(80)

const formatPackage = ({ name, version }: Package): string => `${name} ${version}`

const LICENSES_HEADER = `Third-party licenses

The site, its scripts, its dashboard and its Studio contain or use the packages and fonts below. Each entry names its
license, and the license texts follow. Written by \`npm run generate\`; see docs/operate/licenses.md.
`

const PLATFORM_NOTE = `Packages for single platforms. A server uses the one for its platform. Packages under LGPL-3.0-or-later contain libvips
and the libraries that it uses, as separate files that can be replaced. Their sources are at
https://github.com/lovell/sharp-libvips, and both license texts are at the end.
`

function formatTextSection({ license, body, notices }: SharedText): string {
  const packagesByHolders = new Map<string, string[]>()
  for (const { package: pkg, holders } of notices) {
    const line = holders.join('\n')
    packagesByHolders.set(line, [...(packagesByHolders.get(line) ?? []), formatPackage(pkg)])
  }
  const attributions = [...packagesByHolders].map(([holders, names]) =>
    [[...new Set(names)].join(', '), holders].filter(Boolean).join('\n'),
  )
  return [SEPARATOR, license, '', attributions.join('\n\n'), '', body, ''].join('\n')
}

const requireReviewed = (problem: string, lines: string[]): void => {
  if (lines.length === 0) return
  const list = lines.map((line) => `  ${line}`).join('\n')
  throw new UserError(`${problem}. Review each, then add it to scripts/build/licenses/allowed.ts:\n${list}`)
}

/** Returns the attribution text for third-party code. @throws {UserError} for a license that has not been reviewed */
export function buildLicensesText(folder = root): string {
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as PackageLock
  const packages = listShippedPackages(lock)
  requireReviewed('Packages have licenses that are not on the list of allowed licenses', findLicenseProblems(packages))
  const platformPackages = packages.filter(({ isPlatformSpecific }) => isPlatformSpecific)
  const { texts, without, unexpected } = groupNotices(
    folder,
    packages.filter(({ isPlatformSpecific }) => !isPlatformSpecific),
  )
  requireReviewed('Packages include a license text that they do not declare', unexpected.map(formatPackage))
  requireReviewed('Packages have a license whose text no package includes', without.map(formatPackage))
  const gnuTexts = ['lgpl-3.0.txt', 'gpl-3.0.txt'].map((file) =>
    [SEPARATOR, readFileSync(join(root, 'scripts/build/licenses', file), 'utf8')].join('\n'),
  )
  const list = platformPackages.map((pkg) => `${formatPackage(pkg)}: ${getLicense(pkg)}`)
  return [LICENSES_HEADER, ...texts.map(formatTextSection), SEPARATOR, PLATFORM_NOTE, ...list, '', ...gnuTexts].join(
    '\n',
  )
}

export const writeLicenses = (tree: string): void => writeFileSync(resolve(tree, LICENSES_FILE), buildLicensesText())
