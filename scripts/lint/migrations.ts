/** What a migration does that the version of the site before it could not live with. */
export type MigrationProblem = { statement: string; reason: string }

/** Between two statements of a file, as drizzle-kit writes it. */
const BREAKPOINT = '--> statement-breakpoint'

/** Said above a statement by whoever took the use of something out of the code in an earlier version. */
const SINCE = /^--\s*since (\d{4}) nothing uses it\b/im

/** The name of a table, with or without quotes and schema. */
const NAME = String.raw`(?:only\s+)?(?:if\s+(?:not\s+)?exists\s+)?(?:"?public"?\.)?"?(\w+)"?`

const CREATED = new RegExp(String.raw`\bcreate\s+(?:table|view|function|type)\s+${NAME}`, 'gi')

/** What a statement is about: tables by which it can be told whether they are of the same file. */
const ABOUT = [
  new RegExp(String.raw`\balter\s+(?:table|view|type)\s+${NAME}`, 'i'),
  new RegExp(String.raw`\bcreate\s+(?:unique\s+)?index\s+.*?\son\s+${NAME}`, 'is'),
  new RegExp(String.raw`\b(?:create|alter|drop)\s+policy\s+.*?\son\s+${NAME}`, 'is'),
  new RegExp(String.raw`\brevoke\s+.*?\son\s+(?:table\s+|function\s+)?${NAME}`, 'is'),
]

/** Matches of `pattern` that are not followed, within the same clause, by `unless`. */
const without = (pattern: RegExp, unless: RegExp) => (statement: string) =>
  statement.split(/,(?![^(]*\))/).some((clause) => pattern.test(clause) && !unless.test(clause))

const NEVER = /(?!)/

/** What breaks a version that is still running, and why. */
const RULES: { breaks: (statement: string) => boolean; reason: string }[] = [
  { breaks: without(/\bdrop\s+(?!not\s+null)/i, NEVER), reason: 'the version before may still use what is dropped' },
  { breaks: without(/\brename\s/i, NEVER), reason: 'the version before knows the former name' },
  { breaks: without(/\bset\s+schema\b/i, NEVER), reason: 'the version before looks for it where it was' },
  {
    breaks: without(/\balter\s+column\s+\S+\s+(?:set\s+data\s+)?type\b/i, NEVER),
    reason: 'the version before reads and writes the former type',
  },
  { breaks: without(/\bset\s+not\s+null\b/i, NEVER), reason: 'the version before may leave it empty' },
  {
    breaks: without(/\badd\s+column\b[^;]*\bnot\s+null\b/i, /\b(?:default|generated)\b/i),
    reason: 'the version before does not fill a new column: give it a default',
  },
  {
    breaks: without(/\badd\s+(?:constraint\s+\S+\s+)?(?:check|foreign\s+key)\b/i, /\bnot\s+valid\b/i),
    reason: 'rows and the version before may not keep to it: add it as not valid',
  },
  {
    breaks: without(/\badd\s+(?:constraint\s+\S+\s+)?(?:unique|primary\s+key|exclude)\b/i, NEVER),
    reason: 'the version before may write what is no longer unique',
  },
  {
    breaks: without(/\bcreate\s+unique\s+index\b/i, NEVER),
    reason: 'the version before may write what is no longer unique',
  },
  {
    breaks: without(/\b(?:enable|force)\s+row\s+level\s+security\b|\balter\s+policy\b|\bas\s+restrictive\b/i, NEVER),
    reason: 'the version before may no longer see its rows',
  },
  { breaks: without(/\brevoke\b/i, NEVER), reason: 'the version before may no longer be allowed what it does' },
]

const commentsOf = (text: string) => text.split('\n').filter((line) => line.trim().startsWith('--'))

/** A statement without its comments and what stands between quotes, which may say anything. */
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

/** Whether a comment says since which earlier migration nothing uses what the statement takes away. */
function isAnnounced(comments: string[], number: number): boolean {
  const [, since] = SINCE.exec(comments.join('\n')) ?? []
  return since !== undefined && Number(since) < number
}

/**
 * What in a migration the version of the site before it, which runs beside the new one during a rollout, could not live with.
 * Statements about what the same file makes are free, and so is one below a comment `-- since 0012 nothing uses it`.
 * @param number of the migration
 */
export function migrationProblems(sql: string, number: number): MigrationProblem[] {
  const created = new Set([...sql.matchAll(CREATED)].map(([, name = '']) => name))
  return sql.split(BREAKPOINT).flatMap((part) => {
    if (isAnnounced(commentsOf(part), number)) return []
    const statements = bareOf(part)
      .split(';')
      .filter((statement) => !isAboutNew(statement, created))
    return statements.flatMap((statement) =>
      RULES.filter(({ breaks }) => breaks(statement)).map(({ reason }) => ({ statement: statement.trim(), reason })),
    )
  })
}
