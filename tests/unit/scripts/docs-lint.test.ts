import { describe, expect, it } from 'vitest'
import { commitSubjectProblem } from '../../../scripts/lint/commit-subject.ts'
import { docsProblems } from '../../../scripts/lint/docs.ts'

const problemsOf = (markdown: string) => docsProblems(markdown).map(({ line, problem }) => `${line}: ${problem}`)

const words = (count: number) => `Word${' word'.repeat(count - 1)}.`

describe('docs lint', () => {
  it('reports a section without content', () => {
    expect(problemsOf('# Title\n\nText.\n\n## Empty\n\n## Next\n\nText.')).toEqual(['5: The section "Empty" is empty'])
    expect(problemsOf('# Title\n\nText.\n\n## Last\n')).toEqual(['5: The section "Last" is empty'])
  })

  it('accepts a section that contains only code, a table or subsections', () => {
    expect(problemsOf('# Title\n\n## Code\n\n```sh\n# not a heading\n```\n\n## Table\n\n| a |\n| - |\n')).toEqual([])
  })

  it('reports a heading that skips a level', () => {
    expect(problemsOf('# Title\n\nText.\n\n### Deep\n\nText.')).toEqual(['5: "Deep" skips a heading level'])
  })

  it('reports sentences over 30 words in paragraphs and list items', () => {
    expect(problemsOf(`# Title\n\n${words(30)} ${words(30)}`)).toEqual([])
    expect(problemsOf(`# Title\n\nText.\n- ${words(31)}`)).toEqual([
      expect.stringMatching(/^4: A sentence has 31 words: "Word word/),
    ])
  })

  it('counts inline code as one word and joins wrapped lines', () => {
    expect(
      problemsOf(`# Title\n\n${words(15).slice(0, -1)}\n${words(14).toLowerCase().replace('.', ' `a b c d`.')}`),
    ).toEqual([])
    expect(problemsOf(`# Title\n\n${words(16).slice(0, -1)}\n${words(16).toLowerCase()}`)).toHaveLength(1)
  })
})

describe('commit subject lint', () => {
  it.each(['fix(db): stop closing the pool on a slow query', 'feat!: drop Node 18', 'docs: `npm start` needs git'])(
    'accepts %j',
    (subject) => expect(commitSubjectProblem(subject)).toBeUndefined(),
  )

  it.each(['Fixed the pool', 'fix the pool', 'fix: Stop closing the pool', 'wip: pool', `fix: ${'a'.repeat(80)}`])(
    'rejects %j',
    (subject) => expect(commitSubjectProblem(subject)).toMatch(/^A commit subject/),
  )
})
