import { z } from 'zod'
import { PROBLEM_TYPE, type ProblemName, PROBLEMS, buildProblemType } from '@/lib/dashboard/api/problem.ts'
import type { ApiResponse } from '@/lib/site/api-reference/openapi.ts'

const errorBody = z.object({ error: z.string().describe('Error message') })

export const buildErrorResponse = (status: number, description: string, error: string): ApiResponse => ({
  status,
  description,
  schema: errorBody,
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

const validationProblem = problem
  .extend({ errors: z.array(fieldError).optional().describe('The invalid fields') })
  .meta({ id: 'InvalidProblem', description: 'An error that lists the invalid fields' })

const missingScopeProblem = problem
  .extend({ scope: z.string().optional().describe('The missing scope') })
  .meta({ id: 'MissingScopeProblem', description: 'An error that names the missing scope' })

export const buildConflictSchema = (current: z.ZodType, name: string) =>
  problem
    .extend({ current: current.describe('The current record') })
    .meta({ id: `${name}Conflict`, description: 'An error with the current record' })

const PROBLEM_SCHEMAS: Partial<Record<ProblemName, z.ZodType>> = {
  malformed: validationProblem,
  invalid: validationProblem,
  'key-reused': validationProblem,
  'missing-scope': missingScopeProblem,
}

type ProblemDetails = { detail: string } & Record<string, unknown>

/**
 * Returns a function that builds the problem response of an operation.
 * @param siteUrl public origin, part of the problem types
 * @param instance path of the request
 */
export const createProblemBuilder =
  (siteUrl: string, instance: string) =>
  (
    description: string,
    problems: Partial<Record<ProblemName, ProblemDetails>>,
    { headers, schema }: { headers?: z.ZodRawShape; schema?: z.ZodType } = {},
  ): ApiResponse => {
    const [first, ...otherProblems] = Object.entries(problems) as [ProblemName, ProblemDetails][]
    if (!first) throw new Error('An error response needs at least one problem')
    const buildExample = ([name, { detail, ...members }]: [ProblemName, ProblemDetails]) => {
      const { title, status } = PROBLEMS[name]
      return [name, { type: buildProblemType(name, siteUrl), title, status, detail, instance, ...members }]
    }
    return {
      status: PROBLEMS[first[0]].status,
      description,
      type: PROBLEM_TYPE,
      schema: schema ?? PROBLEM_SCHEMAS[first[0]] ?? problem,
      examples: Object.fromEntries([first, ...otherProblems].map(buildExample)) as Record<string, unknown>,
      ...(headers && { headers: z.object(headers) }),
    }
  }
