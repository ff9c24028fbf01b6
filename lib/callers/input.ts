import { z } from 'zod'
import { optionalLine } from '../fields.ts'

/** What somebody writes about a caller; what is not named stays. */
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

/** What the list of callers is narrowed to. It is sent in a body: names and numbers belong in no address. */
export const callerSearch = z.strictObject({
  search: z.string().trim().max(200).default(''),
  page: z.int().min(1).max(100_000).default(1),
})

export type CallerSearch = z.output<typeof callerSearch>

/** Which caller becomes part of another, of which version. */
export const callerMerge = z.strictObject({ otherId: z.guid(), version: z.int().min(1) })
