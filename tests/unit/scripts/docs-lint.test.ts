import { describe, expect, it } from 'vitest'
import { checkCommitSubject } from '../../../scripts/lint/commit-subject.ts'
import { findDocsProblems } from '../../../scripts/lint/docs.ts'

const findProblems = (markdown: string) => findDocsProblems(markdown).map(({ line, problem }) => `${line}: ${problem}`)

const repeatWords = (count: number) => `Word${' word'.repeat(count - 1)}.`

describe('docs lint', () => {
  it('reports a section without content', () => {
    expect(findProblems('# Title\n\nText.\n\n## Empty\n\n## Next\n\nText.')).toEqual([
      '5: The section "Empty" is empty',
    ])
    expect(findProblems('# Title\n\nText.\n\n## Last\n')).toEqual(['5: The section "Last" is empty'])
  })

  it('accepts a section that contains only code, a table or subsections', () => {
    expect(findProblems('# Title\n\n## Code\n\n```sh\n# not a heading\n```\n\n## Table\n\n| a |\n| - |\n')).toEqual([])
  })

  it('reports a heading that skips a level', () => {
    expect(findProblems('# Title\n\nText.\n\n### Deep\n\nText.')).toEqual(['5: "Deep" skips a heading level'])
  })

  it('reports sentences over 30 words in paragraphs and list items', () => {
    expect(findProblems(`# Title\n\n${repeatWords(30)} ${repeatWords(30)}`)).toEqual([])
    expect(findProblems(`# Title\n\nText.\n- ${repeatWords(31)}`)).toEqual([
      expect.stringMatching(/^4: A sentence has 31 words: "Word word/),
    ])
  })

  it('counts inline code as one word and joins wrapped lines', () => {
    expect(
      findProblems(
        `# Title\n\n${repeatWords(15).slice(0, -1)}\n${repeatWords(14).toLowerCase().replace('.', ' `a b c d`.')}`,
      ),
    ).toEqual([])
    expect(findProblems(`# Title\n\n${repeatWords(16).slice(0, -1)}\n${repeatWords(16).toLowerCase()}`)).toHaveLength(1)
  })
})

describe('commit subject lint', () => {
  it.each(['fix(db): stop closing the pool on a slow query', 'feat!: drop Node 18', 'docs: `npm start` needs git'])(
    'accepts %j',
    (subject) => expect(checkCommitSubject(subject)).toBeUndefined(),
  )

  it.each(['Fixed the pool', 'fix the pool', 'fix: Stop closing the pool', 'wip: pool', `fix: ${'a'.repeat(80)}`])(
    'rejects %j',
    (subject) => expect(checkCommitSubject(subject)).toMatch(/^A commit subject/),
  )
})
