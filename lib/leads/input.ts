import { z } from 'zod'
import { emailAddress } from '../email.ts'
import { dayOrMoment, optionalLine, personId, storableText } from '../fields.ts'
import { phoneWithExtension } from '../phone-number.ts'
import { fromTextFormula } from '../spreadsheet-text.ts'
import { SOURCE_NAMES, STAGE_NAMES, URGENCY_NAMES } from './lead.ts'

export { type LeadRecord, leadRecord, type NoteRecord } from './record.ts'

const zip = z
  .string()
  .trim()
  .overwrite(fromTextFormula)
  .regex(/^\d{5}(-\d{4})?$/, 'A ZIP code has five digits, such as 10001')
  .nullable()

const fields = {
  callId: z.uuid().nullable().describe('The call that it came of'),
  name: storableText(120, 'Write a name').describe('Who it is'),
  phone: phoneWithExtension
    .nullable()
    .describe('Phone number as people write it; kept in E.164, an extension as a note'),
  email: emailAddress('Write an email address such as ada@example.com').nullable().describe('Email address'),
  address: optionalLine(300).describe('Where the work is, as one line'),
  zip: zip.describe('ZIP code of the address'),
  problem: storableText(2_000, 'Write what is wrong').describe('What is wrong, in the words of who called'),
  safety: optionalLine(200).describe('What makes it dangerous, in a few words; null when nothing does'),
  system: optionalLine(200).describe('What it is about, such as a furnace'),
  urgency: z.enum(URGENCY_NAMES).describe('How soon somebody has to act'),
  stage: z.enum(STAGE_NAMES).describe('What it has become'),
  assigneeId: personId.nullable().describe('Id of the person who looks after it'),
}

const { name, problem, ...others } = fields

/** A new lead. */
export const leadInput = z
  .strictObject({ ...others, source: z.enum(SOURCE_NAMES).describe('Where it came from') })
  .partial()
  .extend({ name, problem })

export type LeadInput = z.input<typeof leadInput>

/** What of a lead changes; what is not named stays. */
export const leadChange = z.strictObject(fields).partial()

export type LeadChange = z.input<typeof leadChange>

/** Stands for nobody where people are filtered by who looks after them. */
export const UNASSIGNED = 'none'

/** What a list of leads is narrowed to; each that is named has to hold. */
export const leadFilter = z
  .strictObject({
    search: z.string().trim().max(200).describe('Words of the name, number, address or problem; all have to be there'),
    stage: z.enum(STAGE_NAMES).describe('What it has become'),
    urgency: z.enum(URGENCY_NAMES).describe('How soon somebody has to act'),
    source: z.enum(SOURCE_NAMES).describe('Where it came from'),
    assignee: personId.describe(`Id of the person who looks after it; ${UNASSIGNED} for those without anybody`),
    from: dayOrMoment.describe('Came in from this day on, in the zone of the business, or from this moment on'),
    to: dayOrMoment.describe('Came in until this day, which is included, or before this moment'),
  })
  .partial()

export type LeadFilter = z.infer<typeof leadFilter>

/** What a list of leads can be sorted by; with a minus the other way round. */
export const LEAD_SORTS = ['-createdAt', 'createdAt', '-updatedAt', 'updatedAt', 'name', '-name'] as const

export const leadSort = z.enum(LEAD_SORTS)

export type LeadSort = z.infer<typeof leadSort>

/** The same, and what only the pages of the dashboard are sorted by. */
export const leadPageSort = z.enum([...LEAD_SORTS, 'urgency', '-urgency'])

export type LeadPageSort = z.infer<typeof leadPageSort>

/** A note on a lead. */
export const noteInput = z.strictObject({
  text: storableText(4_000, 'Write something first').describe('What is to be remembered'),
})

export type NoteInput = z.input<typeof noteInput>

/** Leads that are changed at once. */
const MAX_AT_ONCE = 200

/** What can be changed of several leads at once. */
const leadsChange = leadChange.pick({ stage: true, assigneeId: true, urgency: true })

export type LeadsChange = z.infer<typeof leadsChange>

/** The same change for several leads. */
export const leadsChangeInput = z.strictObject({
  ids: z.array(z.uuid()).min(1).max(MAX_AT_ONCE),
  change: leadsChange.refine((change) => Object.keys(change).length > 0, { error: 'Say what is to be changed' }),
})

/** How leads were before a change, and the version that it gave each, by which is seen whether somebody changed it since. */
export const previousLeads = z
  .array(z.strictObject({ id: z.uuid(), version: z.int().min(1), values: leadsChange }))
  .max(MAX_AT_ONCE)

export type PreviousLead = z.infer<typeof previousLeads>[number]

/** Takes a change of several leads back. */
export const leadsRestoreInput = z.strictObject({ previous: previousLeads.min(1) })
