/** A problem in a Markdown file, with the line number, from 1. */
export type DocsProblem = { line: number; problem: string }

const MAX_SENTENCE_WORDS = 30

const FENCE = /^\s*(?:```|~~~)/
const HEADING = /^(#{1,6})\s+(\S.*)$/
const LIST_ITEM = /^\s*(?:[-*+]|\d+\.)\s+/
const TABLE_ROW = /^\s*\|/

type Line = { number: number; text: string }

/** Replaces fenced code with a word, so that a section that only shows code is not empty. */
function withoutCode(markdown: string): Line[] {
  let isCode = false
  return markdown.split('\n').map((text, index) => {
    const isFence = FENCE.test(text)
    const isHidden = isCode || isFence
    if (isFence) isCode = !isCode
    return { number: index + 1, text: isHidden ? (isFence ? '```' : '') : text }
  })
}

function headingProblems(lines: Line[]): DocsProblem[] {
  const problems: DocsProblem[] = []
  let open: { number: number; level: number; title: string; isEmpty: boolean } | undefined
  const close = (nextLevel: number) => {
    if (open?.isEmpty && nextLevel <= open.level)
      problems.push({ line: open.number, problem: `The section "${open.title}" is empty` })
  }
  for (const { number, text } of lines) {
    const [, marks, title] = HEADING.exec(text) ?? []
    if (!marks || !title) {
      if (open && text.trim() !== '' && !text.trim().startsWith('<!--')) open.isEmpty = false
      continue
    }
    close(marks.length)
    if (open && marks.length > open.level + 1)
      problems.push({ line: number, problem: `"${title}" skips a heading level` })
    open = { number, level: marks.length, title, isEmpty: true }
  }
  close(0)
  return problems
}

/** Paragraphs and list items, with their first line. Tables are left out. */
function paragraphs(lines: Line[]): Line[] {
  const found: Line[] = []
  let isOpen = false
  for (const { number, text } of lines) {
    if (text.trim() === '' || text === '```' || HEADING.test(text) || TABLE_ROW.test(text)) {
      isOpen = false
      continue
    }
    const last = found.at(-1)
    if (isOpen && last && !LIST_ITEM.test(text)) last.text += ` ${text.trim()}`
    else found.push({ number, text: text.replace(LIST_ITEM, '').trim() })
    isOpen = true
  }
  return found
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Code and links are one word each. */
const countWords = (sentence: string): number =>
  sentence
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length

function sentenceProblems(lines: Line[]): DocsProblem[] {
  return paragraphs(lines).flatMap(({ number, text }) =>
    [...sentences.segment(text)].flatMap(({ segment }) => {
      const words = countWords(segment)
      if (words <= MAX_SENTENCE_WORDS) return []
      return [{ line: number, problem: `A sentence has ${words} words: "${segment.trim().slice(0, 60)}…"` }]
    }),
  )
}

/** Finds empty sections, headings that skip a level, and sentences over 30 words. */
export function docsProblems(markdown: string): DocsProblem[] {
  const lines = withoutCode(markdown)
  return [...headingProblems(lines), ...sentenceProblems(lines)]
}
