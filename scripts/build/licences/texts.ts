import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isUnexpected, licenceName } from './allowed.ts'
import type { Package } from './packages.ts'

const FILE = /^(licen[cs]e|copying|notice|unlicense)/i

const PROGRAM = /\.([cm]?[jt]sx?|json|map)$/i

/** Matches a copyright line. In long texts the line needs a year, because prose also mentions copyright. */
const HOLDER = /^\W*(portions )?(copyright|\(c\)|©)/i
const HOLDER_WITH_YEAR = /^\W*(portions )?copyright ((\(c\)|©) ?)?\d{4}/i

/** Length in characters above which a text contains more than permission, conditions and disclaimer. */
const LONG = 3_500

const TITLE = /^\W*(the )?(mit|isc|bsd|apache|0bsd|blue oak|license|licen[cs]e)[\w\s.,():"-]{0,60}$/i

export type Notice = { package: Package; holders: string[]; body: string }

export type SharedText = { licence: string; body: string; notices: Notice[] }

const linesOf = (text: string): string[] =>
  text
    .replaceAll('\r', '')
    .split('\n')
    .map((line) => line.trimEnd())

/** Normalizes a text for comparison, because copies differ in whitespace, punctuation and case. */
const essenceOf = (body: string): string => body.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

function noticeOf(found: Package, text: string): Notice {
  const lines = linesOf(text)
  const pattern = text.length > LONG ? HOLDER_WITH_YEAR : HOLDER
  const holders = lines.filter((line) => pattern.test(line)).map((line) => line.trim())
  const rest = lines.filter((line) => !pattern.test(line))
  const first = rest.findIndex((line) => line.trim() !== '')
  if (TITLE.test(rest[first] ?? '')) rest.splice(first, 1)
  return {
    package: found,
    holders,
    body: rest
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim(),
  }
}

function authorOf(folder: string): string | undefined {
  const { author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    author?: string | { name?: string }
  }
  const name = typeof author === 'string' ? author : author?.name
  return name?.replaceAll(/\s*[<(][^>)]*[>)]/g, '').trim()
}

/** Returns the license notices of a package. A package with bundled third-party code has several. */
function noticesOf(root: string, found: Package): Notice[] {
  const folder = join(root, found.folder)
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((file) => file.isFile() && FILE.test(file.name) && !PROGRAM.test(file.name))
    .map(({ name }) => name)
    .toSorted()
  return files.map((name) => noticeOf(found, readFileSync(join(folder, name), 'utf8')))
}

/**
 * Groups notices by license text. Also returns packages without a text and packages with an undeclared license text.
 */
export function sharedTexts(root: string, packages: Package[]) {
  const texts = new Map<string, SharedText>()
  const add = (notice: Notice): void => {
    const essence = essenceOf(notice.body)
    const text = texts.get(essence) ?? { licence: licenceName(notice.package), body: notice.body, notices: [] }
    text.notices.push(notice)
    texts.set(essence, text)
  }
  const bare: Package[] = []
  const unexpected: Package[] = []
  for (const each of packages) {
    const notices = noticesOf(root, each)
    if (notices.length === 0) bare.push(each)
    notices.forEach(add)
    if (notices.some(({ body }) => isUnexpected(each, body))) unexpected.push(each)
  }
  // Assigns the most common text of the license to packages without a text.
  const without: Package[] = []
  for (const each of bare) {
    const same = [...texts.values()].filter(({ licence }) => licence === licenceName(each))
    const [usual] = same.toSorted((one, other) => other.notices.length - one.notices.length)
    if (!usual) without.push(each)
    const author = authorOf(join(root, each.folder)) || `the authors of ${each.name}`
    usual?.notices.push({ package: each, holders: [`Copyright (c) ${author}`], body: usual.body })
  }
  return { texts: [...texts.values()], without, unexpected }
}
