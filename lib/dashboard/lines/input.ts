import { isStorable, UNSTORABLE_ERROR } from '../../values/fields.ts'
import { phoneNumber } from '../../values/phone-number.ts'
import { z } from '../../values/zod.ts'
import { LINE_STATE_NAMES, MAX_NOTE_LENGTH } from './line.ts'
import { formatNumber } from '../../values/format.ts'

export const lineRequestInput = z.strictObject({
  companyPhone: phoneNumber,
  note: z
    .string()
    .trim()
    .max(MAX_NOTE_LENGTH, `Use ${formatNumber(MAX_NOTE_LENGTH)} characters or fewer`)
    .refine(isStorable, UNSTORABLE_ERROR)
    .nullable()
    .overwrite((note) => note || null),
})

export type LineRequestInput = z.infer<typeof lineRequestInput>

const emptyToNull = (text: string | null) => text || null

export const lineSetup = z
  .strictObject({
    state: z.enum(LINE_STATE_NAMES),
    forwardingNumber: z.union([z.literal('').transform(() => null), phoneNumber]).nullable(),
    agentId: z
      .string()
      .trim()
      .regex(/^[\w-]{0,128}$/, 'Copy the assistant ID from the voice provider: letters, digits, - and _')
      .nullable()
      .overwrite(emptyToNull),
  })
  .superRefine(({ state, forwardingNumber, agentId }, { addIssue }) => {
    if (state !== 'live') return
    const addMissingIssue = (name: string, message: string) => addIssue({ code: 'custom', path: [name], message })
    if (!forwardingNumber) addMissingIssue('forwardingNumber', 'A live line needs a number')
    if (!agentId) addMissingIssue('agentId', 'A live line needs an assistant ID')
  })

export type LineSetup = z.output<typeof lineSetup>
