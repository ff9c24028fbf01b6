import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SanityClient } from '@sanity/client'
import { sanityImport } from '@sanity/import'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSeedDocuments } from '../../../sanity/seed/index.ts'
import { writeSeed } from '../../../sanity/seed/write.ts'
import { type EmptyLake, startEmptyLake } from '../../support/empty-lake.ts'
import { createValidator, type Finding } from '../schema/workspace.ts'

let folder: string
let lake: EmptyLake
let client: SanityClient
let validate: (document: object) => Promise<Finding[]>

const seedFolder = (name: string) => join(folder, name)
const importSeed = (name: string) => sanityImport(seedFolder(name), { client, operation: 'createOrReplace' })

async function readSeedFiles(name: string): Promise<Map<string, string>> {
  const files = await readdir(seedFolder(name), { recursive: true, withFileTypes: true })
  const entries = files
    .filter((file) => file.isFile())
    .map(async (file) => {
      const path = join(file.parentPath, file.name)
      return [path.slice(seedFolder(name).length), (await readFile(path)).toString('base64')] as const
    })
  return new Map((await Promise.all(entries)).toSorted(([a], [b]) => a.localeCompare(b)))
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seed-import-'))
  await writeSeed(seedFolder('first'))
  await writeSeed(seedFolder('second'))
  lake = await startEmptyLake()
  client = lake.client
  validate = await createValidator(client)
  await importSeed('first')
})

afterAll(async () => {
  await lake.end()
  await rm(folder, { recursive: true, force: true })
})

describe('generated dataset', () => {
  it('is identical on every run', async () => {
    const first = await readSeedFiles('first')
    expect(first.has('/data.ndjson')).toBe(true)
    expect(first).toEqual(await readSeedFiles('second'))
  })

  it('has one document per line', async () => {
    const lines = (await readFile(join(seedFolder('first'), 'data.ndjson'), 'utf8')).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual(JSON.parse(JSON.stringify(buildSeedDocuments())))
  })
})

describe('Sanity import', () => {
  it('imports every document with strong references', async () => {
    const storedIds = await client.fetch<string[]>('*[!(_id in path("_.**")) && !(_type match "sanity.*")]._id')
    expect(new Set(storedIds)).toEqual(new Set(buildSeedDocuments().map(({ _id }) => _id)))
    expect(JSON.stringify(await client.fetch('*[_id in $ids]', { ids: storedIds }))).not.toContain('_weak')
  })

  it('uploads every image once, with its dimensions', async () => {
    const assets = await client.fetch<{ width: number }[]>(
      '*[_type == "sanity.imageAsset"]{ "width": metadata.dimensions.width }',
    )
    expect(assets).toHaveLength(38)
    expect(assets.every(({ width }) => width >= 312)).toBe(true)
    const coverQuery = '*[_type == "post" && defined(cover.asset->url) && !defined(cover._sanityAsset)]'
    const posts = buildSeedDocuments().filter(({ _type }) => _type === 'post')
    expect(await client.fetch(`count(${coverQuery})`)).toBe(posts.length)
  })

  it('uploads every call recording with its MIME type and matching timings', async () => {
    const recordings = await client.fetch<{ name: string; mimeType: string; isTimed: boolean }[]>(
      '*[_id == "page-sample-calls"].blocks[_type == "conversationBlock"]{"all": [call, ...calls]}.all[defined(recording)].recording{ "name": file.asset->originalFilename, "mimeType": file.asset->mimeType, "isTimed": file.asset._ref == timedFor }',
    )
    const names = ['call-no-heat.mp3', 'call-smell-of-gas.mp3', 'call-a-person.mp3']
    expect(recordings).toEqual(names.map((name) => ({ name, mimeType: 'audio/mpeg', isTimed: true })))
  })

  it('uploads every download and links it in the press kit', async () => {
    const pressKit = await client.fetch<{ name: string; size: number; extension: string }[]>(
      '*[_id == "pressKit"][0].downloads[]{ "files": [file, otherFile] }.files[defined(asset)]{ "name": asset->originalFilename, "size": asset->size, "extension": asset->extension }',
    )
    expect(pressKit.map(({ name }) => name).toSorted()).toEqual(
      (await readdir('sanity/seed/files')).filter((file) => !file.endsWith('.mp3')).toSorted(),
    )
    expect(pressKit.map(({ extension }) => extension)).toEqual(['svg', 'png', 'svg', 'png', 'svg', 'png', 'md'])
    expect(pressKit.every(({ size }) => size > 200)).toBe(true)
  })

  it('produces no validation errors or warnings', async () => {
    const documents = await client.fetch<{ _id: string }[]>('*[_type in $types]', {
      types: [...new Set(buildSeedDocuments().map(({ _type }) => _type))],
    })
    const findings = await Promise.all(
      documents.map(async (document) =>
        (await validate(document)).map((finding) => ({ id: document._id, ...finding })),
      ),
    )
    expect(findings.flat()).toEqual([])
  })

  it('sorts cities in menu order', async () => {
    const names = await client.fetch<string[]>('*[_type == "city"] | order(orderRank asc).name')
    expect(names).toEqual(['New York', 'Los Angeles', 'Chicago', 'Phoenix', 'Atlanta'])
  })

  it('can run again without adding documents', async () => {
    const count = await client.fetch<number>('count(*)')
    await importSeed('second')
    expect(await client.fetch('count(*)')).toBe(count)
  })
})
