import { z } from 'zod'
import { buildOptionalLineSchema } from '../../values/fields.ts'

/** A change of a caller. Omitted fields stay unchanged. */
export const callerChange = z
  .strictObject({
    name: buildOptionalLineSchema(120),
    address: buildOptionalLineSchema(300),
    house: buildOptionalLineSchema(2_000),
    system: buildOptionalLineSchema(2_000),
    notes: buildOptionalLineSchema(4_000),
    doNotCall: z.boolean(),
  })
  .partial()

export type CallerChange = z.input<typeof callerChange>

/** Tabs of the list of callers. */
export const CALLER_VIEWS = { all: 'All callers', blocked: 'Do not call' } as const

export type CallerView = keyof typeof CALLER_VIEWS

const show = z.enum(Object.keys(CALLER_VIEWS) as CallerView[])

/** State of the list of callers in the URL. */
export const callerListState = z.object({ show: show.default('all') })

/**
 * Search for callers. The client sends it in a request body, because names and phone numbers must not appear in URLs.
 */
export const callerSearch = z.strictObject({
  show: show.optional(),
  search: z.string().trim().max(200).default(''),
  page: z.int().min(1).max(100_000).default(1),
})

export type CallerSearch = z.output<typeof callerSearch>

/** Returns the same search for the page's prefetch and for its client. */
export const buildCallerSearch = (
  { show: view }: z.output<typeof callerListState>,
  search = '',
  page = 1,
): CallerSearch => ({ search, page, ...(view !== 'all' && { show: view }) })

/** Merge of another caller into this one. `version` is the version of the caller that remains. */
export const callerMerge = z.strictObject({ otherId: z.guid(), version: z.int().min(1) })
