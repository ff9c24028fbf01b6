import { z } from 'zod'
import type { Changed, Page } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import type { Action, Actor } from '../model/event.ts'
import { LIST_LIMIT } from './limits.ts'

type Kind = 'calls' | 'leads' | 'appointments'

type Versioned = { id: string; version: number }

type Query<Filter> = Filter & { limit: number; cursor?: string | undefined }

export type ResourceOf<Input, Change, Filter, Row extends Versioned, Listed> = {
  /** Plural name, used in paths and scopes. */
  name: Kind
  /** Singular name, used in error messages. */
  one: string
  input: z.ZodType<unknown, Input>
  /** Change of a record, with the version that it is based on (see `madeOf`). */
  change: z.ZodType<unknown, Change & { version?: number | undefined }>
  query: z.ZodObject & z.ZodType<Query<Filter>>
  /** Response schema of a single read. */
  record: z.ZodType<Row>
  /** Response schema of an item in lists and after changes. */
  listed: z.ZodType<Listed>
  toListed: (row: Row) => Listed
  /** Whether creating a duplicate returns the stored record instead of an error. */
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
  reads: { one: (row: Row) => Action[]; list: Action }
  examples: { input: NoInfer<Input>; record: NoInfer<Row>; change: NoInfer<Change> }
}

/** Resource without its type parameters. The schemas validate the values before the functions receive them. */
export type Resource = ResourceOf<object, object, object, Versioned, unknown>

export const resource = <Input, Change, Filter, Row extends Versioned, Listed>(
  description: ResourceOf<Input, Change, Filter, Row, Listed>,
): Resource => description as unknown as Resource

export const listQuery = <Filter extends z.ZodRawShape, Sort extends z.ZodType<string>>(
  filter: z.ZodObject<Filter, z.core.$strict>,
  sort: Sort,
) =>
  filter.extend({
    sort: sort.optional().describe('Sort order; a minus sorts descending'),
    limit: z.int().min(1).max(LIST_LIMIT.max).default(LIST_LIMIT.default).describe('Records per page'),
    cursor: z
      .string()
      .min(1)
      .max(1_000)
      .optional()
      .describe('The value of next from the previous page, with the same filters and sort order'),
  })

export const madeOf = {
  version: z.int().min(1).optional().describe('The version you edited; returns 409 if there is a newer one'),
}
