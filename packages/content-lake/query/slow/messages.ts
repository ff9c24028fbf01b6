import type { Limit } from '../evaluate/scope.ts'
import type { QueryRequest } from '../types.ts'

/** A query for a worker. `opened` is another one when a dataset was deleted and another of its name made. */
export type Question = { file: string; opened: string; request: QueryRequest }

/** Its QueryAnswer as JSON, and the milliseconds that it took. */
export type Answered = { json: string; ms: number }

export type Reply = Answered | { refusal: { status: number; body: Record<string, unknown> } } | { reached: Limit }
