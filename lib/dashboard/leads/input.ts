import { z } from 'zod'
import { emailAddress } from '../../values/email.ts'
import { dayOrMoment, optionalLine, personId, storableText } from '../../values/fields.ts'
import { phoneWithExtension } from '../../values/phone-number.ts'
import { fromTextFormula } from '../../values/spreadsheet-text.ts'
import { SOURCE_NAMES, STAGE_NAMES, URGENCY_NAMES } from '../model/lead.ts'

export { type LeadRecord, leadRecord } from './record.ts'

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

export const leadInput = z
  .strictObject({ ...others, source: z.enum(SOURCE_NAMES).describe('Where it came from') })
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

/** Sort orders of the API. A minus sorts descending. */
export const leadSort = z.enum(['-createdAt', 'createdAt', '-updatedAt', 'updatedAt', 'name', '-name'])

export type LeadSort = z.infer<typeof leadSort>

/** Sort orders of the dashboard, which adds sorting by urgency. */
export type LeadPageSort = LeadSort | 'urgency' | '-urgency'

export const noteInput = z.strictObject({
  text: storableText(4_000, 'Enter a note first').describe('What is to be remembered'),
})

export type NoteInput = z.input<typeof noteInput>

const MAX_AT_ONCE = 200

const leadsChange = leadChange.pick({ stage: true, assigneeId: true, urgency: true })

export type LeadsChange = z.infer<typeof leadsChange>

export const leadsChangeInput = z.strictObject({
  ids: z.array(z.uuid()).min(1).max(MAX_AT_ONCE),
  change: leadsChange.refine((change) => Object.keys(change).length > 0, { error: 'Say what is to be changed' }),
})

/** Previous values of leads. `version` is the version after the bulk change and reveals later edits. */
export const previousLeads = z
  .array(z.strictObject({ id: z.uuid(), version: z.int().min(1), values: leadsChange }))
  .max(MAX_AT_ONCE)

export type PreviousLead = z.infer<typeof previousLeads>[number]

export const leadsRestoreInput = z.strictObject({ previous: previousLeads.min(1) })
