const TYPES = ['build', 'chore', 'ci', 'docs', 'feat', 'fix', 'perf', 'refactor', 'revert', 'style', 'test']

const SUBJECT_PATTERN = new RegExp(
  String.raw`^(?:${TYPES.join('|')})(?:\([\w/.-]+\))?!?: [a-z\d"'\x60/.@]\S*(?: \S+)*$`,
)

const MAX_SUBJECT_LENGTH = 72

/** Returns what is wrong with a commit subject. Source: https://www.conventionalcommits.org/en/v1.0.0/ */
export function checkCommitSubject(subject: string): string | undefined {
  if (subject.length > MAX_SUBJECT_LENGTH)
    return `A commit subject has ${subject.length} characters, more than ${MAX_SUBJECT_LENGTH}`
  if (!SUBJECT_PATTERN.test(subject))
    return 'A commit subject is not a Conventional Commit, such as "fix(forms): accept extensions"'
  return undefined
}
