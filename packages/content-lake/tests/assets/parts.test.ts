import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { createImageCache, parseRange } from '../../assets/serve.ts'
import { createAssetFiles } from '../../assets/files.ts'
import { isAssetFileName, isDatasetName } from '../../assets/asset.ts'
import type { TransformedImage } from '../../assets/transform.ts'
import { temporaryFolder } from '../fixtures.ts'

const sha1 = 'a'.repeat(40)

describe('asset names', () => {
  it('accept generated file names', () => {
    expect(isAssetFileName('images', `${sha1}-20x10.png`)).toBe(true)
    expect(isAssetFileName('files', `${sha1}.pdf`)).toBe(true)
  })

  it.each([
    '../../etc/passwd',
    `${sha1}-20x10.png/..`,
    `${sha1}-20x10.png\0.svg`,
    `..%2f${sha1}-20x10.png`,
    `${sha1}-20x10.exe`,
    `${sha1}`,
    '',
    `\n${sha1}-20x10.png`,
  ])('reject %j as an image name', (name) => {
    expect(isAssetFileName('images', name)).toBe(false)
  })

  it.each(['..', '.', '', 'a/b', 'a\\b', 'Production', '-a', 'a'.repeat(65)])('reject %j as a dataset name', (name) => {
    expect(isDatasetName(name)).toBe(false)
  })
})

describe('asset files', () => {
  it('are found only by name in the folder of their dataset', async () => {
    const folder = temporaryFolder()
    const files = createAssetFiles(join(folder, 'assets'))
    const name = `${sha1}.txt`
    await files.save('production', 'files', name, Buffer.from('in'))
    await mkdir(join(folder, 'files'))
    await writeFile(join(folder, 'files', name), 'out')
    await writeFile(join(folder, 'assets/production/files/notes.txt'), 'stray')
    expect(await files.find('production', 'files', name)).toMatchObject({ size: 2 })
    expect(await files.find('..', 'files', name)).toBeUndefined()
    expect(await files.find('production', 'files', 'notes.txt')).toBeUndefined()
    expect(await files.find('production', 'files', `../files/${name}`)).toBeUndefined()
  })
})

describe('parseRange', () => {
  it.each([
    ['bytes=0-4', { start: 0, end: 4 }],
    ['bytes=5-', { start: 5, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-30', { start: 0, end: 9 }],
    ['bytes=0-99', { start: 0, end: 9 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=4-2', undefined],
    ['bytes=0-1,3-4', undefined],
    ['items=0-1', undefined],
    ['bytes=-', undefined],
    [null, undefined],
  ])('parses %s of ten bytes as %o', (header, range) => {
    expect(parseRange(header, 10)).toEqual(range)
  })
})

describe('image cache', () => {
  const buildImage = (text: string): TransformedImage => ({ bytes: Buffer.from(text), mimeType: 'image/png' })
  const createCache = (bytes: number) => {
    const cache = createImageCache(bytes)
    return (key: string, render: () => Promise<TransformedImage>) => cache.forceFetch(key, { context: render })
  }

  it('shares one computation between concurrent requests and caches the result', async () => {
    const getImage = createCache(10)
    const renderImage = vi.fn(async () => buildImage('value'))
    const [first, second] = await Promise.all([getImage('a', renderImage), getImage('a', renderImage)])
    expect(first).toBe(second)
    expect(await getImage('a', renderImage)).toBe(first)
    expect(renderImage).toHaveBeenCalledTimes(1)
  })

  it('evicts the least recently used image above the byte limit', async () => {
    const getImage = createCache(10)
    const renderImage = vi.fn(async () => buildImage('12345'))
    for (const key of ['a', 'b', 'a', 'c']) await getImage(key, renderImage)
    expect(renderImage).toHaveBeenCalledTimes(3)
    await getImage('a', renderImage)
    expect(renderImage).toHaveBeenCalledTimes(3)
    await getImage('b', renderImage)
    expect(renderImage).toHaveBeenCalledTimes(4)
  })

  it('returns an oversized image uncached and does not cache failures', async () => {
    const getImage = createCache(3)
    const renderImage = vi.fn(async () => buildImage('large'))
    expect(await getImage('a', renderImage)).toEqual(buildImage('large'))
    await getImage('a', renderImage)
    expect(renderImage).toHaveBeenCalledTimes(2)
    await expect(getImage('b', () => Promise.reject(new Error('once')))).rejects.toThrow('once')
    expect(await getImage('b', async () => buildImage('ok'))).toEqual(buildImage('ok'))
  })
})
