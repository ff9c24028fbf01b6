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

const readText = async (store: FileStore, key: string) => (await store.read(key))?.toString('utf8')

describe('FileStore', () => {
  it('accepts any string as a key and treats keys as case-sensitive', async () => {
    const store = new FileStore(join(folder, 'made', 'later'))
    const keys = ['/route/../../../etc', 'a/b', 'A/B', 'x'.repeat(5_000), 'größer\0']
    for (const [index, key] of keys.entries()) await store.write(key, String(index))
    for (const [index, key] of keys.entries()) expect(await readText(store, key)).toBe(String(index))
    expect(globSync('made/later/*/*', { cwd: folder })).toHaveLength(keys.length)
    expect(globSync('*', { cwd: folder })).toEqual(['made'])
  })

  it('persists values across processes', async () => {
    await new FileStore(folder).write('key', Buffer.from('value'))
    expect(await readText(new FileStore(folder), 'key')).toBe('value')
  })

  it('replaces and deletes values, including missing ones', async () => {
    const store = new FileStore(folder)
    expect(await store.read('key')).toBeUndefined()
    await store.delete('key')
    await store.write('key', 'old')
    await store.write('key', 'new')
    expect(await readText(store, 'key')).toBe('new')
    await store.delete('key')
    expect(await store.read('key')).toBeUndefined()
  })

  it('keeps one complete value after concurrent writes and no temporary files', async () => {
    const store = new FileStore(folder)
    const values = Array.from({ length: 20 }, (_, index) => String(index).repeat(10_000))
    await Promise.all(values.map((value) => store.write('key', value)))
    expect(values).toContain(await readText(store, 'key'))
    expect(globSync('*/*', { cwd: folder })).toHaveLength(1)
  })

  it('treats values as missing and logs errors if the disk is full or broken', async () => {
    const blockingFile = join(folder, 'file')
    writeFileSync(blockingFile, '')
    const store = new FileStore(blockingFile)
    await store.write('key', 'value')
    await store.delete('key')
    expect(await store.read('key')).toBeUndefined()
    await store.deleteOtherGroups([])
    const { calls } = vi.mocked(log.error).mock
    const messages = new Set(calls.map(([, text]) => text))
    expect([...messages].toSorted()).toEqual([
      'file-cache: delete failed',
      'file-cache: directory read failed',
      'file-cache: read failed',
      'file-cache: write failed',
    ])
    for (const [details] of calls) expect(details).toEqual({ err: expect.any(Error) })
  })

  it('logs a full disk once and its recovery once', async () => {
    const blockingFile = join(folder, 'file')
    writeFileSync(blockingFile, '')
    const store = new FileStore(blockingFile)
    for (const key of ['a', 'b', 'c']) await store.write(key, key)
    const messages = vi.mocked(log.error).mock.calls.map(([, text]) => text)
    expect(messages.filter((text) => text === 'file-cache: write failed')).toHaveLength(1)
    rmSync(blockingFile)
    for (const key of ['a', 'b']) await store.write(key, key)
    expect(log.info).toHaveBeenCalledOnce()
  })

  it('removes the temporary file if it cannot replace the target', async () => {
    const store = new FileStore(folder)
    await store.write('key', 'value')
    const [file = ''] = globSync('*/*', { cwd: folder })
    rmSync(join(folder, file))
    mkdirSync(join(folder, file, 'in the way'), { recursive: true })
    await store.write('key', 'value')
    expect(log.error).toHaveBeenCalledOnce()
    expect(globSync('*/*', { cwd: folder })).toEqual([file])
  })

  it('logs nothing for missing files', async () => {
    const store = new FileStore(join(folder, 'none'))
    expect(await store.read('key')).toBeUndefined()
    await store.delete('key')
    await store.deleteOtherGroups([])
    expect(log.error).not.toHaveBeenCalled()
  })

  it('deletes exactly the groups that are not listed', async () => {
    const store = new FileStore(folder, (key) => key.charAt(0))
    const keys = ['a1', 'a2', 'b1', 'c1']
    for (const key of keys) await store.write(key, key)
    await store.deleteOtherGroups(['a', 'c', 'never written'])
    expect(await Promise.all(keys.map((key) => readText(store, key)))).toEqual(['a1', 'a2', undefined, 'c1'])
    expect(globSync('*', { cwd: folder })).toHaveLength(2)
    await new FileStore(join(folder, 'none')).deleteOtherGroups([])
  })

  const setAge = (file: string, hours: number) => {
    const time = new Date(Date.now() - hours * 3_600_000)
    utimesSync(join(folder, file), time, time)
  }

  it('keeps recently written groups even if they are not listed', async () => {
    const store = new FileStore(folder, (key) => key.charAt(0))
    await store.write('a1', 'of a group that nobody uses')
    const [unused = ''] = globSync('*', { cwd: folder })
    await store.write('b1', 'in use by another build')
    setAge(unused, 49)
    await store.deleteOtherGroups([], 48 * 3_600_000)
    expect([await readText(store, 'a1'), await readText(store, 'b1')]).toEqual([undefined, 'in use by another build'])
  })

  it('deletes old temporary files of a killed process, but no recent ones', async () => {
    const store = new FileStore(folder)
    await store.write('key', 'value')
    const [file = ''] = globSync('*/*', { cwd: folder })
    for (const end of ['old', 'new']) writeFileSync(join(folder, `${file}.${end}`), 'half')
    setAge(`${file}.old`, 2)
    setAge(file, 2)
    await store.deleteOtherGroups([''])
    expect(globSync('*/*', { cwd: folder }).toSorted()).toEqual([file, `${file}.new`])
  })
})
