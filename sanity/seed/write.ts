import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { seedFiles } from './files/index.ts'
import { renderPng, seedImages } from './images/index.ts'
import { seedDocuments } from './index.ts'

/**
 * Writes the sample content into a folder in Sanity's import format: `data.ndjson`, one document a line, and `images/`
 * and `files/`, which its `_sanityAsset` fields point to. Both `@sanity/import` and `sanity dataset import <folder>` take it.
 */
export async function writeSeed(folder: string): Promise<void> {
  await mkdir(join(folder, 'images'), { recursive: true })
  await mkdir(join(folder, 'files'), { recursive: true })
  const lines = seedDocuments().map((document) => JSON.stringify(document) + '\n')
  await writeFile(join(folder, 'data.ndjson'), lines.join(''))
  await Promise.all(
    seedImages().map(async ({ file, svg }) => writeFile(join(folder, 'images', file), await renderPng(svg))),
  )
  await Promise.all(seedFiles.map(async ({ file, bytes }) => writeFile(join(folder, 'files', file), await bytes())))
}
