import { z } from 'zod'
import { PROBLEM_TYPE, type ProblemName, PROBLEMS, problemType } from '@/lib/api/problem.ts'
import type { Answer } from '@/lib/docs/openapi.ts'

const sentence = z.object({ error: z.string().describe('What is wrong, in a sentence') })

/** An answer of an endpoint without a key whose body only says what is wrong. */
export const errorAnswer = (status: number, description: string, error: string): Answer => ({
  status,
  description,
  schema: sentence,
  examples: { error: { error } },
})

const fieldError = z.object({
  detail: z.string().describe('What is wrong with it'),
  pointer: z.string().optional().describe('Where in the body, as a JSON Pointer'),
  parameter: z.string().optional().describe('Which parameter of the address'),
  header: z.string().optional().describe('Which header'),
})

const problem = z
  .object({
    type: z.string().describe('Address that explains problems of this kind; compare this one'),
    title: z.string().describe('The kind of problem, in words'),
    status: z.int().describe('The status of the answer'),
    detail: z.string().describe('What is wrong this time, and what to do'),
    instance: z.string().describe('The path that was asked for'),
  })
  .meta({ id: 'Problem', description: 'Why a request was refused, as in RFC 9457' })

const invalid = problem
  .extend({ errors: z.array(fieldError).optional().describe('Each field that is wrong') })
  .meta({ id: 'InvalidProblem', description: 'A problem that names the fields that are wrong' })

const missingScope = problem
  .extend({ scope: z.string().describe('The scope that the key needs') })
  .meta({ id: 'MissingScopeProblem', description: 'A problem that names the scope which a key lacks' })

/** A problem that has what is there now, for a change that was made of something older. */
export const conflictSchema = (current: z.ZodType, name: string) =>
  problem
    .extend({ current: current.describe('What is there now') })
    .meta({ id: `${name}Conflict`, description: 'A problem that has what is there now' })

type Details = { instance: string; detail: string } & Record<string, unknown>

/** A problem as it is answered. */
const exampleOf = (name: ProblemName, siteUrl: string, { detail, instance, ...members }: Details) => ({
  type: problemType(name, siteUrl),
  title: PROBLEMS[name].title,
  status: PROBLEMS[name].status,
  detail,
  instance,
  ...members,
})

const SCHEMAS: Partial<Record<ProblemName, z.ZodType>> = {
  malformed: invalid,
  invalid,
  'key-reused': invalid,
  'missing-scope': missingScope,
}

type ProblemAnswer = { description: string; siteUrl: string; schema?: z.ZodType; headers?: z.ZodObject }

/** The answer for problems that have one status, with an example of each. */
export function problemAnswer(
  problems: Partial<Record<ProblemName, Details>>,
  { description, siteUrl, schema, headers }: ProblemAnswer,
): Answer {
  const names = Object.keys(problems) as ProblemName[]
  const [first] = names
  if (!first) throw new Error('An answer is for at least one problem')
  return {
    status: PROBLEMS[first].status,
    description,
    type: PROBLEM_TYPE,
    schema: schema ?? SCHEMAS[first] ?? problem,
    examples: Object.fromEntries(
      names.map((name) => [name, exampleOf(name, siteUrl, problems[name] ?? { detail: '', instance: '' })]),
    ),
    ...(headers && { headers }),
  }
}
