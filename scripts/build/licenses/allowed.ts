import type { Package } from './packages.ts'

/** Licenses that require only a notice. */
const ALLOWED_LICENSES = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // File-level copyleft: the files are shipped unmodified, and their source is public.
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
])

/** License of libraries that users can replace: a file next to sharp, and a package in the Studio. */
const LGPL = 'LGPL-3.0-or-later'

/** Packages with another license or a manifest without a valid SPDX expression. Each one was reviewed. */
const REVIEWED_PACKAGES: [names: RegExp, text: string, license: string][] = [
  [/^@img\/sharp-libvips-/, LGPL, LGPL],
  [/^@img\/sharp-win32-/, `Apache-2.0 AND ${LGPL}`, LGPL],
  [/^@img\/sharp-wasm32$/, `Apache-2.0 AND ${LGPL} AND MIT`, LGPL],
  [/^@visx\/vendor$/, 'MIT and ISC', 'MIT AND ISC'],
  [/^jsonify$/, 'Public Domain', 'CC0-1.0'],
  [/^md5-o-matic$/, '', 'MIT'],
  // The license file contradicts the manifest.
  [/^exif-component$/, 'MIT', LGPL],
]

const isAllowed = (expression: string): boolean =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((license) => ALLOWED_LICENSES.has(license.trim())))

const GNU_LICENSE_PATTERN = /GNU (LESSER |AFFERO )?GENERAL PUBLIC LICENSE/

/** Returns whether a package includes a GPL text that its manifest does not declare. */
export const hasUndeclaredGplText = (pkg: Package, text: string): boolean =>
  GNU_LICENSE_PATTERN.test(text) && getLicense(pkg) !== LGPL

/** Returns an error for each package whose license must be reviewed before shipping. */
export const findLicenseProblems = (packages: Package[]): string[] =>
  packages
    .filter(({ name, license }) => {
      const isReviewed = REVIEWED_PACKAGES.some(([names, declared]) => names.test(name) && declared === license)
      return !isReviewed && !isAllowed(license)
    })
    .map(({ name, version, license }) => `${name} ${version}: ${license || 'no license'}`)

export const getLicense = ({ name, license }: Package): string =>
  REVIEWED_PACKAGES.find(([names, declared]) => names.test(name) && declared === license)?.[2] ?? license
