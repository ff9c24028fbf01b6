import { globSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FileStore } from '../../../lib/platform/cache/file-store.ts'
import { log } from '../../../lib/platform/log/log.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'file-store-'))
  for (const level of ['error', 'info'] as const) vi.spyOn(log, level).mockReturnValue()
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

const text = async (store: FileStore, key: string) => (await store.read(key))?.toString('utf8')

describe('FileStore', () => {
  it('keeps values by keys that no file name could have, and keys apart that differ in case', async () => {
    const store = new FileStore(join(folder, 'made', 'later'))
    const keys = ['/route/../../../etc', 'a/b', 'A/B', 'x'.repeat(5_000), 'größer\0']
    for (const [index, key] of keys.entries()) await store.write(key, String(index))
    for (const [index, key] of keys.entries()) expect(await text(store, key)).toBe(String(index))
    expect(globSync('made/later/*/*', { cwd: folder })).toHaveLength(keys.length)
    expect(globSync('*', { cwd: folder })).toEqual(['made'])
  })

  it('gives a later process what an earlier one wrote', async () => {
    await new FileStore(folder).write('key', Buffer.from('value'))
    expect(await text(new FileStore(folder), 'key')).toBe('value')
  })

  it('replaces and deletes, also what is not there', async () => {
    const store = new FileStore(folder)
    expect(await store.read('key')).toBeUndefined()
    await store.delete('key')
    await store.write('key', 'old')
    await store.write('key', 'new')
    expect(await text(store, 'key')).toBe('new')
    await store.delete('key')
    expect(await store.read('key')).toBeUndefined()
  })

  it('has one of the values whole when many are written at once, and leaves nothing else behind', async () => {
    const store = new FileStore(folder)
    const values = Array.from({ length: 20 }, (_, index) => String(index).repeat(10_000))
    await Promise.all(values.map((value) => store.write('key', value)))
    expect(values).toContain(await text(store, 'key'))
    expect(globSync('*/*', { cwd: folder })).toHaveLength(1)
  })

  it('counts values as missing where files cannot be: a full or broken disk breaks no page', async () => {
    const inTheWay = join(folder, 'file')
    writeFileSync(inTheWay, '')
    const store = new FileStore(inTheWay)
    await store.write('key', 'value')
    await store.delete('key')
    expect(await store.read('key')).toBeUndefined()
    await store.keepGroups([])
    const { calls } = vi.mocked(log.error).mock
    const cannot = new Set(calls.map(([, text]) => /(file|folder) .* cannot be (\w+)/.exec(text ?? '')?.[0]))
    expect([...cannot].toSorted()).toEqual([
      'file of the cache cannot be deleted',
      'file of the cache cannot be read',
      'file of the cache cannot be written',
      'folder of the cache cannot be read',
    ])
    for (const [details] of calls) expect(details).toEqual({ err: expect.any(Error) })
  })

  it('says once that a disk is full, and once that it has room again', async () => {
    const inTheWay = join(folder, 'file')
    writeFileSync(inTheWay, '')
    const store = new FileStore(inTheWay)
    for (const key of ['a', 'b', 'c']) await store.write(key, key)
    const messages = vi.mocked(log.error).mock.calls.map(([, text]) => text)
    expect(messages.filter((text) => text === 'A file of the cache cannot be written')).toHaveLength(1)
    rmSync(inTheWay)
    for (const key of ['a', 'b']) await store.write(key, key)
    expect(log.info).toHaveBeenCalledOnce()
  })

  it('leaves no half of a file behind that cannot take its place', async () => {
    const store = new FileStore(folder)
    await store.write('key', 'value')
    const [file = ''] = globSync('*/*', { cwd: folder })
    rmSync(join(folder, file))
    mkdirSync(join(folder, file, 'in the way'), { recursive: true })
    await store.write('key', 'value')
    expect(log.error).toHaveBeenCalledOnce()
    expect(globSync('*/*', { cwd: folder })).toEqual([file])
  })

  it('says nothing in the log of what is not there', async () => {
    const store = new FileStore(join(folder, 'none'))
    expect(await store.read('key')).toBeUndefined()
    await store.delete('key')
    await store.keepGroups([])
    expect(log.error).not.toHaveBeenCalled()
  })

  it('deletes what belongs to groups that are gone, and nothing else', async () => {
    const store = new FileStore(folder, (key) => key.charAt(0))
    const keys = ['a1', 'a2', 'b1', 'c1']
    for (const key of keys) await store.write(key, key)
    await store.keepGroups(['a', 'c', 'never written'])
    expect(await Promise.all(keys.map((key) => text(store, key)))).toEqual(['a1', 'a2', undefined, 'c1'])
    expect(globSync('*', { cwd: folder })).toHaveLength(2)
    await new FileStore(join(folder, 'none')).keepGroups([])
  })

  const age = (file: string, hours: number) => {
    const time = new Date(Date.now() - hours * 3_600_000)
    utimesSync(join(folder, file), time, time)
  }

  it('leaves other groups alone that somebody still writes to', async () => {
    const store = new FileStore(folder, (key) => key.charAt(0))
    await store.write('a1', 'of a group that nobody uses')
    const [unused = ''] = globSync('*', { cwd: folder })
    await store.write('b1', 'in use by another build')
    age(unused, 49)
    await store.keepGroups([], 48 * 3_600_000)
    expect([await text(store, 'a1'), await text(store, 'b1')]).toEqual([undefined, 'in use by another build'])
  })

  it('deletes what a killed process left half written, and not what is being written', async () => {
    const store = new FileStore(folder)
    await store.write('key', 'value')
    const [file = ''] = globSync('*/*', { cwd: folder })
    for (const end of ['old', 'new']) writeFileSync(join(folder, `${file}.${end}`), 'half')
    age(`${file}.old`, 2)
    age(file, 2)
    await store.keepGroups([''])
    expect(globSync('*/*', { cwd: folder }).toSorted()).toEqual([file, `${file}.new`])
  })
})
