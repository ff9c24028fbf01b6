/** A statement that would break the previous release. */
export type MigrationProblem = { statement: string; reason: string }

const BREAKPOINT = '--> statement-breakpoint'

/** Annotation of a statement whose target has been unused since an earlier migration. */
const UNUSED_SINCE_PATTERN = /^--\s*since (\d{4}) nothing uses it\b/im

/** Annotation of a statement that is compatible for a reason no rule detects. `previous-version.test.ts` verifies it. */
const COMPATIBLE_PATTERN = /^--\s*compatible: \S/im

const OBJECT_NAME = String.raw`(?:only\s+)?(?:if\s+(?:not\s+)?exists\s+)?(?:"?public"?\.)?"?(\w+)"?`

const CREATE_STATEMENT_PATTERN = new RegExp(String.raw`\bcreate\s+(?:table|view|function|type)\s+${OBJECT_NAME}`, 'gi')

/** Finds the table of a statement. Used to check whether the same file created it. */
const TARGET_PATTERNS = [
  new RegExp(String.raw`\balter\s+(?:table|view|type)\s+${OBJECT_NAME}`, 'i'),
  new RegExp(String.raw`\bcreate\s+(?:unique\s+)?index\s+.*?\son\s+${OBJECT_NAME}`, 'is'),
  new RegExp(String.raw`\b(?:create|alter|drop)\s+policy\s+.*?\son\s+${OBJECT_NAME}`, 'is'),
  new RegExp(String.raw`\brevoke\s+.*?\son\s+(?:table\s+|function\s+)?${OBJECT_NAME}`, 'is'),
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

const violatesRule = (statement: string, { breaks: pattern, unless }: (typeof RULES)[number]) =>
  statement.split(/,(?![^(]*\))/).some((clause) => pattern.test(clause) && !unless?.test(clause))

const extractComments = (text: string) => text.split('\n').filter((line) => line.trim().startsWith('--'))

const removeCommentsAndLiterals = (text: string) =>
  text
    .split('\n')
    .filter((line) => !line.trim().startsWith('--'))
    .join('\n')
    .replaceAll(/\$\$.*?\$\$/gs, '$$')
    .replaceAll(/'[^']*'/g, "''")
    .trim()

const matchesCreatedObject = (statement: string, createdNames: ReadonlySet<string>) =>
  TARGET_PATTERNS.some((pattern) => {
    const [, name] = pattern.exec(statement) ?? []
    return name !== undefined && createdNames.has(name)
  })

function wasAnnounced(comments: string[], number: number): boolean {
  const [, sinceMigration] = UNUSED_SINCE_PATTERN.exec(comments.join('\n')) ?? []
  return sinceMigration !== undefined && Number(sinceMigration) < number
}

/**
 * Returns statements that would break the previous release during a rollout. Exempt are tables of the same file, and
 * statements below `-- since 0012 nothing uses it` or `-- compatible: <reason>`.
 * @param number of the migration
 */
export function findMigrationProblems(sql: string, number: number): MigrationProblem[] {
  const createdNames = new Set([...sql.matchAll(CREATE_STATEMENT_PATTERN)].map(([, name = '']) => name))
  return sql.split(BREAKPOINT).flatMap((part) => {
    const comments = extractComments(part)
    if (wasAnnounced(comments, number) || COMPATIBLE_PATTERN.test(comments.join('\n'))) return []
    const statements = removeCommentsAndLiterals(part)
      .split(';')
      .filter((statement) => !matchesCreatedObject(statement, createdNames))
    return statements.flatMap((statement) =>
      RULES.filter((rule) => violatesRule(statement, rule)).map(({ reason }) => ({
        statement: statement.trim(),
        reason,
      })),
    )
  })
}
