import type { QueryRequest } from '../types.ts'

/** A query for a worker. `opened` is another one when a dataset was deleted and another of its name made. */
export type Question = { file: string; opened: string; request: QueryRequest }

/** `json` is a QueryAnswer. */
export type Reply = { json: string } | { refusal: { status: number; body: Record<string, unknown> } }
