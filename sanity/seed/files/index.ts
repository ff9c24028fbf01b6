import sharp from 'sharp'
import { logo, mark, tones } from '../images/logo.ts'
import { factSheet } from './fact-sheet.ts'

export type SeedFile = { file: string; bytes: () => Buffer | Promise<Buffer> }

const PNG_WIDTH = 1600

const text = (content: string) => () => Buffer.from(content)

/** The logo as pixels: drawn large, not enlarged. */
const png = (svg: string) => () =>
  sharp(Buffer.from(svg), { density: 288 }).resize({ width: PNG_WIDTH }).png({ compressionLevel: 9 }).toBuffer()

/** Every file the sample content offers for download. */
export const seedFiles: SeedFile[] = [
  { file: 'ductwise-logo-dark.svg', bytes: text(logo(tones.dark)) },
  { file: 'ductwise-logo-light.svg', bytes: text(logo(tones.light)) },
  { file: 'ductwise-logo-dark.png', bytes: png(logo(tones.dark)) },
  { file: 'ductwise-logo-light.png', bytes: png(logo(tones.light)) },
  { file: 'ductwise-mark.svg', bytes: text(mark(tones.dark)) },
  { file: 'ductwise-fact-sheet.md', bytes: text(factSheet) },
]
