import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ConfigurationError } from '../command.ts'
import { openDatabase, createTransactions } from '../sqlite.ts'
import { cleanUpAfter } from './servers.ts'

const { temporaryFolder } = cleanUpAfter(afterAll)

const SCHEMA = 'CREATE TABLE IF NOT EXISTS item (name TEXT)'

describe('openDatabase', () => {
  it('rejects a second exclusive connection', () => {
    const file = join(temporaryFolder(), 'deep/one.sqlite')
    const db = openDatabase(file, SCHEMA, { exclusive: 'it is taken' })
    expect(() => openDatabase(file, SCHEMA, { exclusive: 'it is taken' })).toThrow(
      new ConfigurationError('it is taken'),
    )
    db.close()
    openDatabase(file, SCHEMA, { exclusive: 'it is taken' }).close()
  })
})

describe('database transactions', () => {
  const open = () => {
    const db = openDatabase(':memory:', SCHEMA)
    const add = (name: string) => db.prepare('INSERT INTO item VALUES (?)').run(name)
    const listNames = () =>
      db
        .prepare('SELECT name FROM item')
        .all()
        .map((row) => row.name)
    return { ...createTransactions(db), add, names: listNames }
  }

  it('are atomic, including nested ones', () => {
    const { transaction, add, names } = open()
    expect(transaction(() => (add('a'), transaction(() => add('b')), 'done'))).toBe('done')
    const failTransaction = () =>
      transaction(() => {
        transaction(() => add('c'))
        throw new Error('no')
      })
    expect(failTransaction).toThrow('no')
    expect(names()).toEqual(['a', 'b'])
  })

  it('run onCommit callbacks only after a commit', () => {
    const { transaction, onCommit } = open()
    const calls: string[] = []
    transaction(() => {
      onCommit(() => calls.push('kept'))
      expect(calls).toEqual([])
    })
    const failTransaction = () =>
      transaction(() => {
        onCommit(() => calls.push('lost'))
        throw new Error('no')
      })
    expect(failTransaction).toThrow('no')
    transaction(() => undefined)
    expect(calls).toEqual(['kept'])
  })
})
