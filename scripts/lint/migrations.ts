/** A statement that would break the previous release. */
export type MigrationProblem = { statement: string; reason: string }

const BREAKPOINT = '--> statement-breakpoint'

/** Annotation of a statement whose target is unused since an earlier migration. */
const SINCE = /^--\s*since (\d{4}) nothing uses it\b/im

/** Annotation of a statement that is compatible for a reason no rule detects. `former-version.test.ts` verifies it. */
const COMPATIBLE = /^--\s*compatible: \S/im

const NAME = String.raw`(?:only\s+)?(?:if\s+(?:not\s+)?exists\s+)?(?:"?public"?\.)?"?(\w+)"?`

const CREATED = new RegExp(String.raw`\bcreate\s+(?:table|view|function|type)\s+${NAME}`, 'gi')

/** Finds the table of a statement, to check whether the same file created it. */
const ABOUT = [
  new RegExp(String.raw`\balter\s+(?:table|view|type)\s+${NAME}`, 'i'),
  new RegExp(String.raw`\bcreate\s+(?:unique\s+)?index\s+.*?\son\s+${NAME}`, 'is'),
  new RegExp(String.raw`\b(?:create|alter|drop)\s+policy\s+.*?\son\s+${NAME}`, 'is'),
  new RegExp(String.raw`\brevoke\s+.*?\son\s+(?:table\s+|function\s+)?${NAME}`, 'is'),
]

const RULES: { breaks: RegExp; unless?: RegExp; reason: string }[] = [
  { breaks: /\bdrop\s+(?!not\s+null)/i, reason: 'the previous version may still use the dropped object' },
  { breaks: /\brename\s/i, reason: 'the previous version uses the old name' },
  { breaks: /\bset\s+schema\b/i, reason: 'the previous version uses the old schema' },
  {
    breaks: /\balter\s+column\s+\S+\s+(?:set\s+data\s+)?type\b/i,
    reason: 'the previous version reads and writes the old type',
  },
  { breaks: /\bset\s+not\s+null\b/i, reason: 'the previous version may leave it empty' },
  {
    breaks: /\badd\s+column\b[^;]*\bnot\s+null\b/i,
    unless: /\b(?:default|generated)\b/i,
    reason: 'the previous version does not fill a new column: give it a default',
  },
  {
    breaks: /\badd\s+(?:constraint\s+\S+\s+)?(?:check|foreign\s+key)\b/i,
    unless: /\bnot\s+valid\b/i,
    reason: 'existing rows and the previous version may violate it: add it as NOT VALID',
  },
  {
    breaks: /\badd\s+(?:constraint\s+\S+\s+)?(?:unique|primary\s+key|exclude)\b|\bcreate\s+unique\s+index\b/i,
    reason: 'the previous version may write duplicates',
  },
  {
    breaks: /\b(?:enable|force)\s+row\s+level\s+security\b|\balter\s+policy\b|\bas\s+restrictive\b/i,
    reason: 'the previous version may no longer see its rows',
  },
  { breaks: /\brevoke\b/i, reason: 'the previous version may lose a permission it needs' },
]

const breaks = (statement: string, { breaks: pattern, unless }: (typeof RULES)[number]) =>
  statement.split(/,(?![^(]*\))/).some((clause) => pattern.test(clause) && !unless?.test(clause))

const commentsOf = (text: string) => text.split('\n').filter((line) => line.trim().startsWith('--'))

const bareOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => !line.trim().startsWith('--'))
    .join('\n')
    .replaceAll(/\$\$.*?\$\$/gs, '$$')
    .replaceAll(/'[^']*'/g, "''")
    .trim()

const isAboutNew = (statement: string, created: ReadonlySet<string>) =>
  ABOUT.some((pattern) => {
    const [, name] = pattern.exec(statement) ?? []
    return name !== undefined && created.has(name)
  })

function isAnnounced(comments: string[], number: number): boolean {
  const [, since] = SINCE.exec(comments.join('\n')) ?? []
  return since !== undefined && Number(since) < number
}

/**
 * Returns statements that would break the previous release during a rollout. Exempt are tables of the same file, and
 * statements below `-- since 0012 nothing uses it` or `-- compatible: <reason>`.
 * @param number of the migration
 */
export function migrationProblems(sql: string, number: number): MigrationProblem[] {
  const created = new Set([...sql.matchAll(CREATED)].map(([, name = '']) => name))
  return sql.split(BREAKPOINT).flatMap((part) => {
    const comments = commentsOf(part)
    if (isAnnounced(comments, number) || COMPATIBLE.test(comments.join('\n'))) return []
    const statements = bareOf(part)
      .split(';')
      .filter((statement) => !isAboutNew(statement, created))
    return statements.flatMap((statement) =>
      RULES.filter((rule) => breaks(statement, rule)).map(({ reason }) => ({ statement: statement.trim(), reason })),
    )
  })
}
