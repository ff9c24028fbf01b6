import { z } from '../../values/zod.ts'
import { timestamp } from '../../values/fields.ts'
import { VIEWED_LISTS } from '../model/saved-view.ts'

/** Maximum number of views per list and organization. */
export const MAX_VIEWS = 50

export const MAX_VIEW_NAME_LENGTH = 60

const name = z
  .string()
  .trim()
  .min(1, 'Enter a name for the view')
  .max(MAX_VIEW_NAME_LENGTH, `Use ${MAX_VIEW_NAME_LENGTH} characters or fewer`)

/** Query string of the list. Stored without unknown values, search terms and pages. */
const query = z.string().max(1_000)

export const viewInput = z.strictObject({ list: z.enum(VIEWED_LISTS), name, query, isShared: z.boolean() })

export type ViewInput = z.output<typeof viewInput>

/** A change of a view. Omitted fields stay unchanged. */
export const viewChange = z.strictObject({ name, query, isShared: z.boolean() }).partial()

export type ViewChange = z.output<typeof viewChange>

export const viewRecord = z.object({
  id: z.guid(),
  list: z.enum(VIEWED_LISTS),
  name: z.string(),
  query: z.string(),
  isShared: z.boolean(),
  /** Clerk user id; null if the user was deleted. */
  createdById: z.string().nullable(),
  version: z.int(),
  createdAt: timestamp,
  updatedAt: timestamp,
})

export type ViewRecord = z.infer<typeof viewRecord>

export const viewList = z.object({
  views: z.array(viewRecord),
  /** Whether the user may change shared views of others. */
  canManage: z.boolean(),
  /** Current day in the business's time zone. */
  today: z.iso.date(),
})

export type ViewList = z.infer<typeof viewList>
