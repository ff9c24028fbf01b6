import { z } from 'zod'
import type { Changed, Page } from '../db/list.ts'
import type { OrganizationTransaction } from '../db/organization.ts'
import type { Action, Actor } from '../events/event.ts'
import { LIST_LIMIT } from './limits.ts'

type Kind = 'calls' | 'leads' | 'appointments'

type Versioned = { id: string; version: number }

type Query<Filter> = Filter & { limit: number; cursor?: string | undefined }

/** What the API gives and takes of one kind, and the functions that store it. */
export type ResourceOf<Input, Change, Filter, Row extends Versioned, Listed> = {
  /** In addresses and in scopes. */
  name: Kind
  /** One of them, in a sentence. */
  one: string
  input: z.ZodType<unknown, Input>
  /** With the version that it was made of; see `madeOf`. */
  change: z.ZodType<unknown, Change & { version?: number | undefined }>
  /** See `listQuery`. */
  query: z.ZodObject & z.ZodType<Query<Filter>>
  /** As reading one gives it. */
  record: z.ZodType<Row>
  /** As lists and changes give it. */
  listed: z.ZodType<Listed>
  toListed: (row: Row) => Listed
  /** Whether what is stored already can be reported again, and is then answered as it is. */
  isReportedAgain?: boolean
  store: (tx: OrganizationTransaction, actor: Actor, input: Input) => Promise<{ row: Row; isNew: boolean }>
  find: (tx: OrganizationTransaction, id: string) => Promise<Row | undefined>
  alter: (
    tx: OrganizationTransaction,
    actor: Actor,
    id: string,
    change: Change,
    version: number | undefined,
  ) => Promise<Changed<Row>>
  list: (tx: OrganizationTransaction, query: Query<Filter>) => Promise<Page<Listed>>
  /** What reading one, and reading some of a list, is in the log. */
  reads: { one: (row: Row) => Action[]; list: Action }
  /** For the reference: one that is new, as reading it gives it, and a change. */
  examples: { input: NoInfer<Input>; record: NoInfer<Row>; change: NoInfer<Change> }
}

/** A resource whose own types nobody need know: its schemas have checked what its functions get. */
export type Resource = ResourceOf<object, object, object, Versioned, unknown>

export const resource = <Input, Change, Filter, Row extends Versioned, Listed>(
  description: ResourceOf<Input, Change, Filter, Row, Listed>,
): Resource => description as unknown as Resource

/** What a list is asked for: what it is narrowed to, how it is sorted, and which part. */
export const listQuery = <Filter extends z.ZodRawShape, Sort extends z.ZodType<string>>(
  filter: z.ZodObject<Filter, z.core.$strict>,
  sort: Sort,
) =>
  filter.extend({
    sort: sort.optional().describe('What comes first; with a minus the other way round'),
    limit: z.int().min(1).max(LIST_LIMIT.max).default(LIST_LIMIT.default).describe('Rows in one answer'),
    cursor: z
      .string()
      .min(1)
      .max(1_000)
      .optional()
      .describe(
        'The value of next in the answer before, to read the page that follows; with the same filters and order',
      ),
  })

/** Extends a change by the version that it was made of. */
export const madeOf = {
  version: z
    .int()
    .min(1)
    .optional()
    .describe('The version that the change is made of; refused with 409 when there is a later one'),
}
