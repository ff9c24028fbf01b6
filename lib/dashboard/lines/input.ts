import { isStorable, UNSTORABLE } from '../../values/fields.ts'
import { phoneNumber } from '../../values/phone-number.ts'
import { z } from '../../values/zod.ts'
import { LINE_STATE_NAMES, MAX_NOTE } from './line.ts'
import { formatNumber } from '../../values/format.ts'

export const lineWish = z.strictObject({
  companyPhone: phoneNumber,
  note: z
    .string()
    .trim()
    .max(MAX_NOTE, `Use ${formatNumber(MAX_NOTE)} characters or fewer`)
    .refine(isStorable, UNSTORABLE)
    .nullable()
    .overwrite((note) => note || null),
})

export type LineWish = z.infer<typeof lineWish>

const emptyIsNull = (text: string | null) => text || null

export const lineSetup = z
  .strictObject({
    state: z.enum(LINE_STATE_NAMES),
    forwardingNumber: z.union([z.literal('').transform(() => null), phoneNumber]).nullable(),
    agentId: z
      .string()
      .trim()
      .regex(/^[\w-]{0,128}$/, 'Copy the assistant ID from the voice provider: letters, digits, - and _')
      .nullable()
      .overwrite(emptyIsNull),
  })
  .superRefine(({ state, forwardingNumber, agentId }, { addIssue }) => {
    if (state !== 'live') return
    const missing = (name: string, message: string) => addIssue({ code: 'custom', path: [name], message })
    if (!forwardingNumber) missing('forwardingNumber', 'A live line needs a number')
    if (!agentId) missing('agentId', 'A live line needs an assistant ID')
  })

export type LineSetup = z.output<typeof lineSetup>
