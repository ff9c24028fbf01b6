import { z } from 'zod'
import { optionalLine } from '../../values/fields.ts'

/** Missing fields stay unchanged. */
export const callerChange = z
  .strictObject({
    name: optionalLine(120),
    address: optionalLine(300),
    house: optionalLine(2_000),
    system: optionalLine(2_000),
    notes: optionalLine(4_000),
    doNotCall: z.boolean(),
  })
  .partial()

export type CallerChange = z.input<typeof callerChange>

/** Sent in a request body: names and numbers do not belong in URLs. */
export const callerSearch = z.strictObject({
  search: z.string().trim().max(200).default(''),
  page: z.int().min(1).max(100_000).default(1),
})

export type CallerSearch = z.output<typeof callerSearch>

/** `version` is that of the caller that is kept. */
export const callerMerge = z.strictObject({ otherId: z.guid(), version: z.int().min(1) })
