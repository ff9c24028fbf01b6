/** A problem in a Markdown file, with a line number that starts at 1. */
export type DocsProblem = { line: number; problem: string }

const MAX_SENTENCE_WORDS = 30

const FENCE_PATTERN = /^\s*(?:```|~~~)/
const HEADING_PATTERN = /^(#{1,6})\s+(\S.*)$/
const LIST_ITEM_PATTERN = /^\s*(?:[-*+]|\d+\.)\s+/
const TABLE_ROW_PATTERN = /^\s*\|/

type Line = { number: number; text: string }

/** Removes fenced code but keeps the fences, so that a section with only code does not count as empty. */
function removeCode(markdown: string): Line[] {
  let isCode = false
  return markdown.split('\n').map((text, index) => {
    const isFence = FENCE_PATTERN.test(text)
    const isHidden = isCode || isFence
    if (isFence) isCode = !isCode
    return { number: index + 1, text: isHidden ? (isFence ? '```' : '') : text }
  })
}

function findHeadingProblems(lines: Line[]): DocsProblem[] {
  const problems: DocsProblem[] = []
  let openHeading: { number: number; level: number; title: string; isEmpty: boolean } | undefined
  const close = (nextLevel: number) => {
    if (openHeading?.isEmpty && nextLevel <= openHeading.level)
      problems.push({ line: openHeading.number, problem: `The section "${openHeading.title}" is empty` })
  }
  for (const { number, text } of lines) {
    const [, marks, title] = HEADING_PATTERN.exec(text) ?? []
    if (!marks || !title) {
      if (openHeading && text.trim() !== '' && !text.trim().startsWith('<!--')) openHeading.isEmpty = false
      continue
    }
    close(marks.length)
    if (openHeading && marks.length > openHeading.level + 1)
      problems.push({ line: number, problem: `"${title}" skips a heading level` })
    openHeading = { number, level: marks.length, title, isEmpty: true }
  }
  close(0)
  return problems
}

/** Returns paragraphs and list items, with their first line. Excludes tables. */
function splitParagraphs(lines: Line[]): Line[] {
  const result: Line[] = []
  let isOpen = false
  for (const { number, text } of lines) {
    if (text.trim() === '' || text === '```' || HEADING_PATTERN.test(text) || TABLE_ROW_PATTERN.test(text)) {
      isOpen = false
      continue
    }
    const last = result.at(-1)
    if (isOpen && last && !LIST_ITEM_PATTERN.test(text)) last.text += ` ${text.trim()}`
    else result.push({ number, text: text.replace(LIST_ITEM_PATTERN, '').trim() })
    isOpen = true
  }
  return result
}

const sentenceSegmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Counts inline code as one word and ignores link targets. */
const countWords = (sentence: string): number =>
  sentence
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length

function findSentenceProblems(lines: Line[]): DocsProblem[] {
  return splitParagraphs(lines).flatMap(({ number, text }) =>
    [...sentenceSegmenter.segment(text)].flatMap(({ segment }) => {
      const wordCount = countWords(segment)
      if (wordCount <= MAX_SENTENCE_WORDS) return []
      return [{ line: number, problem: `A sentence has ${wordCount} words: "${segment.trim().slice(0, 60)}…"` }]
    }),
  )
}

/** Finds empty sections, headings that skip a level, and sentences over 30 words. */
export function findDocsProblems(markdown: string): DocsProblem[] {
  const lines = removeCode(markdown)
  return [...findHeadingProblems(lines), ...findSentenceProblems(lines)]
}
