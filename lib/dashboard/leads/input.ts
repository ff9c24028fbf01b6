import { z } from 'zod'
import { buildEmailSchema } from '../../values/email.ts'
import { dayOrTimestamp, buildOptionalLineSchema, personId, buildStorableTextSchema } from '../../values/fields.ts'
import { phoneWithExtension } from '../../values/phone-number.ts'
import { fromTextFormula } from '../../values/spreadsheet-text.ts'
import { SOURCE_NAMES, STAGE_NAMES, URGENCY_NAMES } from '../model/lead.ts'

export { type LeadRecord, leadRecord } from './record.ts'

const zip = z
  .string()
  .trim()
  .overwrite(fromTextFormula)
  .regex(/^\d{5}(-\d{4})?$/, 'Enter a five-digit ZIP code, such as 10001')
  .nullable()

const fields = {
  callId: z.uuid().nullable().describe('ID of the call it came from'),
  name: buildStorableTextSchema(120, 'Enter a name').describe('Name of the contact'),
  phone: phoneWithExtension
    .nullable()
    .describe('Phone number in any format; stored in E.164, with an extension stored as a note'),
  email: buildEmailSchema('Enter an email address such as ada@example.com').nullable().describe('Email address'),
  address: buildOptionalLineSchema(300).describe('Service address in one line'),
  zip: zip.describe('ZIP code of the address'),
  problem: buildStorableTextSchema(2_000, 'Describe the problem').describe('Problem in the caller’s words'),
  safety: buildOptionalLineSchema(200).describe('Short description of the danger; null if none'),
  system: buildOptionalLineSchema(200).describe('Equipment, such as a furnace'),
  urgency: z.enum(URGENCY_NAMES).describe('Urgency'),
  stage: z.enum(STAGE_NAMES).describe('Stage'),
  assigneeId: personId.nullable().describe('ID of the assignee'),
}

const { name, problem, ...optionalFields } = fields

export const leadInput = z
  .strictObject({ ...optionalFields, source: z.enum(SOURCE_NAMES).describe('Source') })
  .partial()
  .extend({ name, problem })

export type LeadInput = z.input<typeof leadInput>

/** A change of a lead. Omitted fields stay unchanged. */
export const leadChange = z.strictObject(fields).partial()

export type LeadChange = z.input<typeof leadChange>

export const UNASSIGNED = 'none'

/** Filters of a list, combined with AND. */
export const leadFilter = z
  .strictObject({
    search: z.string().trim().max(200).describe('Words in the name, number, address or problem; all must match'),
    stage: z.enum(STAGE_NAMES).describe('Stage'),
    urgency: z.enum(URGENCY_NAMES).describe('Urgency'),
    source: z.enum(SOURCE_NAMES).describe('Source'),
    assignee: personId.describe(`ID of the assignee; ${UNASSIGNED} for unassigned`),
    from: dayOrTimestamp.describe('Created on or after this day, in the company’s time zone, or at or after this time'),
    to: dayOrTimestamp.describe('Created on or before this day, or before this time'),
  })
  .partial()

export type LeadFilter = z.infer<typeof leadFilter>

/** Sort orders of the API. A minus sorts descending. */
export const leadSort = z.enum(['-createdAt', 'createdAt', '-updatedAt', 'updatedAt', 'name', '-name'])

export type LeadSort = z.infer<typeof leadSort>

/** Sort orders of the dashboard, which adds sorting by urgency. */
export type LeadPageSort = LeadSort | 'urgency' | '-urgency'

export const noteInput = z.strictObject({
  text: buildStorableTextSchema(4_000, 'Enter a note first').describe('Text of the note'),
})

export type NoteInput = z.input<typeof noteInput>

const MAX_BULK_LEADS = 200

const leadsChange = leadChange.pick({ stage: true, assigneeId: true, urgency: true })

export type LeadsChange = z.infer<typeof leadsChange>

export const leadsChangeInput = z.strictObject({
  ids: z.array(z.uuid()).min(1).max(MAX_BULK_LEADS),
  change: leadsChange.refine((change) => Object.keys(change).length > 0, { error: 'Choose what to change' }),
})

/** Previous values of leads. `version` is the version after the bulk change and reveals later edits. */
export const previousLeads = z
  .array(z.strictObject({ id: z.uuid(), version: z.int().min(1), values: leadsChange }))
  .max(MAX_BULK_LEADS)

export type PreviousLead = z.infer<typeof previousLeads>[number]

export const leadsRestoreInput = z.strictObject({ previous: previousLeads.min(1) })
