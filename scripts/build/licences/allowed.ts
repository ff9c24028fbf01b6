import type { Package } from './packages.ts'

/** Licences under which anything of a package may be shipped with the notice that this file gives. */
const ALLOWED = new Set([
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
  // Of single files: theirs are shipped as they are, and are to be had where the package says.
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
])

/** Of libraries that anybody can replace: a file beside sharp, and a package that the Studio is built with. */
const LGPL = 'LGPL-3.0-or-later'

/** Packages with another licence, or whose manifests say it otherwise than SPDX does, each as it was looked up. */
const LOOKED_UP: [names: RegExp, says: string, licence: string][] = [
  [/^@img\/sharp-libvips-/, LGPL, LGPL],
  [/^@img\/sharp-win32-/, `Apache-2.0 AND ${LGPL}`, LGPL],
  [/^@img\/sharp-wasm32$/, `Apache-2.0 AND ${LGPL} AND MIT`, LGPL],
  [/^@visx\/vendor$/, 'MIT and ISC', 'MIT AND ISC'],
  [/^jsonify$/, 'Public Domain', 'CC0-1.0'],
  [/^md5-o-matic$/, '', 'MIT'],
  // Its file of the licence says otherwise than its manifest.
  [/^exif-component$/, 'MIT', LGPL],
]

const isAllowed = (expression: string): boolean =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => ALLOWED.has(licence.trim())))

const GNU = /GNU (LESSER |AFFERO )?GENERAL PUBLIC LICENSE/

/** Whether a package brings the text of a licence that it does not say it has, and that asks for more than a notice. */
export const isUnexpected = (found: Package, text: string): boolean => GNU.test(text) && licenceName(found) !== LGPL

/** Names each package that must not be shipped before somebody has looked at its licence. */
export const refusedPackages = (packages: Package[]): string[] =>
  packages
    .filter(({ name, licence }) => {
      const known = LOOKED_UP.some(([names, says]) => names.test(name) && says === licence)
      return !known && !isAllowed(licence)
    })
    .map(({ name, version, licence }) => `${name} ${version}: ${licence || 'no licence'}`)

/** How a licence is called in the list. */
export const licenceName = ({ name, licence }: Package): string =>
  LOOKED_UP.find(([names, says]) => names.test(name) && says === licence)?.[2] ?? licence
