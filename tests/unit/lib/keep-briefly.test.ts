import { expect, it } from 'vitest'
import { keepBriefly } from '../../../lib/keep-briefly.ts'

it('does it once for all who ask meanwhile, and again when the time is over', async () => {
  let now = 0
  let done = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  const work = async () => {
    const count = ++done
    if (count === 1) await promise
    return count
  }
  const ask = keepBriefly(work, 100, () => now)
  const [first, second] = [ask(), ask()]
  now = 500
  const third = ask()
  resolve()
  expect(await Promise.all([first, second, third])).toEqual([1, 1, 1])
  now = 599
  expect(await ask()).toBe(1)
  now = 600
  expect(await ask()).toBe(2)
})

it('keeps a failure as well', async () => {
  let now = 0
  let done = 0
  const ask = keepBriefly(
    async () => Promise.reject(new Error(`failure ${++done}`)),
    100,
    () => now,
  )
  await expect(ask()).rejects.toThrow('failure 1')
  await expect(ask()).rejects.toThrow('failure 1')
  now = 100
  await expect(ask()).rejects.toThrow('failure 2')
})
