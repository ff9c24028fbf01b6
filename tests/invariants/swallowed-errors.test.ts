import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** Code, and whether the lint lets it pass: the rule is tried out with the configuration of this repository. */
const samples: [code: string, passes: boolean][] = [
  // Swallowed.
  ['try { work() } catch { }', false],
  ['try { work() } catch (error) { }', false],
  ['try { work() } catch { giveUp = true }', false],
  ['export function read() { try { return work() } catch { return undefined } }', false],
  ['try { work() } catch { // oxlint-disable-line no-empty\n}', false],
  ['try { work() } catch { // ignore it\n}', false],
  ['// This comment is about something else entirely.\ntry { work() } catch { giveUp = true }', false],
  ['try { work() } catch { promise.catch((error) => log.warn({ err: error })) }', false],
  ['await promise.catch(() => undefined)', false],
  ['await promise.catch(function () { return null })', false],
  ['await promise.then(() => true, () => false)', false],
  // Used, logged, thrown, or explained.
  ['try { work() } catch (error) { answer(error) }', true],
  ['try { work() } catch ({ code }) { answer(code) }', true],
  ['try { work() } catch { log.warn("It did not work") }', true],
  ['try { work() } catch { throw new Error("No work today") }', true],
  ['try { work() } catch { // Nobody needs the work: there is more of it.\n}', true],
  ['await promise.catch((error) => answer(error))', true],
  ['await promise.catch(report)', true],
  ['await promise.catch(() => log.warn("It did not work"))', true],
  ['// Whether it works is answered, not why.\nawait promise.then(() => true, () => false)', true],
  ['await promise.then(() => true)', true],
  ['await promise.finally(() => undefined)', true],
]

const fileOf = (index: number) => `sample-${index}.ts`

let folder: string
let complaints: Map<string, string>

function lint(cwd: string): Promise<string> {
  const args = [resolve(root, 'node_modules/oxlint/bin/oxlint'), '--format', 'json']
  return new Promise((done) => execFile(process.execPath, args, { cwd }, (_error, stdout) => done(stdout)))
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'swallowed-'))
  for (const path of ['.oxlintrc.json', 'scripts/lint'])
    cpSync(resolve(root, path), join(folder, path), { recursive: true })
  for (const [index, [code]] of samples.entries()) writeFileSync(join(folder, fileOf(index)), `${code}\nexport {}\n`)
  const { diagnostics } = JSON.parse(await lint(folder)) as {
    diagnostics: { filename: string; code: string; severity: string }[]
  }
  complaints = new Map(
    diagnostics
      .filter(({ code }) => code === 'errors(no-swallowed-errors)')
      .map(({ filename, severity }) => [filename, severity]),
  )
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('an error does not vanish', () => {
  it.each(samples.map(([code, passes], index) => ({ code, passes, index })))('$code: $passes', ({ passes, index }) => {
    expect(complaints.get(fileOf(index))).toBe(passes ? undefined : 'error')
  })
})
