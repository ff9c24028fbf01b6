import { cp, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { buildSeedDocuments } from './index.ts'

const PICTURES_FOLDER = join(import.meta.dirname, 'pictures')

/** Copies a picture and converts SVG to PNG, because hosted Sanity does not resize SVG. */
async function writePicture(file: string, folder: string): Promise<void> {
  const source = join(PICTURES_FOLDER, file)
  const target = join(folder, file.replace(/\.svg$/, '.png'))
  if (target.endsWith(file)) await cp(source, target)
  else await sharp(source).png().toFile(target)
}

/**
 * Writes the sample content in Sanity's import format, for `@sanity/import` and `sanity dataset import <folder>`.
 * Creates `data.ndjson`, and `images/` and `files/` for its `_sanityAsset` fields.
 * @throws {SeedError} if the content violates the schema
 */
export async function writeSeed(folder: string): Promise<void> {
  const lines = buildSeedDocuments().map((document) => JSON.stringify(document) + '\n')
  const images = join(folder, 'images')
  await mkdir(images, { recursive: true })
  await writeFile(join(folder, 'data.ndjson'), lines.join(''))
  await cp(join(import.meta.dirname, 'files'), join(folder, 'files'), { recursive: true })
  await Promise.all((await readdir(PICTURES_FOLDER)).map((file) => writePicture(file, images)))
}
