import { z } from 'zod'
import { PROBLEM_TYPE, type ProblemName, PROBLEMS, problemType } from '@/lib/dashboard/api/problem.ts'
import type { Answer } from '@/lib/site/api-reference/openapi.ts'

const sentence = z.object({ error: z.string().describe('What is wrong, in a sentence') })

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
  .extend({ scope: z.string().optional().describe('The scope that the key needs, where it lacks one') })
  .meta({ id: 'MissingScopeProblem', description: 'A problem that names the scope which a key lacks' })

export const conflictSchema = (current: z.ZodType, name: string) =>
  problem
    .extend({ current: current.describe('What is there now') })
    .meta({ id: `${name}Conflict`, description: 'A problem that has what is there now' })

const SCHEMAS: Partial<Record<ProblemName, z.ZodType>> = {
  malformed: invalid,
  invalid,
  'key-reused': invalid,
  'missing-scope': missingScope,
}

type Details = { detail: string } & Record<string, unknown>

/**
 * Returns a function that builds the problem response of an operation.
 * @param siteUrl public origin, part of the problem types
 * @param instance path of the request
 */
export const problemAnswers =
  (siteUrl: string, instance: string) =>
  (
    description: string,
    problems: Partial<Record<ProblemName, Details>>,
    { headers, schema }: { headers?: z.ZodRawShape; schema?: z.ZodType } = {},
  ): Answer => {
    const [first, ...others] = Object.entries(problems) as [ProblemName, Details][]
    if (!first) throw new Error('An answer is for at least one problem')
    const exampleOf = ([name, { detail, ...members }]: [ProblemName, Details]) => {
      const { title, status } = PROBLEMS[name]
      return [name, { type: problemType(name, siteUrl), title, status, detail, instance, ...members }]
    }
    return {
      status: PROBLEMS[first[0]].status,
      description,
      type: PROBLEM_TYPE,
      schema: schema ?? SCHEMAS[first[0]] ?? problem,
      examples: Object.fromEntries([first, ...others].map(exampleOf)) as Record<string, unknown>,
      ...(headers && { headers: z.object(headers) }),
    }
  }
