import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { SanityClient } from '@sanity/client'
import { exportDataset } from '@sanity/export'
import { sanityImport } from '@sanity/import'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Lake } from '../../server.ts'
import { createTestClient, request, temporaryFolder, startTestLake, TOKENS } from '../fixtures.ts'

let lake: Lake
let client: SanityClient
let image: Buffer

beforeAll(async () => {
  lake = await startTestLake()
  client = createTestClient(lake, TOKENS.administrator)
  image = await sharp({ create: { width: 32, height: 16, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()
  const asset = await client.assets.upload('image', image, { filename: 'blue.png', title: 'Blue' })
  const hero = { _type: 'image', asset: { _type: 'reference', _ref: asset._id } }
  await client
    .transaction()
    .create({ _id: 'a', _type: 'page', title: 'A', hero, to: { _type: 'reference', _ref: 'b' } })
    .create({ _id: 'b', _type: 'page', title: 'B', to: { _type: 'reference', _ref: 'a' } })
    .create({ _id: 'drafts.a', _type: 'page', title: 'A draft', hero })
    .commit()
})

/** Casts the client, because the types of the importer come from another client version. */
const toImportClient = (source: SanityClient) =>
  source as unknown as NonNullable<Parameters<typeof sanityImport>[1]['client']>

const readContent = async (from: SanityClient) => {
  const documents = await from.fetch<Record<string, unknown>[]>(
    '*[_type == "page"] | order(_id)',
    {},
    { perspective: 'raw' },
  )
  return documents.map(({ _rev, _updatedAt, ...content }) => content)
}

describe.each(['stream', 'cursor'] as const)('dataset export (%s)', (mode) => {
  it('is restored by an import, including assets', async () => {
    const outputPath = join(temporaryFolder(), 'export.tar.gz')
    const exported = await exportDataset({ client, dataset: 'production', outputPath, mode } as never)
    expect(exported).toMatchObject({ documentCount: 3, assetCount: 1 })

    await client.datasets.create(`copy-${mode}`)
    const copy = createTestClient(lake, TOKENS.administrator, `copy-${mode}`)
    const result = await sanityImport(createReadStream(outputPath), {
      client: toImportClient(copy),
      operation: 'create',
    })
    expect(result).toMatchObject({ numDocs: 3 })
    expect(await readContent(copy)).toEqual(await readContent(client))
    const { url } = await copy.fetch('*[_type == "sanity.imageAsset"][0]{url}')
    expect(url).toContain(`/copy-${mode}/`)
    const storedBytes = await fetch(url).then((response) => response.arrayBuffer())
    expect(new Uint8Array(storedBytes)).toEqual(new Uint8Array(image))
  })
})

describe('export endpoint', () => {
  it('streams the requested types as NDJSON', async () => {
    const response = await request(lake, '/data/export/production?types=page', { token: TOKENS.viewer })
    expect(response.headers.get('content-type')).toContain('application/x-ndjson')
    const lines = (await response.text()).trim().split('\n')
    expect(lines.map((line) => JSON.parse(line)._id).toSorted()).toEqual(['a', 'b', 'drafts.a'])
  })
})

describe('NDJSON import', () => {
  it('is idempotent', async () => {
    await client.datasets.create('seeded')
    const seededClient = createTestClient(lake, TOKENS.administrator, 'seeded')
    const buildDocuments = () => [
      { _id: 'x', _type: 'page', title: 'X', to: { _type: 'reference', _ref: 'y' } },
      { _id: 'y', _type: 'page', title: 'Y' },
    ]
    await sanityImport(buildDocuments(), { client: toImportClient(seededClient), operation: 'createOrReplace' })
    await sanityImport(buildDocuments(), { client: toImportClient(seededClient), operation: 'createOrReplace' })
    expect(
      await seededClient.fetch('*[_type == "page"] | order(_id) {title, "to": to->title, "weak": to._weak}'),
    ).toEqual([
      { title: 'X', to: 'Y', weak: null },
      { title: 'Y', to: null, weak: null },
    ])
  })
})
