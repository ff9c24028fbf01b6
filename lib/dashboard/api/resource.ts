import { z } from 'zod'
import type { UpdateResult, Page } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import type { Action, Actor } from '../model/event.ts'
import { LIST_PAGE_SIZES } from './limits.ts'

type ResourceName = 'calls' | 'leads' | 'appointments'

type VersionedRow = { id: string; version: number }

type Query<Filter> = Filter & { limit: number; cursor?: string | undefined }

export type ResourceDefinition<Input, Change, Filter, Row extends VersionedRow, Listed> = {
  /** Plural name, used in paths and scopes. */
  name: ResourceName
  /** Singular name, used in error messages. */
  singularName: string
  input: z.ZodType<unknown, Input>
  /** Change of a record, with the version that it is based on (see `versionFields`). */
  change: z.ZodType<unknown, Change & { version?: number | undefined }>
  query: z.ZodObject & z.ZodType<Query<Filter>>
  /** Response schema of a single read. */
  recordSchema: z.ZodType<Row>
  /** Response schema of an item in lists and after changes. */
  listedSchema: z.ZodType<Listed>
  toListed: (row: Row) => Listed
  /** Whether creating a duplicate returns the stored record instead of an error. */
  isCreateIdempotent?: boolean
  store: (tx: OrganizationTransaction, actor: Actor, input: Input) => Promise<{ row: Row; isNew: boolean }>
  find: (tx: OrganizationTransaction, id: string) => Promise<Row | undefined>
  update: (
    tx: OrganizationTransaction,
    actor: Actor,
    id: string,
    change: Change,
    version: number | undefined,
  ) => Promise<UpdateResult<Row>>
  list: (tx: OrganizationTransaction, query: Query<Filter>) => Promise<Page<Listed>>
  readEvents: { one: (row: Row) => Action[]; list: Action }
  examples: { input: NoInfer<Input>; record: NoInfer<Row>; change: NoInfer<Change> }
}

/** Resource with erased type parameters. The schemas validate the values before the functions receive them. */
export type Resource = ResourceDefinition<object, object, object, VersionedRow, unknown>

export const defineResource = <Input, Change, Filter, Row extends VersionedRow, Listed>(
  description: ResourceDefinition<Input, Change, Filter, Row, Listed>,
): Resource => description as unknown as Resource

export const buildListQuery = <Filter extends z.ZodRawShape, Sort extends z.ZodType<string>>(
  filter: z.ZodObject<Filter, z.core.$strict>,
  sort: Sort,
) =>
  filter.extend({
    sort: sort.optional().describe('Sort order; a minus sorts descending'),
    limit: z.int().min(1).max(LIST_PAGE_SIZES.max).default(LIST_PAGE_SIZES.default).describe('Records per page'),
    cursor: z
      .string()
      .min(1)
      .max(1_000)
      .optional()
      .describe('The value of next from the previous page, with the same filters and sort order'),
  })

export const versionFields = {
  version: z.int().min(1).optional().describe('The version you edited; returns 409 if there is a newer one'),
}
