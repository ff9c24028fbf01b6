import type { Limit } from '../evaluate/scope.ts'
import type { QueryRequest } from '../types.ts'

/** A query for a worker. `opened` is another one when a dataset was deleted and another of its name made. */
export type Question = { file: string; opened: string; request: QueryRequest }

/** Its QueryAnswer as JSON in UTF-8, and the milliseconds that it took. */
export type Answered = { json: Uint8Array<ArrayBuffer>; ms: number }

export type Reply = Answered | { refusal: { status: number; body: Record<string, unknown> } } | { reached: Limit }

/** Said when the documents are there and the evaluation begins: its time is counted from then on. */
export const BEGUN = 'begun'
