import { z } from 'zod'
import type { Answer } from '@/lib/docs/openapi.ts'

const problem = z.object({ error: z.string().describe('What is wrong, in a sentence') })

/** An answer whose body only says what is wrong. */
export const problemAnswer = (status: number, description: string, error: string): Answer => ({
  status,
  description,
  schema: problem,
  example: { error },
})
