import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import sharp from 'sharp'
import { DARK_PALETTE, LIGHT_PALETTE, LOGO_PATHS, type Palette } from '../../lib/values/palette.ts'

const formatDeclarations = (colors: Palette) =>
  Object.entries(colors)
    .map(([name, value]) => `  --${name}: ${value};\n`)
    .join('')

const styleSheet = `/* Written by \`npm run generate\` from lib/values/palette.ts: do not edit. */
:root,
[data-theme='light'] .inverted {
${formatDeclarations(DARK_PALETTE)}}

:root[data-theme='light'],
.inverted {
${formatDeclarations(LIGHT_PALETTE)}}
`

function renderIconSvg({
  cornerRadius,
  scale,
  colors = DARK_PALETTE,
}: {
  cornerRadius: number
  scale: number
  colors?: Palette
}): string {
  const strokes = LOGO_PATHS.map(({ path, color }) => `<path d="${path}" stroke="${colors[color]}"/>`).join('')
  const margin = (32 - 28 * scale) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="${cornerRadius}" fill="${colors.background}"/><g fill="none" stroke-width="3.4" stroke-linecap="round" transform="translate(${margin} ${margin}) scale(${scale})">${strokes}</g></svg>\n`
}

const roundedIcon = renderIconSvg({ cornerRadius: 7, scale: 1 })
const squareIcon = renderIconSvg({ cornerRadius: 0, scale: 1 })
/** The maskable icon, which operating systems crop to their own shape. */
const maskableIcon = renderIconSvg({ cornerRadius: 0, scale: 0.66 })

/** The icon of the installed dashboard. Its light background distinguishes it from the site. */
const dashboardIcon = renderIconSvg({ cornerRadius: 7, scale: 0.86, colors: LIGHT_PALETTE })
const dashboardMaskableIcon = renderIconSvg({ cornerRadius: 0, scale: 0.66, colors: LIGHT_PALETTE })

const renderPng = (svg: string, size: number) =>
  sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()

/** Creates an ICO file with one PNG: a 22-byte header and the image. */
async function buildIco(svg: string): Promise<Buffer> {
  const image = await renderPng(svg, 32)
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(32, 6)
  header.writeUInt8(32, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(image.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, image])
}

export async function writeBrand(root: string): Promise<void> {
  const files: Record<string, string | Promise<Buffer>> = {
    'app/styles/palette.css': styleSheet,
    'app/icon.svg': roundedIcon,
    'studio/static/favicon.svg': roundedIcon,
    'app/apple-icon.png': renderPng(squareIcon, 180),
    'app/favicon.ico': buildIco(roundedIcon),
    'public/icon-192.png': renderPng(roundedIcon, 192),
    'public/icon-512.png': renderPng(roundedIcon, 512),
    'public/icon-maskable-512.png': renderPng(maskableIcon, 512),
    'public/dashboard-icon-192.png': renderPng(dashboardIcon, 192),
    'public/dashboard-icon-512.png': renderPng(dashboardIcon, 512),
    'public/dashboard-icon-maskable-512.png': renderPng(dashboardMaskableIcon, 512),
  }
  for (const [path, content] of Object.entries(files)) await writeFile(resolve(root, path), await content)
}
