import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasUndeclaredGplText, getLicense } from './allowed.ts'
import type { Package } from './packages.ts'

const LICENSE_FILE_PATTERN = /^(licen[cs]e|copying|notice|unlicense)/i

const CODE_FILE_PATTERN = /\.([cm]?[jt]sx?|json|map)$/i

/** Matches a copyright line. In long texts the line needs a year, because prose also mentions copyright. */
const COPYRIGHT_LINE_PATTERN = /^\W*(portions )?(copyright|\(c\)|©)/i
const DATED_COPYRIGHT_LINE_PATTERN = /^\W*(portions )?copyright ((\(c\)|©) ?)?\d{4}/i

/** Length in characters above which a text contains more than permission, conditions and disclaimer. */
const LONG_TEXT_CHARS = 3_500

const LICENSE_TITLE_PATTERN = /^\W*(the )?(mit|isc|bsd|apache|0bsd|blue oak|license|licen[cs]e)[\w\s.,():"-]{0,60}$/i

export type Notice = { package: Package; holders: string[]; body: string }

export type SharedText = { license: string; body: string; notices: Notice[] }

const splitLines = (text: string): string[] =>
  text
    .replaceAll('\r', '')
    .split('\n')
    .map((line) => line.trimEnd())

/** Normalizes a text for comparison, because copies differ in whitespace, punctuation and case. */
const normalizeText = (body: string): string => body.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

function parseNotice(pkg: Package, text: string): Notice {
  const lines = splitLines(text)
  const pattern = text.length > LONG_TEXT_CHARS ? DATED_COPYRIGHT_LINE_PATTERN : COPYRIGHT_LINE_PATTERN
  const holders = lines.filter((line) => pattern.test(line)).map((line) => line.trim())
  const rest = lines.filter((line) => !pattern.test(line))
  const first = rest.findIndex((line) => line.trim() !== '')
  if (LICENSE_TITLE_PATTERN.test(rest[first] ?? '')) rest.splice(first, 1)
  return {
    package: pkg,
    holders,
    body: rest
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim(),
  }
}

function readAuthor(folder: string): string | undefined {
  const { author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    author?: string | { name?: string }
  }
  const name = typeof author === 'string' ? author : author?.name
  return name?.replaceAll(/\s*[<(][^>)]*[>)]/g, '').trim()
}

/** Returns the license notices of a package. A package with bundled third-party code has several. */
function readNotices(root: string, pkg: Package): Notice[] {
  const folder = join(root, pkg.folder)
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((file) => file.isFile() && LICENSE_FILE_PATTERN.test(file.name) && !CODE_FILE_PATTERN.test(file.name))
    .map(({ name }) => name)
    .toSorted()
  return files.map((name) => parseNotice(pkg, readFileSync(join(folder, name), 'utf8')))
}

/**
 * Groups notices by license text. Also returns packages without a text and packages with an undeclared license text.
 */
export function groupNotices(root: string, packages: Package[]) {
  const texts = new Map<string, SharedText>()
  const addNotice = (notice: Notice): void => {
    const normalizedText = normalizeText(notice.body)
    const text = texts.get(normalizedText) ?? { license: getLicense(notice.package), body: notice.body, notices: [] }
    text.notices.push(notice)
    texts.set(normalizedText, text)
  }
  const packagesWithoutNotice: Package[] = []
  const unexpected: Package[] = []
  for (const pkg of packages) {
    const notices = readNotices(root, pkg)
    if (notices.length === 0) packagesWithoutNotice.push(pkg)
    notices.forEach(addNotice)
    if (notices.some(({ body }) => hasUndeclaredGplText(pkg, body))) unexpected.push(pkg)
  }
  // Assigns the most common text of the license to packages without a text.
  const packagesWithoutText: Package[] = []
  for (const pkg of packagesWithoutNotice) {
    const candidates = [...texts.values()].filter(({ license }) => license === getLicense(pkg))
    const [mostCommonText] = candidates.toSorted((a, b) => b.notices.length - a.notices.length)
    if (!mostCommonText) packagesWithoutText.push(pkg)
    const author = readAuthor(join(root, pkg.folder)) || `the authors of ${pkg.name}`
    mostCommonText?.notices.push({ package: pkg, holders: [`Copyright (c) ${author}`], body: mostCommonText.body })
  }
  return { texts: [...texts.values()], without: packagesWithoutText, unexpected }
}
