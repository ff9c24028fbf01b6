import { z } from 'zod'
import { PROBLEM_TYPE, type ProblemName, PROBLEMS, problemType } from '@/lib/dashboard/api/problem.ts'
import type { Answer } from '@/lib/site/api-reference/openapi.ts'

const sentence = z.object({ error: z.string().describe('Error message') })

export const errorAnswer = (status: number, description: string, error: string): Answer => ({
  status,
  description,
  schema: sentence,
  examples: { error: { error } },
})

const fieldError = z.object({
  detail: z.string().describe('Error message of the field'),
  pointer: z.string().optional().describe('JSON Pointer into the body'),
  parameter: z.string().optional().describe('Name of the query parameter'),
  header: z.string().optional().describe('Name of the header'),
})

const problem = z
  .object({
    type: z.string().describe('URL of the error’s documentation; check this field in your code'),
    title: z.string().describe('Short summary of the error'),
    status: z.int().describe('HTTP status code'),
    detail: z.string().describe('What is wrong with this request and how to fix it'),
    instance: z.string().describe('Path of the request'),
  })
  .meta({ id: 'Problem', description: 'An error as defined in RFC 9457' })

const invalid = problem
  .extend({ errors: z.array(fieldError).optional().describe('The invalid fields') })
  .meta({ id: 'InvalidProblem', description: 'An error that lists the invalid fields' })

const missingScope = problem
  .extend({ scope: z.string().optional().describe('The missing scope') })
  .meta({ id: 'MissingScopeProblem', description: 'An error that names the missing scope' })

export const conflictSchema = (current: z.ZodType, name: string) =>
  problem
    .extend({ current: current.describe('The current record') })
    .meta({ id: `${name}Conflict`, description: 'An error with the current record' })

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
    if (!first) throw new Error('An error response needs at least one problem')
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
