import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import sharp from 'sharp'
import { DARK, LIGHT, MARK, type Palette } from '../../lib/values/palette.ts'

const declarations = (colours: Palette) =>
  Object.entries(colours)
    .map(([name, value]) => `  --${name}: ${value};\n`)
    .join('')

const styleSheet = `/* Written by \`npm run generate\` from lib/values/palette.ts: do not edit. */
:root,
[data-theme='light'] .inverted {
${declarations(DARK)}}

:root[data-theme='light'],
.inverted {
${declarations(LIGHT)}}
`

function iconSvg({ corners, scale, colours = DARK }: { corners: number; scale: number; colours?: Palette }): string {
  const strokes = MARK.map(({ path, colour }) => `<path d="${path}" stroke="${colours[colour]}"/>`).join('')
  const edge = (32 - 28 * scale) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="${corners}" fill="${colours.background}"/><g fill="none" stroke-width="3.4" stroke-linecap="round" transform="translate(${edge} ${edge}) scale(${scale})">${strokes}</g></svg>\n`
}

const rounded = iconSvg({ corners: 7, scale: 1 })
const square = iconSvg({ corners: 0, scale: 1 })
/** The maskable icon, which operating systems crop to their own shape. */
const maskable = iconSvg({ corners: 0, scale: 0.66 })

/** The icon of the installed dashboard. Its light background distinguishes it from the site. */
const dashboard = iconSvg({ corners: 7, scale: 0.86, colours: LIGHT })
const dashboardMaskable = iconSvg({ corners: 0, scale: 0.66, colours: LIGHT })

const png = (svg: string, size: number) =>
  sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()

/** Creates an ICO file with one PNG: a 22-byte header and the image. */
async function ico(svg: string): Promise<Buffer> {
  const picture = await png(svg, 32)
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(32, 6)
  header.writeUInt8(32, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(picture.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, picture])
}

export async function writeBrand(root: string): Promise<void> {
  const files: Record<string, string | Promise<Buffer>> = {
    'app/styles/palette.css': styleSheet,
    'app/icon.svg': rounded,
    'studio/static/favicon.svg': rounded,
    'app/apple-icon.png': png(square, 180),
    'app/favicon.ico': ico(rounded),
    'public/icon-192.png': png(rounded, 192),
    'public/icon-512.png': png(rounded, 512),
    'public/icon-maskable-512.png': png(maskable, 512),
    'public/dashboard-icon-192.png': png(dashboard, 192),
    'public/dashboard-icon-512.png': png(dashboard, 512),
    'public/dashboard-icon-maskable-512.png': png(dashboardMaskable, 512),
  }
  for (const [path, content] of Object.entries(files)) await writeFile(resolve(root, path), await content)
}
